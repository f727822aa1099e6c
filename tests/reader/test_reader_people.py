"""Who travels, by what a turn says of people."""

import pytest

from reading import spans_of
from wayframe.meaning.records import Party
from wayframe.reader.people import NOBODY, heads, party_phrases


def parties(text: str, known: Party = NOBODY) -> list[Party]:
    return [phrase.party for phrase in party_phrases(spans_of(text), known)]


@pytest.mark.parametrize(
    ("text", "adults", "children", "ages"),
    [
        ("two adults", 2, 0, ()),
        ("Two friends and I live in Toronto", 3, 0, ()),
        ("Two friends and I are hoping to go", 3, 0, ()),
        ("My husband, our teenage daughter and I are hoping to leave", 2, 1, ()),
        ("Four of my players and I are going to Toronto", 5, 0, ()),
        ("a trip with four of my players", 5, 0, ()),
        ("My girl and I would love to see Vancouver", 2, 0, ()),
        ("just the six grown-up ladies", 6, 0, ()),
        ("the bride, her three bridesmaids and her mother", 5, 0, ()),
        ("2 adults and 3 children", 2, 3, ()),
        ("me, my wife and our two kids", 2, 2, ()),
        ("me and my wife", 2, 0, ()),
        ("just me", 1, 0, ()),
        ("travelling alone", 1, 0, ()),
        ("a couple with twins", 2, 2, ()),
        ("only me and our eldest", 1, 1, ()),
        ("our twins are 4", 0, 2, (4, 4)),
        ("me and the lads, five in all", 5, 0, ()),
        ("myself and one other", 2, 0, ()),
        ("me and two other people", 3, 0, ()),
        ("My wife and I live in Toronto and could use some sunshine", 2, 0, ()),
        ("the two of us and our two kids", 2, 2, ()),
        ("the two of us plus 3 kids", 2, 3, ()),
        ("two adults and our two kids, 7 and 10, and I'd like a pool", 2, 2, (7, 10)),
        ("my wife, two kids, 7 and 10, and I", 2, 2, (7, 10)),
        ("with 4 adults coming back on August 14! My brother moved to Miami", 4, 0, ()),
        ("five grown-ups, as life in Toronto is getting too loud for us", 5, 0, ()),
        ("We two would like to go to Rome", 2, 0, ()),
        ("Two of us, old friends, want to fly to Rome", 2, 0, ()),
        ("the two of us, my parents and our son", 4, 1, ()),
        ("The three of us would like to fly", 3, 0, ()),
        ("Three grad students in Toronto would like to see Rome", 3, 0, ()),
        ("me and the wife live in Toronto and fancy a week away", 2, 0, ()),
        ("We are three retired nurses who want to see Rome", 3, 0, ()),
        ("just the two of us and my sister-in-law lives there", 2, 0, ()),
        ("my wife and I, our daughter, and her two boys of four and seven", 3, 2, (4, 7)),
        ("me, my daughter and her baby", 2, 1, ()),
        ("1, no kid.", 1, 0, ()),
        ("us three from Milan to Barcelona", 3, 0, ()),
        ("from Rome to Berlin for us 3", 3, 0, ()),
        ("2, no kids", 2, 0, ()),
        ("me, my daughter (8) and her little brother", 2, 1, (8,)),
        ("We are a family of four, two of us grown up and two kids", 2, 2, ()),
        ("we live in Boston and want to go away with our 2 kids", 2, 2, ()),
        ("Five adults, 4 children and I'm on a tight budget", 5, 4, ()),
        ("six of us, one of them a baby", 5, 1, ()),
        ("my sister's family of four and me", 5, 0, ()),
        ("my brother's family of five plus the two of us", 7, 0, ()),
        ("grandma, the two of us, and our son of nine", 3, 1, (9,)),
        ("my mum, my dad, the two of us and a toddler", 4, 1, ()),
        ("my parents and I", 3, 0, ()),
        ("with three mates", 4, 0, ()),
        ("2 adults, 2 kids (3 and 8)", 2, 2, (3, 8)),
        ("my husband, my son aged 4 and me", 2, 1, (4,)),
        ("there are four of us", 4, 0, ()),
        ("a family of 5, three kids", 2, 3, ()),
        ("five of us, two under ten", 3, 2, ()),
        ("the two of us plus grandma", 3, 0, ()),
        ("my brother and his wife plus us two", 4, 0, ()),
        ("three friends plus us two", 5, 0, ()),
        ("I want to take my mom to Barcelona", 2, 0, ()),
        ("hoping to whisk my husband away to Rome", 2, 0, ()),
        ("an Italian place for 8 people under 35 a head", 8, 0, ()),
        ("my mates and I, 4 in total", 4, 0, ()),
        ("me and my 4-year-old", 1, 1, (4,)),
        ("for two and a baby", 2, 1, ()),
        ("my sister Florence and I", 2, 0, ()),
        ("for my wife and me, 2 adults", 2, 0, ()),
        ("the two of us", 2, 0, ()),
        ("my wife, my mother-in-law and me", 3, 0, ()),
        ("me and my brother, who is 12", 1, 1, (12,)),
        ("me, my wife and our son, who is 24", 3, 0, ()),
        ("me and the boy, 8", 1, 1, (8,)),
        ("me and my two boys, they're six and ten", 1, 2, (6, 10)),
        ("my daughter and I want to see Rome. She's 15.", 1, 1, (15,)),
        ("two adults and our two girls, both eleven", 2, 2, (11, 11)),
        ("me, my wife and the twins, aged 6", 2, 2, (6, 6)),
        ("two adults and a 7 month old", 2, 1, (0,)),
        ("two adults with a baby of 10 months", 2, 1, (0,)),
        ("my mum and I and my one-year-old", 2, 1, (1,)),
        ("just me and the nine-year-old", 1, 1, (9,)),
        ("two adults and two 6-year-olds", 2, 2, (6, 6)),
        ("kids: 3, adults: 2", 2, 3, ()),
        ("half a dozen of us", 6, 0, ()),
        ("a team of three", 3, 0, ()),
        ("just us two girls", 2, 0, ()),
        ("only us two grown-ups", 2, 0, ()),
        ("me, my husband and the three kids", 2, 3, ()),
        ("me, the missus and two ankle biters", 2, 2, ()),
        ("for three of our engineers", 3, 0, ()),
        ("Jean and I", 2, 0, ()),
        ("me and Priya, from Boston", 2, 0, ()),
        ("just the kids and me, my wife's on tour", 1, 2, ()),
        ("two adults, and I'd like to be there by noon", 2, 0, ()),
        ("two adults and not a child in sight", 2, 0, ()),
        ("we're six: four grown, two kids, 7 and 12", 4, 2, (7, 12)),
        ("three adults, the 4 and the 8 year old", 3, 2, (4, 8)),
        ("two kids, the 4 and the 8 year old, and me", 1, 2, (4, 8)),
        ("we're four grown men, me and three mates", 4, 0, ()),
        ("me, the mrs and the baby", 2, 1, ()),
        ("me and the three lads off the site", 4, 0, ()),
        ("hen party, seven girls", 7, 0, ()),
        ("it's our honeymoon, somewhere with a spa", 2, 0, ()),
        ("a quiet place would suit us both", 2, 0, ()),
        ("for him and his wife, Boston to Venice", 2, 0, ()),
        ("a second one: my mum and dad the same days", 2, 0, ()),
        ("out on a Friday, in August, and alone", 1, 0, ()),
        ("me only", 1, 0, ()),
        ("I would like to take our twelve-year-old son to Rome", 1, 1, (12,)),
        ("we want to take our two kids to Rome", 2, 2, ()),
        ("my husband, our son of twelve and I", 2, 1, (12,)),
        ("my wife, our daughter aged five and I want to see Rome", 2, 1, (5,)),
        ("a couple from Berlin, for a couple days", 2, 0, ()),
    ],
)
def test_a_party(text: str, adults: int, children: int, ages: tuple[int, ...]) -> None:
    (party,) = parties(text)
    assert (party.adults, party.children, party.ages) == (adults, children, ages)


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("Our granddaughter Anna, who is six, will come with the two of us to Jeju", Party(2, 1, (6,), 3)),
        ("Grandma comes along with us two", Party(3, total=3)),
    ],
)
def test_who_comes_with_others_is_one_of_them(text: str, party: Party) -> None:
    assert parties(text)[-1] == party


