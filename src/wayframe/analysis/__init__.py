"""What a corpus holds, in figures: counted, set beside what was published, drawn."""
