"""How the agent says it: text from a wizard's acts. Every value in the text is a value of an act."""

from wayframe.nlg.realiser import NLG, Sentence
from wayframe.nlg.templates import TemplateNLG

__all__ = ["NLG", "Sentence", "TemplateNLG"]