@pytest.mark.parametrize("text", ["we'd like to take our grandson, too", "with our grandson"])
def test_children_who_are_taken_along_come_on_top(text: str) -> None:
    assert parties(text, Party(2, total=2)) == [Party(0, 1, added=True)]


@pytest.mark.parametrize(
    ("text", "adults"),
    [
        ("we would like to visit our daughter, three of us", 3),
        ("the two of us want to see my sister in Rome", 2),
        ("My wife and I are flying to see our two grandchildren", 2),
    ],
)
def test_who_is_visited_does_not_come_along(text: str, adults: int) -> None:
    assert [(party.adults, party.children) for party in parties(text) if party != NOBODY] == [(adults, 0)]


def test_people_are_but_spoken_of_for_whom_something_is_right() -> None:
    assert parties("it sounds right for the girls", Party(6)) == []


def test_more_children_than_there_were_adults_come_on_top() -> None:
    assert parties("4 of us are children", Party(2)) == [Party(children=4, added=True)]
    assert parties("one of us is a child", Party(2)) == [Party(-1, 1, added=True)]


@pytest.mark.parametrize(
    ("text", "adults", "children", "ages"),
    [
        ("my sister is coming too", 1, 0, ()),
        ("another kid will join us", 0, 1, ()),
        ("put my wife on the Munich trip", 1, 0, ()),
        ("our grandson's coming, he's 14", 0, 1, (14,)),
        ("could you add my son to the Rome trip? He's 12.", 0, 1, (12,)),
        ("we'd like to bring the baby, he'll be 8 months", 0, 1, (0,)),
        ("one more adult, my assistant", 1, 0, ()),
        ("could you make that booking for one person more?", 1, 0, ()),
        ("make it one adult more", 1, 0, ()),
        ("add three more to Munich", 3, 0, ()),
        ("add one more person", 1, 0, ()),
        ("the fourth person", 1, 0, ()),
        ("the three kids are coming as well", 0, 3, ()),
        ("he's bringing his daughter, who is nine", 0, 1, (9,)),
        ("mum is tagging along", 1, 0, ()),
    ],
)
def test_who_comes_on_top(text: str, adults: int, children: int, ages: tuple[int, ...]) -> None:
    assert parties(text) == [Party(adults, children, ages, added=True)]


