"""The words by which people greet, agree, refuse, book, ask for more and say that they don't mind."""

from __future__ import annotations

import re


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w'])(?:" + "|".join(patterns) + r")(?![\w'])", re.IGNORECASE)


GREETING = re.compile(
    r"^\W*(?:(?:oh|well|yo|why)\W+)?(?:h+i+|h+e+y+|hello+|hiya|howdy|greetings|good (?:morning|day|afternoon"
    r"|evening)|sup|yo|hola)(?![\w'])",
    re.IGNORECASE,
)
THANKS = _words(
    r"th?an(?:k|x)+s*(?: ?(?:you|u|ya+))?",
    r"thx+",
    r"ty",
    r"tha?nk(?:s|you|u)",
    r"thankyou",
    r"cheers",
    r"(?:much )?appreciated?(?: it)?",
)
GOODBYE = _words(
    r"good ?b?-?bye+", r"b+y+e+(?: bye)?", r"see (?:you|ya)", r"cya", r"farewell", r"ciao",
    r"have a (?:\w+ )?(?:day|one|evening|night|weekend)", r"take care", r"so long", r"that(?:'s|s| is| will be"
    r"| would be) all",
    r"(?:look|go|shop|try|search|book|money|business) (?:some ?where else|elsewhere|around)",
    r"(?:get|come|be|call\w*) (?:you )?back (?:to|at) (?:you|u"
    r"|ya)", r"be back(?: later)?", r"another time", r"maybe (?:next time|later)",
    r"call you back", r"sleep on (?:it|this|that)", r"i give up", r"(?:not|won't be|wont be"
    r"|can't) book\w* (?:anything|today)",
    r"let you know(?: (?:later|soon))?",
)  # fmt: skip

