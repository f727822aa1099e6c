"""What faces show: the greeting, slots and values with their labels, cards of offers and frames, comparisons."""
