"""The wording of the agent's sentences. `{slot}` is a value of the act, as it stands there; nothing else varies."""

from __future__ import annotations

from calendar import month_name

# Acts that say the same whatever they hold.
PLAIN: dict[str, tuple[str, ...]] = {
    "greeting": ("Hello!", "Hi there!", "Welcome!"),
    "thankyou": ("Thank you!", "Thanks!"),
    "you_are_welcome": ("You're welcome!", "My pleasure.", "Happy to help."),
    "goodbye": ("Goodbye!", "Bye, and safe travels!", "Goodbye, and come back any time!"),
    "sorry": ("Sorry.", "I'm sorry.", "My apologies."),
    "moreinfo": ("Would you like to know more?",),
}

# What the agent asks for: each entry is taken once all its slots are open, and covers them; the longest come first.
QUESTIONS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("dst_city",): ("Where would you like to go?", "Which city would you like to visit?"),
    ("or_city",): ("Where will you be leaving from?", "Which city do you start from?"),
    ("str_date", "end_date"): ("When would you like to travel?", "What are your dates?"),
    ("str_date",): ("When would you like to leave?",),
    ("end_date",): ("When do you need to be back?",),
    ("n_adults", "n_children"): ("How many people are travelling?",),
    ("n_adults",): ("How many adults are travelling?",),
    ("n_children",): ("How many children are travelling?",),
    ("budget",): ("What is your budget?", "How much would you like to spend at most?"),
    ("flex",): ("Are your dates flexible?",),
    ("name",): ("Which one do you mean? The hotel's name will do.", "Which of these? Just tell me the hotel."),
}

# What follows a subject ("The Silver Lantern ..."), by slot.
HOTEL: dict[str, str] = {
    "name": "is at the {name}",
    "dst_city": "goes to {dst_city}",
    "category": "is a {category} hotel",
    "gst_rating": "is rated {gst_rating} by its guests",
}
TRIP: dict[str, str] = {
    "duration": "takes {duration}",
    "or_city": "leaves from {or_city}",
    "dep_time_or": "leaves at {dep_time_or}",
    "arr_time_dst": "gets there at {arr_time_dst}",
    "dep_time_dst": "starts back at {dep_time_dst}",
    "arr_time_or": "is home at {arr_time_or}",
    "seat": "flies in {seat} class",
    "n_adults": "is for {n_adults}",
    "n_children": "includes {n_children}",
    "price": "costs {price}",
}
DATES = "runs from {str_date} to {end_date}"
DAYS: dict[str, str] = {"str_date": "starts on {str_date}", "end_date": "ends on {end_date}"}

# Amenities and places; a sentence says which there are and, where that was asked, which there aren't.
AMENITIES: dict[str, str] = {
    "wifi": "free wifi", "breakfast": "free breakfast", "parking": "free parking", "spa": "a spa", "gym": "a gym",
}  # fmt: skip
PLACES: dict[str, str] = {
    "park": "a park", "museum": "a museum", "beach": "the beach", "shopping": "the shops", "market": "a market",
    "airport": "the airport", "university": "the university", "mall": "a mall", "cathedral": "the cathedral",
    "downtown": "downtown", "palace": "a palace", "theatre": "a theatre",
}  # fmt: skip

# What of these changes where it is said of several at once.
OF_SEVERAL = (
    ("has ", "have "), ("doesn't have ", "don't have "), ("isn't near ", "aren't near "), ("is near ", "are near "),
)  # fmt: skip
AFFIRMED = {"doesn't have ": "has ", "isn't near ": "is near "}

OPEN: tuple[str, ...] = ("What else can I do for you?", "What would you like to change?")

OFFERS: tuple[str, ...] = ("There's {what}.", "I can offer {what}.", "I have {what}.", "How about {what}?")
MORE_OFFERS: tuple[str, ...] = ("Or {what}.", "There's also {what}.", "Then there's {what}.")
SUGGESTIONS: tuple[str, ...] = ("What I do have is {what}.", "The nearest I have is {what}.", "I could suggest {what}.")
MORE_SUGGESTIONS: tuple[str, ...] = ("Or there's {what}.", "Another way: {what}.")

