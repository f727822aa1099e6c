"""What to say about a table: greets, books, answers, compares, explains, searches, suggests, as over trips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wayframe.dialogue import Arg, Frame, Ref
from wayframe.memory.records import OpenFrame
from wayframe.policy import booking, retelling
from wayframe.policy.answers import compared, many_meant, merge_informs, targets, unlike
from wayframe.policy.situation import Decision, Situation
from wayframe.policy.travel import close, says_something
from wayframe.tables import cues, wishes
from wayframe.tables.domain import searched
from wayframe.tables.reply import TableReply
from wayframe.tables.rows import Facts, Row
from wayframe.tables.schema import Column
from wayframe.tables.table import Table, recalled
from wayframe.values import DONT_CARE

OFFERS, SUGGESTIONS = 3, 2
MOST_LISTED = 8  # values of a column that an answer names
MOST_COMPARED = 6  # facts of each option that a comparison without a question tells

Wanted = Mapping[str, tuple[str | bool, ...]]


class TablePolicy:
    """See `wayframe.policy.Policy`."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._schema = table.schema

    def decide(self, situation: Situation) -> Decision:
        """See `Policy.decide`."""
        reply = TableReply(situation, self._schema)
        if situation.did("greeting"):
            reply.say("greeting")
        if wrong := booking.corrected(situation):
            self._act(situation, reply, wrong, booking.CANCEL)
        if retelling.asks_of_bookings(situation):
            self._tell_booked(situation, reply)
        elif retelling.asks_for_advice(situation) and self._recommend(situation, reply):
            pass
        elif retelling.asks_of_all(situation):
            for frame in (frames := unlike(situation, situation.offers)[-retelling.MOST :]):
                reply.tell(frame, self._telling(reply, frames), named=True)
        elif booking.wanted(situation):
            self._book(situation, reply)
        elif not self._cancel(situation, reply):
            answered = self._compare(situation, reply) or self._answer(situation, reply)
            if self._searches(situation):
                self._find(situation, reply)
            elif not answered:
                self._explain(situation, reply)
        close(situation, reply)
        if not says_something(situation, reply):
            self._ask_again(situation, reply)
        return reply.decision()

    def _book(self, situation: Situation, reply: TableReply) -> None:
        meant = booking.candidates(situation)
        if len(meant) > 1:
            reply.which(meant)
            return
        self._act(situation, reply, meant[0], "book")

    def _cancel(self, situation: Situation, reply: TableReply) -> bool:
        """Take back a booking that the user doesn't want any more; whether there was one."""
        denied = [ref for act in situation.heard if act.name == "negate" for ref in act.refs()]
        frames = [ref.frame for ref in denied if any(arg.key == "action" for arg in ref.annotations)]
        booked = [frame for frame in frames if frame in booking.booked(situation)]
        if not booked or booking.refuses(situation):
            return False
        self._act(situation, reply, booked[0], booking.CANCEL)
        return True

    def _act(self, situation: Situation, reply: TableReply, frame: int, action: str) -> None:
        known = reply.facts(frame)
        slots = [slot for slot in (self._schema.name.slot, *self._price()) if slot in known]
        args = [Arg("action", action), *(Arg(slot, known[slot]) for slot in slots)]
        if frame != situation.memory.active_frame:
            args.append(Arg("write", (reply.pointer(frame),)))
        reply.say("inform", args)

    def _recommend(self, situation: Situation, reply: TableReply) -> bool:
        """The best rated of what was offered, if the table has ratings; whether there is one."""
        rating = next((c for c in self._schema.columns if c.better == "more" and "rating" in (c.label, *c.words)), None)
        offers = {frame: situation.offers[frame] for frame in situation.latest_offers} or dict(situation.offers)
        known = {f: n for f, facts in offers.items() if rating and (n := _number(rating, facts)) is not None}
        if not known:
            return False
        best = max(known, key=known.__getitem__)
        reply.tell(best, [c.slot for c in self._schema.shown], named=True)
        reply.say("suggest", [Arg("action", "book")])
        return True

    def _tell_booked(self, situation: Situation, reply: TableReply) -> None:
        """What is booked; that nothing is, where that is so."""
        booked = booking.booked(situation)
        for frame in booked:
            self._act(situation, reply, frame, "book")
        if not booked:
            reply.say("negate", [Arg("ref", (Ref(situation.memory.active_frame, (Arg("action", "book"),)),))])

    def _price(self) -> list[str]:
        return [self._schema.money.slot] if self._schema.money else []

    # Answers

    def _answer(self, situation: Situation, reply: TableReply) -> bool:
        """Answer what was asked about options; before there are any, about the table."""
        before = len(reply.acts)
        for act in situation.heard:
            slots = [arg.key for arg in act.slots if self._schema.column(arg.key)] if act.name == "request" else []
            if any(arg.key == "count" for arg in act.slots):
                self._count(situation, reply)
            frames = [] if cues.OF_TABLE.search(situation.history[-1].text) else targets(situation, act)
            for frame in frames if slots else ():
                reply.tell(frame, slots, named=len(frames) > 1)
            if slots and not frames:
                self._tell_of_table(reply, slots)
        merge_informs(reply, before)
        return len(reply.acts) > before

    def _count(self, situation: Situation, reply: TableReply) -> None:
        """How many rows fit what is wished for."""
        wanted = _of_now(self._wanted(situation.active, situation), situation)
        found = self._table.search(wanted)
        reply.searched(wanted, len(found), [])
        if found or not self._searches(situation):  # else the search says so
            reply.say("inform", [Arg("count", str(len(found)))])

    def _tell_of_table(self, reply: TableReply, slots: Sequence[str]) -> None:
        """What values a column has, or from where to where they go."""
        for column in (c for slot in slots if (c := self._schema.column(slot))):
            if column.measured:
                if rows := self._table.ends(column):
                    ends = [row.facts[column.slot] for row in rows]
                    reply.say("suggest", [Arg(column.slot, f"{ends[0]} to {ends[1]}")])
            elif column.kind != "boolean":
                values = self._table.values(column)[:MOST_LISTED]
                reply.say("suggest", [Arg(column.slot, value) for value in values])
            else:
                reply.say("request", [])

    def _compare(self, situation: Situation, reply: TableReply) -> bool:
        asked = [act for act in situation.heard if act.name == "request_compare"]
        frames = compared(situation, asked) if asked else []
        if not frames:
            return False
        args = [arg for act in asked for arg in act.slots if self._schema.column(arg.key)]
        best = next((arg for arg in args if arg.value in (wishes.LEAST, wishes.MOST)), None)
        if best:
            self._tell_best(reply, frames, best)
            return True
        slots = [arg.key for arg in args if arg.value is None]
        picked = [a for act in asked for ref in act.refs() for a in ref.annotations if a.key != self._schema.name.slot]
        if cues.WHICH.search(situation.history[-1].text) and picked and not slots:
            so = [f for f in frames if any(reply.facts(f).get(arg.key) == arg.value for arg in picked)]
            for frame in so:
                reply.tell(frame, [arg.key for arg in picked], named=True)
            return bool(so)
        for frame in frames:
            reply.tell(frame, slots or self._telling(reply, frames), named=True)
        return True

    def _telling(self, reply: TableReply, frames: Sequence[int]) -> list[str]:
        """The slots in which options differ, those of the cards first."""
        shown = [*self._price(), *(c.slot for c in self._schema.shown), *(c.slot for c in self._schema.columns)]
        slots = [slot for slot in dict.fromkeys(shown) if slot != self._schema.name.slot]
        differing = [slot for slot in slots if len({reply.facts(frame).get(slot) for frame in frames}) > 1]
        texts = {c.slot for c in self._schema.columns if c.kind == "text"}
        return [slot for slot in differing if slot not in texts][:MOST_COMPARED] or self._price()

    def _tell_best(self, reply: TableReply, frames: Sequence[int], arg: Arg) -> None:
        column = next(c for c in self._schema.columns if c.slot == arg.key)
        known = {f: n for f in frames if (n := _number(column, reply.facts(f))) is not None}
        if known:
            pick = min if arg.value == wishes.LEAST else max
            reply.tell(pick(known, key=known.__getitem__), [column.slot])
        else:
            reply.say("canthelp", [Arg("ref", (reply.pointer(frames[0]),))])

    def _explain(self, situation: Situation, reply: TableReply) -> bool:
        """Tell about what the user turned to or wants to know more of, and propose to take it."""
        if meant := many_meant(situation):
            reply.which(meant)
            return True
        active = situation.memory.active_frame
        turned = active != situation.before.active_frame or situation.did("switch_frame")
        if situation.package and not turned and situation.did("affirm"):
            reply.say("suggest", [Arg("action", "book")])
        elif situation.package and (turned or situation.did("moreinfo", "inform")):
            reply.tell(active, [self._schema.name.slot, *self._details(situation, reply, active)])
            reply.say("suggest", [Arg("action", "book")])
        elif turned or situation.did("moreinfo"):
            for frame in (below := unlike(situation, self._below(situation))):
                reply.tell(frame, self._telling(reply, below))
        return bool(reply.acts)

    def _details(self, situation: Situation, reply: TableReply, frame: int) -> list[str]:
        """What is told of an option that somebody turns to: all of it to who wants to know more."""
        columns = self._schema.columns if situation.did("moreinfo") else self._schema.shown
        known = reply.facts(frame)
        there = [c.slot for c in self._schema.columns if c.kind == "boolean" and known.get(c.slot) is True]
        return list(dict.fromkeys((*(c.slot for c in columns), *there)))

    def _below(self, situation: Situation) -> list[int]:
        active = situation.memory.active_frame
        below = [f.frame_id for f in situation.memory.frames if f.frame_parent_id == active]
        return [frame for frame in below if frame in situation.offers][-retelling.MOST :] or situation.latest_offers

    def _ask_again(self, situation: Situation, reply: TableReply) -> None:
        """Nothing came of the turn: say so where it was not understood, else ask what is open."""
        if situation.heard:
            question = self._question(situation, self._wanted(situation.active, situation))
            reply.say("request", [Arg(question)] if question else [])
            return
        text = situation.history[-1].text
        if not situation.offers and cues.LOOKING.search(text):
            self._find(situation, reply)
        else:
            reply.say("canthelp" if text.rstrip().endswith("?") and situation.offers else "reject")

    # Searching

    def _searches(self, situation: Situation) -> bool:
        """Whether this turn asks for a search: new wishes, other options, or no to what there is."""
        created = len(situation.memory.frames) > max(1, len(situation.before.frames))
        if created or situation.did("request_alts") or _turned_down(situation):
            return True
        informs = [a for act in situation.heard if act.name == "inform" for a in act.slots]
        told = [arg for arg in informs if self._schema.column(arg.key)]
        if situation.package:
            row = recalled(self._schema, situation.package)
            asked = {arg.key: (arg.value,) for arg in told if isinstance(arg.value, str | bool)}
            return any(self._table.missed(row, asked))
        intends = any(arg.key == "intent" for arg in informs)
        return bool(told) or intends or (situation.did("affirm") and not situation.offers)

    def _find(self, situation: Situation, reply: TableReply) -> None:
        """Search and offer; ask first where nothing is wished for yet and much could be offered."""
        wanted = self._by_name(situation) or _of_now(self._wanted(situation.active, situation), situation)
        if question := self._question(situation, wanted):
            reply.say("request", [Arg(question)])
            return
        again = situation.did("request_alts") or _turned_down(situation)
        seen = [self._named(facts) for facts in situation.offers.values()]
        found = self._table.search(wanted)
        unseen = [row for row in found if self._named(row.facts) not in seen] if again else found
        reply.searched(wanted, len(unseen), [row.facts for row in unseen[:OFFERS]])
        if unseen:
            self._offer(situation, reply, wanted, unseen)
            return
        reply.say("sorry")
        missed = () if again else tuple(Arg(slot, value) for slot, values in wanted.items() for value in values)
        reply.say("no_result", [Arg("ref", (Ref(situation.memory.active_frame, missed),))])
        if not self._suggest(situation, reply, wanted, seen):
            reply.say("request")

    def _by_name(self, situation: Situation) -> Wanted:
        """The option that the user has just named, whatever else was wished for."""
        name = self._schema.name.slot
        said = [arg.value for act in situation.heard if act.name == "inform" for arg in act.slots if arg.key == name]
        known = [value for value in said if isinstance(value, str) and self._table.named(value)]
        return {name: tuple(known)} if known else {}

    def _wanted(self, frame: Frame, situation: Situation) -> Wanted:
        """What the user wants of a frame: what was said of it, beneath what the agent told."""
        known = situation.memory.provenance[frame.frame_id - 1]
        held = OpenFrame(frame, known).constraints
        columns = [c.slot for c in self._schema.columns if c.slot in held]
        said = {s: tuple(v.val for v in held[s] if not v.negated and isinstance(v.val, str | bool)) for s in columns}
        return {slot: tuple(dict.fromkeys(values)) for slot, values in said.items() if set(values) - {DONT_CARE}}

    def _question(self, situation: Situation, wanted: Wanted) -> str:
        """The slot to ask for before offering: once, and only while nothing at all is known."""
        asked = any(a.name == "request" for t in situation.history if t.author == "wizard" for a in t.acts)
        if wanted or asked or situation.offers or len(self._table.rows) <= OFFERS:
            return ""
        ranked = {"place": 0, "category": 1, "money": 2}
        columns = [c for c in self._schema.columns if c.kind in ranked and c.searched and c.slot not in wanted]
        held = situation.active.info
        open_ = sorted((c for c in columns if c.slot not in held), key=lambda c: ranked[c.kind])
        return open_[0].slot if open_ else ""

    def _named(self, facts: Facts) -> str:
        return str(facts[self._schema.name.slot])

    def _offer(self, situation: Situation, reply: TableReply, wanted: Wanted, rows: Sequence[Row]) -> None:
        """Offer the first few; one alone that has a frame already is told of again."""
        picks = any(v in (wishes.LEAST, wishes.MOST) for values in wanted.values() for v in values)
        chosen = rows[: 1 if picks else OFFERS]
        counted = any(arg.key == "count" for act in reply.acts for arg in act.slots)
        if len(rows) > len(chosen) and not picks and not counted:
            reply.say("inform", [Arg("count", str(len(rows)))])
        frames = {self._named(facts): frame for frame, facts in situation.offers.items()}
        also = [slot for slot, values in wanted.items() if DONT_CARE not in values]
        alone = frames.get(self._named(chosen[0].facts)) if len(chosen) == 1 else None
        if alone:
            reply.tell(alone, [c.slot for c in (self._schema.name, *self._schema.shown)])
            reply.say("suggest", [Arg("action", "book")])
            return
        for row in chosen:  # together they are alternatives, of which "the first one" is one
            reply.offer_row(row.facts, also=also)

    def _suggest(self, situation: Situation, reply: TableReply, wanted: Wanted, seen: Sequence[str]) -> bool:
        """What would fit if something gave way: which wish, and what it would have to be; whether anything would."""
        ways = self._table.suggest(wanted, SUGGESTIONS, without=seen)
        for way in ways:
            asked = tuple(Arg(slot, value) for slot in way.relaxed for value in wanted[slot])
            there = [Arg(slot, way.row.facts[slot]) for slot in way.relaxed]
            reply.searched({s: v for s, v in wanted.items() if s not in way.relaxed}, 1, [way.row.facts])
            reply.say("suggest", [*there, Arg("ref", (Ref(situation.memory.active_frame, asked),))])
            reply.offer_row(way.row.facts, "suggest", also=way.relaxed)
        return bool(ways)


def _of_now(wanted: Wanted, situation: Situation) -> Wanted:
    """The wishes without those that were answered in earlier turns: "the lightest", and "lighter" than all there is."""
    told = {arg.key for act in situation.heard if act.name == "inform" for arg in act.slots}
    past = {wishes.LEAST, wishes.MOST, *_vain(situation)}
    return {slot: held for slot, held in wanted.items() if slot in told or past.isdisjoint(held)}


def _vain(situation: Situation) -> set[str | bool]:
    """Comparisons ("less than €100") that nothing met in an earlier turn: who goes on has given them up."""
    found = set[str | bool]()
    for turn in situation.history:
        db = searched(turn)
        for search, count in zip(db.search, db.found, strict=True):
            values = (value for values in search.values() for value in values) if not count else ()
            found.update(
                v
                for v in values
                if isinstance(v, str) and v.startswith(("less than ", "more than ", "before ", "after "))
            )
    return found


def _turned_down(situation: Situation) -> bool:
    return situation.did("negate") and not situation.did("switch_frame") and not booking.done(situation)


def _number(column: Column, facts: Facts) -> float | None:
    text = facts.get(column.slot)
    return wishes.number(column, text) if isinstance(text, str) else None
