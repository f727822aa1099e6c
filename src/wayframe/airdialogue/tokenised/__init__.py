"""The files that the public competition's models are trained on and answer to: words and tags, blanks between them.

`preparing` writes what the public toolkit's preprocessing writes, file for file and line for line; `cutting` writes
dialogues that stop where somebody is to answer. The words are those of `scoring.words`.
"""