def test_children_who_come_along_stay_children_where_all_are_counted_up() -> None:
    text = "our two kids will come with us after all, so make it for the three of us"
    assert parties(text, Party(1)) == [Party(0, 2, added=True)]


@pytest.mark.parametrize(
    "text",
    ["he wants to come, so that makes three", "Can she come? So three.", "not alone any more. Make that three"],
)
def test_those_who_come_are_counted_up(text: str) -> None:
    assert parties(text)[-1] == Party(adults=3, total=3)


@pytest.mark.parametrize(
    ("text", "adults", "children"),
    [
        ("one less kid", 0, -1),
        ("my brother isn't coming after all", -1, 0),
        ("my husband can't come, so one fewer", -1, 0),
        ("two fewer adults", -2, 0),
        ("take the child off", 0, -1),
    ],
)
def test_who_stays_at_home(text: str, adults: int, children: int) -> None:
    assert parties(text) == [Party(adults, children, added=True)]


@pytest.mark.parametrize(
    "text",
    [
        "my parents are 70 and can't do stairs",
        "our daughter's birthday",
        "I want to go to Rome",
        "three nights",
        "5 stars",
        "two weeks",
        "it's me again",
        "I find myself drawn to the first",
        "just the one night",
        "I have to discuss it with my husband",
        "is there a park for the kids?",
        "it makes three years",
        "my wife picked the first, so go for that one",
        "show me three more",
        "our first son lives in London",
        "bro I never said the Paris one",
        "we have three friends in Tokyo",
        "Life here is getting too loud for me, and my boss needs me until then",
        "I'm a nurse and I finally have five days off",
        "so I'm the best man and I have to organise this thing",
        "it's my wife who reads the reviews",
        "I'm at home with my parents in Vancouver",
        "so that we overlap with my aunt",
        "nothing with my sister in mind?",
        "since the grandchildren are left with a neighbour",
        "thanks from both of us",
        "Rome alone, but at least eight days",
        "find me one from Chicago to Miami",
        "it's a couple bucks less",
        "two hundred more, men!",
        "Vegas, baby.",
        "we did that on our honeymoon",
    ],
)
def test_no_party(text: str) -> None:
    assert parties(text) == []


