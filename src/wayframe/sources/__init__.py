"""Sources: trips, tables of one's own, knowledge bases, all asked in the same way."""