# How a constraint sounds when nothing fits it.
FAILED: dict[str, str] = {
    "or_city": "from {or_city}",
    "dst_city": "to {dst_city}",
    "str_date": "leaving {str_date}",
    "end_date": "back by {end_date}",
    "budget": "for {budget}",
    "price": "for less than {price}",
    "n_adults": "for {n_adults}",
    "n_children": "with {n_children}",
    "max_duration": "of {max_duration}",
    "min_duration": "of at least {min_duration}",
    "duration": "of {duration}",
    "seat": "in {seat} class",
    "category": "in a {category} hotel",
    "gst_rating": "rated {gst_rating}",
    "name": "at the {name}",
}
MONTHS = frozenset(month.casefold() for month in month_name[1:])
WITH_THE = ("United ", "Netherlands", "Philippines", "Bahamas", "Maldives", "Czech ", "Dominican ")  # "the Bahamas"
NOTHING: tuple[str, ...] = ("I have nothing {how}.", "There's nothing {how}.", "I couldn't find anything {how}.")
NOTHING_ELSE: tuple[str, ...] = ("There's nothing else.", "That's all I have.")

# What could give way, for a suggestion of slots without values.
GIVES_WAY: dict[str, str] = {
    "budget": "a higher budget", "str_date": "other dates", "end_date": "a later return", "dst_city": "another city",
    "or_city": "another airport to leave from", "max_duration": "a longer trip", "min_duration": "a shorter trip",
    "seat": "another seat class", "category": "another star rating", "gst_rating": "another guest rating",
    "name": "another hotel", "flex": "more flexible dates", "n_adults": "a smaller party", "amenities": "fewer extras",
    "vicinity": "another neighbourhood",
}  # fmt: skip
CHANGE: tuple[str, ...] = ("It would work with {what}.", "With {what} I can help.")
# The same where it is said how it would be, and what was asked for.
GIVES_WAY_TO: dict[str, tuple[str, str]] = {
    "price": ("for {price}", "{budget}"), "str_date": ("leaving {str_date}", "{str_date}"),
    "end_date": ("back on {end_date}", "{end_date}"), "duration": ("for {duration}", "{max_duration}"),
    "seat": ("in {seat} class", "{seat}"), "category": ("in a {category} hotel", "{category}"),
    "gst_rating": ("with a rating of {gst_rating}", "{gst_rating}"), "name": ("at the {name}", "the {name}"),
    "dst_city": ("to {dst_city}", "{dst_city}"), "or_city": ("from {or_city}", "{or_city}"),
}  # fmt: skip
INSTEAD: tuple[str, ...] = ("It would work {what}.", "There is something {what}.")
WITHOUT = "without {what}"
AWAY = "not near {what}"

BOOK: tuple[str, ...] = ("Shall I book it?", "Would you like me to book it?", "Do you want me to book it?")
CANCELLED: tuple[str, ...] = ("It's cancelled: {what}.", "Cancelled: {what}.")
ALREADY_BOOKED: tuple[str, ...] = ("It's booked already.", "That one is booked already.")
CHEAPEST: tuple[str, ...] = ("The cheapest costs {price}.", "The cheapest there is costs {price}.")
EXAMPLES: tuple[str, ...] = ("There's {what}, for example.", "You could go to {what}.")
BOOKED: tuple[str, ...] = ("Done, it's booked: {what}.", "It's booked: {what}.", "All set, booked: {what}.")
HEARMORE: tuple[str, ...] = ("Would you like to hear more about any of these?", "Shall I tell you more about one?")
HEARMORE_ONE: tuple[str, ...] = ("Would you like to hear more about it?", "Shall I tell you more?")
REJECT: tuple[str, ...] = (
    "I didn't get that. You can give me cities, dates or a budget, ask about an offer, or go back to an earlier one.",
    "Sorry, that went past me. Try a city, dates, a budget, or the name of a hotel that we talked about.",
)
CANTHELP: tuple[str, ...] = (
    "I'm afraid I can't help with that. I can tell you prices, dates, flight times, seats, stars, ratings, what a "
    "hotel has and what is near it.",
    "That's beyond me, I'm afraid. My database has prices, dates, flight times, seats, stars, ratings, what a hotel "
    "offers and what is near it.",
)
CANTHELP_TOO: tuple[str, ...] = (
    "About the rest I know nothing, I'm afraid.",
    "As for the rest, I'm afraid that my database doesn't say.",
)
CONFIRM: tuple[str, ...] = ("Just to be sure: {what}?", "Did I get that right: {what}?")
NOT_BOOKED = ("Nothing is booked yet.",)
OTHER_DAYS = ("Yes, on other days, too.", "Yes, there are other dates.")
NO_OTHER_DAYS = ("No, these are the only dates.", "No, there are no other dates.")
YES, NO = ("Yes.", "Yes, it is."), ("No.", "No, I'm afraid not.")