SEVEN, FAMILY = Party(adults=7, total=7), Party(adults=2, children=2)


@pytest.mark.parametrize(
    "text",
    [
        "two of us really want one",
        "two of the girls want a gym or a pool",
        "one of us is veggie",
        "one of the lads is allergic to nuts",
        "three of us live there",
        "4 of us live in Toronto and 3 in Atlanta",
        "one of them snores",
        "three of them would rather have a gym",
        "two of us can't eat gluten",
        "two of the guys need wifi for work",
        "my wife and I would like breakfast included",
        "three of us have bad knees",
        "my husband gets grumpy",
        "a couple of us are early risers",
        "me and my sister prefer the centre",
    ],
)
def test_a_part_of_the_party_that_wants_or_has_or_is_something_is_no_party(text: str) -> None:
    assert parties(text, SEVEN) == []


@pytest.mark.parametrize(
    "text",
    ["the kids love beaches", "our two kids would love a pool", "my two boys need a crib", "the girls want a spa"],
)
def test_children_who_are_known_are_not_counted_again(text: str) -> None:
    assert parties(text, FAMILY) == []


@pytest.mark.parametrize("text", ["one of us is veggie", "two of us love beaches", "one of the girls snores"])
def test_a_part_is_no_party_where_nobody_said_who_travels(text: str) -> None:
    assert parties(text) == []


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("two of us want a week in Rome", 2),
        ("five of us live near Boston and want to go to Rome", 5),
        ("four of us are flying from Toronto", 4),
        ("three of us are looking for a beach holiday", 3),
        ("only five of us are coming now", 5),
        ("we are six friends, two of us are vegetarians", 6),
    ],
)
def test_who_is_said_to_travel_or_asks_for_a_journey_is_the_party(text: str, people: int) -> None:
    assert [heads(party) for party in parties(text)] == [people]


FOUR = Party(adults=4, total=4)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Jess dropped out, so it's 3 now", 3),
        ("it's 3 from Toronto now that Jess isn't coming", 3),
        ("Tom and Priya can't make it so we're two now", 2),
        ("we're five now", 5),
        ("so we are now six", 6),
        ("we'll be six now", 6),
        ("there's only three now", 3),
        ("that leaves three", 3),
        ("which leaves just two", 2),
        ("we're down to two", 2),
        ("Marta is out, so just three now", 3),
        ("there's three of us now, not four", 3),
        ("make that five of us", 5),
        ("flights for the 3 from Atlanta", 3),
        ("we've become seven", 7),
        ("the group has grown to nine", 9),
    ],
)
def test_a_changed_number_of_people_is_all_who_travel_now(text: str, people: int) -> None:
    assert parties(text, FOUR)[-1] == Party(people, total=people)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("Anna and Kofi bailed", -2),
        ("Jess isn't coming", -1),
        ("bad news, Olga's not coming", -1),
        ("my brother's not coming", -1),
        ("drop one person", -1),
        ("two of us can't make it", -2),
        ("my brother had to drop out", -1),
        ("one less", -1),
        ("two fewer now", -2),
        ("one person fewer", -1),
        ("one less person", -1),
        ("my mother joins us after all", 1),
        ("please add one person to the booking", 1),
        ("grandma is coming, so one more", 1),
    ],
)
def test_some_more_or_fewer(text: str, change: int) -> None:
    assert parties(text, FOUR) == [Party(change, added=True)]


