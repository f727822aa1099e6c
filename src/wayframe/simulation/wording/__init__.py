"""What a user says in words of our own: text and acts together, with many phrasings of everything."""
