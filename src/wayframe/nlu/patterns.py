"""The words by which people greet, agree, refuse, book, ask for more and say that they don't mind.

The notation is that of `phrases`.
"""

from __future__ import annotations

from wayframe.nlu.phrases import Phrases, after, anywhere, at_start, before

_NICE = """
    good  great  perfect(ly)?  fine  nice  amazing  wonderful  lovely  awesome  excellent  interesting  ideal  better
    lavish  fantastic  reasonable  cool  fun  incredible  beautiful  decent  promising  acceptable  superb?
    like a plan  like a deal
"""
_VERY = "(?:(?:very|really|so|pretty|quite|absolutely|just|like(?: a)?|even|all|much|actually|a lot) )*"
_SHALL = """
    i'?ll  i will  we'?ll  we will  (i|we) shall  (i|we)('?d| would) (like|love) to  i wanna  (i|we) want to  let'?s
    let us  please  pls  go ahead and  just  gonna  going to  ready to
"""
_BUY = "book  reserve  purchase  buy"
_PLACES = """
    options?  hotels?  packages?  destinations?  cit(y|ies)  places?  choices?  possibilit\\w+  deals?  trips?  offers?
    suggestions?  locations?  availabilit\\w+  selections?  resorts?  properties
"""

GREETING = at_start("""
    h+i+( there)?  h+e+y+( there)?  h+e+l+o+  hiya  howdy  greetings  hola  bonjour
    good (morning|day|afternoon|evening)  (yo+|sup)(?=\\W*$)
""")
THANKS = anywhere(r"""
    th?an(k|x)+s*( ?(you|u|ya+))?  tha?nk(s|you|u|yo)  thankyou+  thx+  ty  gracias  merci  cheers  grateful
    much appreciated
    (i )?(really )?appreciate (it|your|the|all)  been (so|very|super|really|most) helpful
""")
GOODBYE = anywhere(
    r"""
    good ?b?-?bye+  b+y+e+( bye)?  see (you|ya)( later| soon)?  cya  farewell  ciao  take care(?! of)  so long(?! as)
    have a {fine} (day|one|evening|night|weekend|time)(?! \w)
    that('s|s| is| will be| would be) (all|everything)(?! \w)
    (look|go|going|shop|try|search|book|money|business|services?) (some ?where else|elsewhere|around)
    another (agency|agent|company)  (get|come) back to (you|u|ya)  i'?ll be back(?! (by|on|before|in|at))
    (maybe )?(another|some other|next) time  maybe later  call (you )?(back|later)
    sleep on (it|this|that)  think (about (it|that|this|them)|it over)( first)?(?=\W*$)
    not book\w* (anything|today)  i'?ll let you know
""",
    fine="good  great  nice  lovely  wonderful  fantastic  pleasant  beautiful  safe",
)