@pytest.mark.parametrize(
    "text",
    [
        "one less night",
        "it's 3 stars now",
        "there are 3 hotels",
        "we leave at 3 from Rome",
        "book the one which the guests rate best",
        "find me one from Chicago to Miami",
        "we need to b off by the 5th",
        "I wouldn't put my worst uncle there",
        "I have written to my pen friend since I was fourteen, so I don't want to come for three days",
        "which is cheaper for my sister and us?",
    ],
)
def test_other_numbers_are_no_people(text: str) -> None:
    assert parties(text, FOUR) == []


@pytest.mark.parametrize(
    ("text", "adults"),
    [
        ("without the kids then", 0),
        ("no kids after all", 0),
        ("we're leaving the kids with grandma", 0),
        ("we'll leave our boys at my sister's", 0),
        ("the kids aren't coming", 0),
        ("we're all adults", 2),
    ],
)
def test_children_stay_at_home_or_are_none(text: str, adults: int) -> None:
    assert parties(text, FAMILY) == [Party(adults, -2, added=True)]


def test_children_who_stay_with_somebody_bring_nobody_along() -> None:
    assert parties("we're leaving the kids with grandma") == []


def test_without_the_children_only_those_who_are_named_travel() -> None:
    assert parties("a week without the kids, just me and my wife", FAMILY)[-1] == Party(adults=2, total=2)


@pytest.mark.parametrize("text", ["somewhere with no kids", "no kids", "we're all adults"])
def test_no_children_change_nothing_where_none_were_known(text: str) -> None:
    assert parties(text, FOUR) == []


@pytest.mark.parametrize(
    ("text", "adults", "children", "ages"),
    [
        ("we are three friends and I have to be back by Friday", 3, 0, ()),
        ("there are three friends and me", 4, 0, ()),
        ("my wife, me, and three girls 12, 9 and 6", 2, 3, (12, 9, 6)),
        ("a trip for our office of eight", 8, 0, ()),
        ("flights for the five of us", 5, 0, ()),
        ("six people, all adults", 6, 0, ()),
    ],
)
def test_people_are_summed_once(text: str, adults: int, children: int, ages: tuple[int, ...]) -> None:
    (party,) = parties(text)
    assert (party.adults, party.children, party.ages) == (adults, children, ages)


@pytest.mark.parametrize("text", ["I come from a family of eight", "I work in an office of eight", "take care"])
def test_people_who_one_lives_or_works_with_are_no_party(text: str) -> None:
    assert parties(text) == []


def test_one_of_a_party_is_a_child_of_that_age() -> None:
    assert parties("one of us is nine", FOUR) == [Party(-1, 1, (9,), added=True)]


@pytest.mark.parametrize("text", ["us, plus the in-laws", "we and my parents"])
def test_those_beside_us_come_on_top_of_those_who_are_known(text: str) -> None:
    assert parties(text, Party(adults=4)) == [Party(adults=2, added=True)]


def test_everyone_who_is_named_once_more_is_all_with_those_who_come() -> None:
    four_and_three = Party(adults=4, children=3)
    together = parties("four adults, three kids and one adult more now, my brother, so eight", four_and_three)
    assert together == [Party(5, 3), Party(5, 3, total=8)]


def test_one_who_comes_on_top_is_who_is_named_behind() -> None:
    found = parties("add one more please, my son's decided to come after all, he's 12", Party(adults=2))
    assert found == [Party(0, 1, (12,), added=True)]


def test_others_are_the_whole_party_whoever_travelled_before() -> None:
    assert parties("now for my parents", FAMILY) == [Party(2, total=2)]


def test_a_number_behind_who_is_named_is_all_adults() -> None:
    assert parties("she comes too with her husband, four adults", Party(adults=2)) == [Party(4, total=4)]


def test_a_noun_that_is_asked_about_counts_nobody() -> None:
    assert parties("children?? we're four grown men") == [Party(adults=4)]
