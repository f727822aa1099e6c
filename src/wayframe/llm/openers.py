"""Words that begin a sentence and are no names."""

from __future__ import annotations

OPENERS = frozenset((
    "a", "absolutely", "actually", "after", "again", "alas", "all", "alright", "also", "alternatively", "although",
    "an", "and", "another", "any", "anything", "anytime", "apologies", "are", "arrival", "as", "at", "available",
    "awesome", "aye", "because", "before", "best", "bon", "both", "brilliant", "but", "by", "bye", "can",
    "certainly", "check", "cheers", "choose", "come", "coming", "congratulations", "consider", "could", "couldn",
    "currently", "dates", "days", "delighted", "departing", "departure", "did", "do", "does", "doesn", "don",
    "done", "each", "either", "enjoy", "every", "everything", "exactly", "excellent", "fancy", "fantastic",
    "farewell", "feel", "finally", "fine", "first", "flights", "flying", "for", "fortunately", "from", "getting",
    "give", "given", "glad", "gladly", "going", "good", "goodbye", "got", "great", "greetings", "guess", "guest",
    "guests", "happily", "happy", "have", "hello", "here", "hey", "hi", "hmm", "home", "hooray", "how", "however",
    "i", "if", "in", "indeed", "instead", "is", "isn", "it", "its", "just", "keep", "kindly", "last", "later",
    "leave", "leaving", "let", "lets", "like", "long", "looking", "love", "lovely", "luckily", "many", "may",
    "maybe", "me", "meanwhile", "might", "moreover", "most", "much", "must", "my", "naturally", "nearby", "need",
    "next", "no", "nope", "nor", "not", "noted", "nothing", "now", "of", "oh", "ok", "okay", "on", "one", "only",
    "options", "or", "other", "otherwise", "our", "out", "outbound", "over", "packages", "perfect", "perhaps",
    "please", "pleased", "pleasure", "possibly", "price", "priced", "prices", "pricing", "quick", "rated", "rather",
    "ready", "regarding", "regrettably", "return", "returning", "right", "room", "sadly", "safe", "same", "save",
    "see", "shall", "she", "should", "since", "so", "some", "something", "soon", "sorry", "sounds", "start", "stay",
    "staying", "still", "such", "super", "sure", "surely", "sweet", "take", "tell", "thank", "thankfully", "thanks",
    "that", "the", "their", "then", "there", "these", "they", "think", "this", "those", "though", "time", "to",
    "total", "totally", "travelers", "traveling", "travellers", "travelling", "trip", "trips", "truly", "try",
    "under", "unfortunately", "until", "up", "upon", "very", "wait", "want", "way", "we", "welcome", "well", "what",
    "whatever", "when", "where", "whether", "which", "while", "who", "why", "wishing", "with", "within",
    "wonderful", "works", "would", "wouldn", "wow", "yay", "yeah", "yes", "yet", "you", "your",
))  # fmt: skip