YES = at_start(r"""
    y+e+s+(i+r*)?  yass+  y+e+a+h*  y+a+h*  yu+p+  yep+  sure  correct  absolutely  of course  definitely  indeed
    exactly  right(?=\W|$)  perfect  very well  certainly  affirmative  please( do)?  go ahead  fine  i think so  uh huh
    for sure  totally  :\+1:  do it  you (got it|bet)\w*  sounds (good|great|perfect)
    that('s|s| is) (right|correct|it|fine)
    (i (do|would|will|am|sure do|could)|we are|it is|it does|it would|they are|that works)(?= indeed|\W*$|[.,!])
""")
OKAY = Phrases(r"^\W*(?:o?k(?:ay)?|alright|fine|cool|great)\W*(?:then|please|thanks)?\W*$")
NO = at_start(
    r"""
    n+o+(pe+|o+)?(?!t| {nothing})
    nah+  naw  negative  i'?m afraid not  none  neither  they('re| are) not  never ?mind(?=\W*$)
    i can'?t(?! (leave|depart|go|be|get|return|come|travel|fly|stay|spend|pay|wait|do without|live without))
    not (really|yet|particularly|at all|today|interested|quite|exactly|right now|good|great|for me|big on)
    i('m| am) not(?= |\W*$)(?! sure| picky| fussy| really sure)
""",
    nothing=r"""
    budget  limit  dates?  preference  idea  specific  problem  worries  doubt  need  real  set  max  flex\w*  kidding
    way  rush  hurry  kids  children  (more|less|later|earlier|longer|fewer|higher|lower) than
""",
)
NO_SUCH = at_start(r"no (?!thank|way|but|that|this|i |we |it )[\w' -]{2,40}\?")
NOT_BAD = anywhere("""
    not (too |so |that )?bad  no (problem|worries|doubt|kidding)  why not  (oh|aw|ah+) no
""")
LIKES = anywhere(
    r"""
    {it}('?s| is| are| was| would be| could be| will be)? {very}{nice}
    (sounds?|looks?|seems?|be) {very}{nice}
    (that|this|it|one) ?(will|would|could|should|might|may|can|'ll)? (works?|do|does)
    i('ll| will| would|'d)? ?(like|love|take|prefer|want|go (with|for)) (it|that|this)( one)?
    let'?s (do|go with|go for|take|hear) (it|that|this)  (that|this|it)(s|'s| is) (it|the one)
    (happy|fine|ok|okay) with (that|it|this)  i could do (that|it|this)
    more like it  works for (me|us)  i'?m (in|intrigued|interested|sold)  (perfect|excellent|deal|fantastic)!  hit me
""",
    it="that  this  it  which  thats  that's  these  they  both  one  hotel  package  trip",
    very=_VERY,
    nice=_NICE,
)
BOOK = anywhere(
    r"""
    {shall} (please )?(\w+ )?(go (ahead )?(and |ahed and )?|try (and|to) )?{buy}
    (can|could|would|will) (you|i|we|u) (please |pls |just |go ahead and )*{buy}
    (to|and|yes|okay?|k|then|so|can) (please )?{buy}
    {shall} (take|go (with|for)) (it|that|this|the|number|option)(?! same)
    book (it|this|that|me|us|them|my|now|please|these)  book( it)? for  booked!
    (i'?ll|i will|we'?ll|we will|let'?s) (have to )?(just )?(take|go (for|with)|do) (it|that|this|the)(?! same)
    go ahead with (it|that|this|the)  (get|give) (me|us) (on )?that (trip|one|package)
    (get|put) (me|us) on (that|this)  confirm (this|it|that|(the|my|this) booking)  like to confirm(?! \w)
    make (the|a|that|my) (booking|reservation)  sign (me|us) up  lock (it|that) (in|down)  lock in
    (?<!when )(?<!if )(?<!should )(i|we) take (it|that|this)(?! (to|as|back|that))
    put (me|us) down  do it  go for it  ^\W*go with (it|that|this|the)  seal the deal  take my money  ^\W*done
""",
    shall=_SHALL,
    buy=_BUY,
)
BOOK_FIRST = Phrases(r"^\W*(?:\w+\W+){0,2}(?:book|reserve|purchase|buy)(?![\w'])")
NOT_BOOK = anywhere(
    r"""
    {no} (\w+ ){0,4}(book|booking|purchase|buy|reserve)
    (trying|hoping|looking|planning|wanting|needed|need|supposed|able) to {buy}
    book (something|anything) else  no booking  (did|have) (you|i|we) (\w+ )?book
    (long|else) can (you|i|we) book
""",
    no="""
    can'?t  cannot  won'?t  not  don'?t  isn't  couldn't  before  if  unable to  yet to  when  once  until
""",
    buy=_BUY,
)
CANCEL = anywhere(r"""
    cancel(l?ing|l?ed)?( (it|that|this|(the|my|our) (\w+ )?(booking|trip|reservation|package)))?  un-?book(ed)?
    undo  take (it|that) back  scratch that
    never ?mind(?! (about )?(the|my|our|any) (?!(\w+ )?(booking|trip|reservation|package|hotel)))
    (i )?(don'?t|do not) (actually |really )?(want to )?book\w*
    call (it|that) off  changed my mind
""")
VARYING = anywhere("(what|how) (about|if)")
TRIP = anywhere(r"""
    trips?  vacations?  vacay  flights?  fly  holidays?  getaway  get away  packages?  travel\w*  honeymoon  tickets?
    book(ing)?  tour  availabilit\w+  visit\w*  somewhere  destinations?  get out of
""")

