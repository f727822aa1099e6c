"""Statistics of a corpus: counted, compared with the published figures, drawn."""
