"""The words of simulated users, our own: text and acts together, with many phrasings of everything."""