YES = re.compile(
    r"^\W*(?:(?:oh|ok(?:ay)?|well|hmm+|ah+|um+|wow|great|ooh+)\W+)?"
    r"(?:y+e+s+|yass+|y+e+a+h*|y+a+h*|yu+p+|yep+|yup|sure|ok(?:ay)?|k|correct|absolutely|of course|definitely"
    r"|indeed|exactly|right"
    r"|perfect|certainly|affirmative|that'?s (?:right|correct|it|fine)|please(?: do)?|go ahead|fine|alright"
    r"|i think so|i do|i would|i will|you (?:got|bet)\w*)(?![\w'])",
    re.IGNORECASE,
)
NO = re.compile(
    r"^\W*(?:(?:oh|ok(?:ay)?|well|hmm+|ah+|um+|sorry|unfortunately|actually)\W+)*"
    r"(?:n+o+(?:pe|o+)?|nah+|naw|not (?:really|yet|particularly|at all|today|interested|quite|exactly)|never"
    r"|negative|i'?m afraid not|none|neither|not)(?![\w'])",
    re.IGNORECASE,
)
LIKES = _words(
    r"(?:that|this|it|which|thats|that's) ?(?:one )?(?:sounds?|looks?|seems?|works?|would (?:be|work|do)"
    r"|could work|will (?:do|work)|is|'s|s)?"
    r"(?: (?:very|really|so|pretty|quite|absolutely|just|like(?: a)?|even))* ?"
    r"(?:good|great|perfect\w*|fine|nice|amazing|wonderful|lovely|awesome|excellent|interesting|ideal|better"
    r"|works?|lavish|fantastic|reasonable|cool|fun|incredible|beautiful)",
    r"(?:sounds?|looks?|seems?) (?:\w+ )?(?:good|great|perfect|fine|nice|amazing|wonderful|lovely|awesome"
    r"|excellent|ideal|better|like a plan|fantastic|interesting|reasonable)",
    r"i(?:'ll| will| would|'d)? ?(?:like|love|take|prefer|want|go (?:with|for)) (?:it|that|this)(?: one)?",
    r"let'?s (?:do|go with|go for|take) (?:it|that|this)", r"(?:perfect|excellent|works for me|i'm in|deal"
    r"|wonderful|fantastic)",
)  # fmt: skip
BOOK = _words(
    r"(?:let'?s|please|pls|i'?ll|i will|we'?ll|we will|i'?d like to|i would like to|we'?d like to"
    r"|we would like to|i want to|i wanna|we want to|"
    r"can (?:you|i|we)|could (?:you|i|we)|would you|go ahead and|to|and|ready to|ok(?:ay)?,?|yes,?|just|lets"
    r"|gonna|going to|will)"
    r" (?:\w+ )?(?:go (?:ahead )?(?:and |ahed and )?)?(?:book|reserve|purchase|buy)",
    r"^\W*(?:\w+\W+){0,2}(?:book|reserve|purchase|buy)", r"(?:book|reserve|purchase|buy) (?:it|this|that|me|us"
    r"|them|the|my|now|please)",
    r"(?:i'?ll|i will|we'?ll|we will|let'?s) (?:\w+ )?(?:take|go (?:for|with)|do) (?:it|that|this"
    r"|the)", r"sign (?:me|us) up", r"lock (?:it|that) in",
    r"go ahead with (?:it|that|this)", r"make (?:the|a|that|my) (?:booking|reservation)", r"(?:book|take) (?:it"
    r"|this|that)(?: one)?",
)  # fmt: skip
NOT_BOOK = _words(
    r"(?:can't|cannot|cant|won't|wont|not|don't|dont|isn't|couldn't|before|if|unable to"
    r"|yet to) (?:\w+ ){0,4}(?:book|booking|purchase|buy|reserve)",
    r"(?:trying|hoping|looking|planning|wanting|need|able) to (?:book|purchase|buy"
    r"|reserve)", r"book (?:something|anything) else",
)  # fmt: skip
WANTS_TRIP = _words(
    r"(?:book|find|plan|take|arrange|get) (?:me |us |a |an |my |our |some |the )*(?:\w+ ){0,2}(?:trip|vacation"
    r"|flights?|holidays?|getaway|package|tickets?|honeymoon)",
    r"(?:trip|vacation|flights?|holidays?|getaway|package|travel\w*|honeymoon|tickets?)",
)  # fmt: skip
MORE = _words(
    r"(?:tell|hear|know|learn|give|get|find out|see|share) (?:me |us )?(?:a (?:little )?(?:bit )?"
    r"|some )?(?:more|about|details)",
    r"more (?:info\w*|details?|about)", r"(?:info\w*|details?) (?:on|about|for|of)", r"(?:hotel|package|flight"
    r"|trip) (?:details?|info\w*)",
    r"(?:what|how)(?:'s| is| are|s|'re)? (?:the |this |that |it |they )?(?:hotels? |place |resort |one "
    r"|package )*(?:like|there)",
    r"(?:what|which) (?:kind|sort|type)s? of (?:hotels?|places?|packages?|resort"
    r"|accommodations?)", r"(?:the )?details", r"elaborate",
    r"do tell", r"tell me (?:about|more)", r"describe",
)  # fmt: skip
ALTERNATIVES = _words(
    r"(?:any|some|no)(?:thing|where) else", r"what else", r"where else", r"(?:any|other|different|more|another"
    r"|alternative) (?:\w+ )?(?:options?|hotels?|packages?|"
    r"destinations?|cit(?:y|ies)|places?|choices?|possibilit\w+|deals?|trips?|offers?|suggestions?|locations?"
    r"|ones?|availabilit\w+)",
    r"(?:any|are there|have) (?:any )?others?", r"alternatives?", r"something (?:else"
    r"|different)", r"anything (?:better|nicer|different|cheaper)",
    r"(?:is that|that's|thats) (?:it|all|the only \w+)", r"(?:got|have) (?:anything|something) (?:else|better)",
)  # fmt: skip
DONT_CARE = _words(
    r"(?:do(?:es)?n't|do(?:es)?nt|do(?:es)? not) (?:\w+ )?(?:matter|mind|care|know|have"
    r"|think so)", r"not (?:sure|really|particularly|picky|fussy|specific|set|yet|certain|decided)",
    r"(?:any|what|when|where|who|how)(?:ever| ?(?:time|where|thing|day|date)s?)", r"no (?:budget|limit"
    r"|preference|idea|dates?|specific|particular|clue|max\w*)",
    r"flexible", r"any (?:dates?|city|day|hotel|budget|of them"
    r"|time)", r"unlimited", r"dunno", r"idk", r"no", r"nope", r"nah", r"none", r"open", r"up to you",
    r"surprise me", r"undecided", r"doesnt matter", r"don't", r"dont", r"i'm easy", r"haven't (?:decided"
    r"|thought)", r"not",
)  # fmt: skip
FLEXIBLE = _words(r"flexible(?! (?:budget|with (?:the )?(?:budget|price)))", r"flex", r"give or take", r"flexib\w+")
INFLEXIBLE = _words(r"(?:not|aren't|isn't|arent|non|un|in)[ -]?(?:\w+ )?flexible", r"inflexible")
NO_BUDGET = _words(
    r"no (?:real |set |fixed |strict |particular |specific )?(?:budget|limit|price (?:limit"
    r"|range))", r"money (?:is(?:n't| not| no)?|ain't) (?:an? |no )?(?:issue|object|problem|concern)",
    r"(?:unlimited|limitless|endless) (?:budget|money|funds)", r"(?:don't|dont|do not) (?:really "
    r"|actually )?have (?:a |any |much of a )?(?:\w+ )?budget", r"without a budget",
    r"budget (?:is(?:n't| not)|isnt|does(?:n't| not)) (?:\w+ )?(?:an? )?(?:issue|problem|matter|concern"
    r"|important|unlimited)", r"price (?:is(?:n't| not|nt)) (?:an? )?(?:issue|problem|concern)",
    r"whatever (?:it (?:takes|costs)|the (?:cost|price))",
)  # fmt: skip
ANYWHERE = _words(r"anywhere", r"wherever", r"any (?:city|destination|place)", r"any ?where")
ANYTIME = _words(r"any ?time", r"whenever", r"any dates?", r"no (?:specific |particular |set |fixed )?dates?")
NOT_WANTED = _words(
    r"(?:don't|dont|do not|won't|wont|wouldn't|can't|cannot|cant|isn't|isnt|not|never) (?:\w+ ){0,3}?(?:like"
    r"|want|need|go(?:ing)? to|travel to|do|work|into|big on|interested in|staying?|take|good)",
    r"not (?:in|the|a|so)", r"instead of", r"rather than", r"no (?:way|more)", r"too (?:\w+)", r"not",
)  # fmt: skip
TOO_DEAR = _words(
    r"(?:too|so|very|little|bit|way|kinda|pretty|more) (?:\w+ )?(?:expensive|pric(?:e|ey)|much|steep|costly"
    r"|high)", r"(?:over|above|out of|outside|exceeds?|beyond|past|out) (?:of )?(?:my|our|the"
    r"|that) (?:\w+ )?(?:budget|price|range|means)",
    r"can't afford", r"cant afford", r"cannot afford", r"(?:more|higher) than (?:i|we|my|our)", r"that much",
)  # fmt: skip
TOO_LONG = _words(r"(?:too|that|so) (?:long|short|many days|few days)", r"not long enough")
