"""The words by which people ask about rows of a table, compare them and turn to one; beside those of `nlu.patterns`."""

from __future__ import annotations

import re

from wayframe.nlu.phrases import anywhere, before

RETURNING = anywhere("(go|going|get|come|switch|turn|return) (back )?to  back to  return to")
WISHES_ONE = anywhere(r"""
    (any|anything|something|one|ones|some|a|an|others?) (\w+ ){0,2}?(with|that|without|which|in|near|from|for)
    do you have  have you got  is there (a|an|any|one|something)  are there  can you (find|show)  (what|how) about
    (any|anything|something) \\w+  i (want|need|would like)  i'?d like  show me  find me  looking for
""")
COMPARE = anywhere(r"""
    compare\w*  comparison  differences?  side by side  versus  vs\.?  which (one|of|ones|is|has)  both of them
    how do (they|these|those) (differ|compare)  each( one| of)?
    (any|either|all|none) of (these|those|them)  among (these|those|them)  (these|those|the) (two|three|four) differ
""")
WHICH = anywhere(r"which( (one|of (them|these|those)))?( is| has| are| have|'s)?")
FEW = re.compile(r"\b(?P<end>first|last) (?P<count>two|three|four|2|3|4)\b", re.IGNORECASE)
PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "last": -1}
PLACE = re.compile(rf"\b(?:{'|'.join(PLACES)})\b", re.IGNORECASE)
THE_ONE = before(r"(the|that) one (with|that has|that is|at|for|in)( the| a| an)?")
THE_DEGREE = before("the")
COUNTS = {"two": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4}
NO = before(r"""
    no  without( a| an| any)?  not( a| an| in)?  (do not|don'?t) (need|want|like|have)( a| an| any)?
    anything but( a| an)?  except( for)?  hate  other than  rather not( a| an)?
""")
ANY = before(r"""
    any  no particular  no preferred  whatever  whichever  no preference (on|for|about|as to|regarding)( the)?
    (do not|don'?t) (mind|care)( about| which| what)?( the)?  (does not|doesn'?t) matter (which|what)
""")
NO_MATTER = re.compile(
    r"\s*(?:does ?n[o'’]?t matter|is ?n[o'’]?t important|is irrelevant|is not important|are fine|is fine)",
    re.IGNORECASE,
)
THE = before(r"(the|that|this)( \w+)?")
ONE = re.compile(r"\s*one\b", re.IGNORECASE)
THAN_THE = re.compile(r"\s*than (?:the |that )?(first|second|third|fourth|fifth|sixth|last|\w+)\b", re.IGNORECASE)
SOME = before("(any|some)")
THAN = before("than( the| that)?")
HOW_MUCH = re.compile(
    r"\bhow (?:much|expensive|pricey)(?= (?:is|are|for|would|(?:does|do|did)(?: \w+){1,4} (?:cost|pay))\b|\W*$)",
    re.IGNORECASE,
)
WHERE = re.compile(r"^\W*(?:and |so |but )?where(?:'s| is| are)? ", re.IGNORECASE)
IS_THERE = re.compile(r"^\W*(?:and |but |so )?(?:is|are) there (?!an?y? |some|one|other|more)", re.IGNORECASE)
WHEN = re.compile(r"^\W*(?:and |so |but )?when\b", re.IGNORECASE)
OF_IT = re.compile(
    r"^\W*(?:and |but |so |ok(?:ay)?,? )*(?:is|are|was|does|do) "
    r"(?:it|this|that|they|these|those|the (?:first|second|last)\b)",
    re.IGNORECASE,
)
BOOK = anywhere("""
    (like|want) to (rent|order|take|have|get|book|reserve|buy) (it|that|this|the)
    (order|rent|get|take|reserve|book|buy) (it|that|this|that one|this one)  i'?ll (take|have|get|go (for|with))
    let'?s (take|have|go (for|with))  (reserve|book) (me )?a table  apply for (it|that|this|the)
""")
PLEASE_TAKE = re.compile(r"^\W*(?:ok(?:ay)?\W+|great\W+|yes\W+|perfect\W+)?(?:take|order|rent|get) ", re.IGNORECASE)
OF_OPTIONS = re.compile(
    r"\s*(?:ones?|of (?:them|these|those|the (?:two|three|four)))?\s*(?:please\b)?\W*$", re.IGNORECASE
)
OTHERS = anywhere(r"""
    show me (some |the )?(others?|more)  (any|some|what|see|the) others?  others  something else  what else
    (other|more|different) (ones|options)  more of (them|those|these)
""")
TELL_ALL = anywhere("tell me (all|everything|more)  more (details|information|info)  what else (do|can)")
OVERALL = anywhere("of all  overall  (that )?you have  that there (is|are)  in the whole \\w+  of (them )?all")
OF_TABLE = re.compile(
    r"\b(?:what|which)\b.*\b(?:(?:are|is) there|(?:do|have|can) you (?:have|got|sell|offer|carry)|available|exist)\b",
    re.IGNORECASE,
)
BEFORE = re.compile(
    r"\b(?:the (?:one|option) (?:just |right )?before|(?:the )?previous (?:one|option))\b", re.IGNORECASE
)
LOOKING = re.compile(
    r"\b(?:whatever|anything|everything|some|show|list|surprise|what (?:\w+ ){0,3}(?:have|sell|offer)"
    r"|(?:do ?n['’]?t|do not) (?:know|care|mind)|no idea|not sure)\b", re.IGNORECASE,
)  # fmt: skip
AVERAGE = re.compile(r"\b(?:average|mean|median|typical|total)\b", re.IGNORECASE)
AT_THE = re.compile(r"\bat the\s*$", re.IGNORECASE)
_PLACES = "first|second|third|fourth|fifth|sixth|last|latter|former|other|1st|2nd|3rd|4th"
_ASKED = r"(?:(?<=\bis )|(?<=\bdoes )|(?<=\bhas )|(?<=\bwas )|(?<=\babout )|(?<=\btake )|(?<=\bbook ))"


HOW_MANY = re.compile(
    r"\bhow many (?P<what>(?:[\w-]+ ){0,4}?)(?:are there|are|do you have|have you|fit|is there)\b", re.IGNORECASE
)


def ordinal(item: str) -> re.Pattern[str]:
    """Words that count the options: "the second one", "the last laptop", "is the first ...", "option 2"."""
    counted = rf"(?:one|option|choice|{re.escape(item)})\b"
    end = r"(?=\W*$|[.,!?]| (?:please|sounds|looks|is|then)\b)"
    return re.compile(
        rf"(?:\b(?:the )?(?:{_PLACES}) {counted}|(?:^\W*|\bthe )(?:{_PLACES})\b{end}"
        rf"|{_ASKED}the (?:{_PLACES})\b(?! (?:two|three|four|[2-9]|time|thing)\b)"
        rf"|\b(?:option|number|{re.escape(item)}) (?P<number>one|two|three|four|five|six|[1-6])\b)",
        re.IGNORECASE,
    )
