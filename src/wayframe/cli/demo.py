"""The documented conversation: what `make run` plays where there is no terminal, and what docs/conversation.md shows.

It is the paper's task 3 (one origin, four cities, a window of dates), then everything that needs memory.
"""

LINES = (
    "Hi! I'm in Montreal and I want to travel sometime between August 23rd and September 1st.",
    "I can't decide between New York, Tokyo, Berlin and Paris.",
    "How much is each one, how many stars do they have, and is there wifi?",
    "What about the first one in business class?",
    "Which is the cheapest?",
    "/frames",
    "Go back to the Tokyo one.",
    "My budget is only $900 though.",
    "Ok, the first one works for me. Does it have free breakfast?",
    "Hmm, let's go back to the Jacaranda Residence.",
    "/why",
    "Great, book it!",
    "/frames",
    "Thanks, bye!",
)