MORE = anywhere(r"""
    (tell|telling) (me|us) (a (little )?(bit )?|some )?(more|about|what)
    (hear|know|learn|find out|see) (a (little )?(bit )?|some )?more(?! options)
    hear about  hearing more  more (info\w*|details?)  info(rmation)? (on|about|for)
    details (on|about|for|of)  (hotel|package|flight|trip) (details|info(rmation)?)  the details  ^\W*details
    (what|how)('s| is| are|s|'re| would| will) (\w+ ){0,6}?like  how('s| is| are) the (hotel|place|resort)s?
    (what|which) (kind|sort|type)s? of (hotels?|places?|packages?|resort|accommodations?|trips?)
    (what|which) details  what('s| is|s) the package  the (offers?|package|deets) (for|on|to)
    what else (can|could) you tell
    elaborate  do tell  describe  what do i get  look like  pray ?tell  ^\W*go on  stand out
""")
ALTERNATIVES = anywhere(
    r"""
    any(thing|where|one) else(?! (you can tell|i should))
    (what|where|who|something|somewhere) else(?! (can you tell|is there to|does))
    {seek} (other|different|more|another|alternative|additional) (\w+ )??{places}
    (any|are there|have|got|the) others(?! are)?  alternatives?  something different  what other
    is (that|this) (it|all( you)?|everything|the only \w+)
    (any|some)thing (a (little|bit) )?(better|nicer|cheaper)$
    show (me|us) (some )?more(?! (about|info\w*|details?|of (it|that|this)))
    (no|any) (other|more) options?
    (other|different|more) (options|suggestions|packages|destinations|hotels|cities|choices)
""",
    seek="""
    any  have  got  other  need  see  want  (are|is) there  my  your  some  find  show me  no  at  about  check
    (a )?few  give me
""",
    places=_PLACES,
)
WHAT_ELSE = anywhere("(what|anything|something) else(?! (can you tell|to do|to see|is there to|does))")
VAGUE = anywhere("(the )?(earliest|soonest)  (tight|small|limited) budget")
EXPLORING = before(r"""
    (check|search|look|try|look at|check out)( also)?( in| for)?  (change|switch) (the |my |our )?destination to
    (any|some)thing (to|in|for)
""")
OTHER_PLACES = anywhere("destinations?  cit(y|ies)  (any|some)where  where  places to (go|visit)")
OTHER_HOTELS = anywhere("hotels?  places? to stay  resorts?  accommodations?")

