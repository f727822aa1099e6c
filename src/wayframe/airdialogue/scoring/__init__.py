"""Scores of AirDialogue: of what people and players did, and of what models say next.

Two modes: `reference` gives the figures of the public toolkit, its faults included and named; `strict` has none of
them, wants each line to be right, and says how sure its means are.
"""
