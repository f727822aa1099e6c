"""Amendments: what is mended of the reading that is taken, be it the rules' or the parser's."""