DONT_CARE = anywhere(r"""
    (do(es)?n'?t|do(es)? not) (\w+ )?(matter|mind|care|know|have|think so)
    not (sure|really|particularly|picky|fussy|specific|set|yet|certain|decided|important)
    (any|what|when|where|who|how)(ever| ?(time|where|thing|day|date)s?)
    no (limit|preference|idea|dates?|specific|particular|clue|max\w*)  any (dates?|city|day|hotel|of them|time)
    haven'?t (decided|thought|set|really)  you (tell|pick|choose|decide)  as long as (it|i|we)
    unlimited  dunno  idk  n+o+(pe+|o+)?  nah+  naw  none  not  don'?t  open( to)?  up to you  surprise me  undecided
    i'm easy  irrelevant  it depends  can'?t say  your call  either
""")
NO_BUDGET = anywhere(
    r"""
    no (real |set |fixed |strict |particular |specific |max\w* |spending |such )*(budget|limit|price (limit|range)|cap)
    money (is|ain'?t)(n'?t| not?)? (an? |no |not )?{matter}
    (unlimited|limitless|endless) (budget|money|funds)  without a budget  any (price|budget)  screw the budget
    (don'?t|do not) (really |actually )?have (a |any |much of a |one)?(\w+ )?budget  (don'?t|do not) care how much
    budget (is(n'?t| not)|does(n'?t| not)) (\w+ )?(an? )?{matter}  price (is(n'?t| not)) (an? )?{matter}
    (not|n't) (\w+ )?(concerned with|worr\w+ about) (the )?(budgets?|money|price|cost)
    whatever (it (takes|costs)|the (cost|price))  cost is(n't| not| no)  as (are|is) (the |our |my )?budget
    (budget|price|money)( is|'s)? (\w+ )?(flexible|open|unlimited)
    flexible (budget|(with|on) (the |my |our )?(budget|price))
    (forget|ignore|drop|scrap|remove|lose)( about)? (the|my|our) (\w+ )?(budget|price limit|limit)
    (what )?if (i|we) (pay|spend|paid|spent) more  (i|we) (can|could) (pay|spend) more
""",
    matter="issue  object  problem  matter  concern  important  unlimited",
)
ANYWHERE = anywhere(r"""
    anywhere(?! (else|in|near|on|that))  wherever(?! (it|they))  any (city|destination|place)(?! (in|near|on|with))
    (don'?t|not|n't) (\w+ )?(care|know|sure) (\w+ )?where  another destination
""")
ANYTIME = anywhere(r"""
    any ?time(?! (after|before|between|from|in|around))  whenever  any dates?  doesn't matter when
    no (specific |particular |set |fixed )?dates?  dates (are |is )?(irrelevant|open|don'?t matter)
    (forget|ignore|drop|scrap)( about)? (the|my|our) dates?
    (not|n't) (\w+ )?(care|know|sure) (\w+ )?when
""")
FLEXIBLE = anywhere(r"""
    flex  flexib\w+  dates? (\w+ ){0,2}can (move|change|shift)  give or take( a)?
    (shift|move) (the |my |our )?dates  a day or two (more or less|earlier or later|either way|each way)
""")
INFLEXIBLE = anywhere(r"""
    (not|n't|aren't|isn't|arent|non|un|in|no|less)[ -]?(\w+ ){0,2}?flexib\w+  inflexib\w+
""")
SOMEWHERE = anywhere("some ?where(?! else)  some place  a place")
OPEN_RETURN = anywhere(r"""
    flexible (with|on|about|for|in) (the |my |our |when we |when i )*(return\w*|end date|coming back|get back)
    return(ing)?( date| dates| flight)? (is|are|can be) (\w+ )?(flexible|open|not important)
    when (we|i) (return|come back|get back) (is not|isn't|does(n't| not))
""")
OPEN_ORIGIN = anywhere(r"""
    flexible (with|on|about) (the |my |our )?(departure (city|location|point)|origin)
    ((leave|depart|leaving|departing)( from)?|from) (anywhere|wherever)
""")

