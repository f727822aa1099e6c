"""Annotation: what people make of a dialogue in the paper's scheme (section 5), by one annotator after the other.

Frames are always the memory's, computed from acts and active frames as the release's were.
"""
