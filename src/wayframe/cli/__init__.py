"""The command line: faces without logic of their own."""