REFUSED_AFTER = after(
    r"""
    [^.!?;]{0,25}?\b{unfit}
""",
    unfit="""
    won'?t (do|work)  (is|are)(n'?t| not) (going to|really|good|enough|suitable|an option|for|our|what)
    not (good )?enough  doesn'?t work  is out  too (far|low|long|short|cheap|expensive|much)  out of the question
    sounds? (awful|terrible|bad|boring)  meh
    is (way |just |kind of |a (little|bit) )*(too )?(low|far|pricey|expensive)
""",
)
REFUSED_BEFORE = anywhere(
    r"""
    (don'?t|do not|won'?t|wouldn'?t|can'?t|cannot|not|never|no need to|rather not) (\w+ ){0,4}?{wish}\b{still}$
    {against}{still}$  not\s*$
""",
    wish=r"""
    like  want  need  go(ing)?  travel\w*  fly  do  work  into  big on  interested in  stay\w*  take  good enough
    settle  sleep  be  trust  leave
""",
    against="""
    instead of  rather than  no more(?! than)  forget( about)?  over my dead body  no to
    not (in|from|for|to|interested in)  hate  cross  tired of  already been (to|in)  screw  we are not
    it doesn'?t have to be
""",
    still=r"(?:(?!\b(?:but|because|so|instead|just|only)\b)[^.!?;,]){0,30}",
)
COMPLAINING = anywhere(r"""
    meh  u+gh+  eww*  yikes  dumps?  gross  disgusting  low  sadly  unfortunately  disappoint\w*  kidding  usually
    never  hate\w*  (?<!not )bad  dear  damn  way too  yuck  hmm+  really\?+  too \w+  only  gah  pathetic  no(pe)?
    not(?! bad)  \w+n't
    wont  embarrass\w*  sucks?  anything (better|nicer|else|higher)
    (a|kind of|kinda|sort of) (bit |little )?(low|short|long|sketchy|far|steep|pricey|expensive)
""")
WISHING = anywhere("(i|we)('ll|'d| will| would| want| need)  give me  get (me|us)  find (me|us)  book  take  let's")
TOO_DEAR = anywhere(
    r"""
    (?<!not )(too|so|very|little|bit|way|kinda|pretty|that'?s|rather|super|quite|really) {dear}
    (too|very|so) (high|much money|rich for)  (is|way|that'?s) too much(?= (for|money)|\W|$)
    (can'?t|cannot|can not) (\w+ )?afford
    (over|above|out|outside|exceeds?|beyond|past) (of )?(my|our|the|that) (\w+ )?(budget|price range|range|means)
    (more|higher) than (i|we|my|our) (\w+ )?(budget|have|can|afford|want)
""",
    dear="(much |very )?expensive  pric(e|ey)y?  steep  costly",
)
DISLIKES = anywhere(
    r"""
    (that|this|it|there|they)('s|s| is| are| was| would)? (\w+ )?(not|no)( be)?( \w+){0,2}? {good}
    (that|this|it) (isn't|isnt|wasn't) (\w+ ){0,2}?{good}
    (that|this|it|they) (doesn't|does not|don't|won't|wouldn't|will not|would not|can't|cannot) (\w+ ){0,2}?{suit}
    i (don't|do not|dont) (\w+ ){0,2}?(like|want|love|need) (it|that|this|them)(?! to)
    i (can't|cannot) (\w+ )?(do|accept|take) (that|it|this)  forget it
    (that|this|it)('s|s| is)? (\w+ ){0,2}?{awful}
""",
    good="good  great  enough  suitable  appealing  (my|our) preference  (my|our) style  going to  ideal  for me"
    "  for us  what (i|we)",
    suit="work  do  suit  fit  help",
    awful="sucks?  disgusting  awful  terrible  horrible  sketchy  too bad  ridiculous",
)
TOO_LONG = anywhere("(too|so) (long|short|many days|few days)  not long enough  a long time  (to|way) short")
DOUBTING = anywhere(
    r"""
    (?<!when )(?<!how )(?<!what )(?<!time )(do|does|would|will|did) (we|i|it|that|this|the \w+) (\w+ )?{moves}
    (that|it|this)( one)? (leaves|departs|returns|starts|ends|is|costs)  i thought
""",
    moves="leav\\w+  depart\\w*  return\\w*  com(e|ing)  fly\\w*  start\\w*",
)
# What may stand beside the values of a question that only repeats them.
LITTLE_WORDS = Phrases(
    r"[\W_]*(?:\b(?:oh|ok|okay|so|and|wait|wow|really|hm+|from|to|in|on|for|at|the|an?|only|just|class|stars?|hotel|adults?"
    r"|kids|children|people|of|us|until|till)\b[\W_]*)*\?[\W_]*",
)
_NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten)"
CONFIRMING = Phrases(
    r"^\W*(?:(?:ok(?:ay)?|so|and|but|wow|great|oh|well|wait|hm+|alright|cool)\W+)*"
    r"(?:is (?:that|this|it)\b|(?:that|this|it)(?:'s| is|s)\b|are (?:they|these|those|both|you)\b"
    rf"|for (?:all )?{_NUMBER}(?: \w+){{0,2}}\W*\?)|\W(?:right|correct|yes|yeah)\s*\?",
)
