"""Understanding what is said about a table: its own words (`vocabulary`), its numbers (`numbers`), and the cues that
are the same whatever one talks about (`nlu.patterns`, `nlu.answers`).

What words point at is looked up here, as far as it hangs on the rows: "the lightest" and "the Lenovo" become the name
of an option, "anything lighter?" a limit. Which frame has that name is the tracker's business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wayframe.dialogue import Act
from wayframe.nlu import Context
from wayframe.nlu import patterns as say
from wayframe.nlu.answers import agrees, answers
from wayframe.nlu.draft import Draft
from wayframe.nlu.legible import legible
from wayframe.nlu.scene import Scene, has, scene
from wayframe.nlu.sentences import Sentence, sentences, straightened
from wayframe.tables import cells, cues, wishes
from wayframe.tables.numbers import Amount, amounts, days
from wayframe.tables.options import Options
from wayframe.tables.rows import Row
from wayframe.tables.schema import Column
from wayframe.tables.table import Table
from wayframe.tables.vocabulary import Degree, Found, Named, Vocabulary, before, words

ANY = "any"


class TableNLU:
    """Acts and slots by the words of a table."""

    def __init__(self, table: Table) -> None:
        self._table, self._vocabulary = table, Vocabulary(table)
        self._ordinal = cues.ordinal(table.schema.item)

    def understand(self, text: str, context: Context) -> tuple[Act, ...]:
        """The acts of a user's turn; see `wayframe.nlu.NLU`."""
        plain = straightened(legible(text))
        at = scene(context)
        return _Turn(plain, context, at, self._table, self._vocabulary).acts(self._ordinal.search(plain))


class _Turn:
    """One turn while it is being understood."""

    def __init__(self, text: str, context: Context, at: Scene, table: Table, vocabulary: Vocabulary) -> None:
        self.text, self.scene, self.table, self.draft = text, at, table, Draft()
        self.name, self.of_table = table.schema.name, cues.OF_TABLE.search(text) is not None
        self.stays = False  # what is turned to is at hand already
        self.frames = context.memory.frames
        self.options = Options(table, at, self.frames, context.history)
        self.parts: list[Sentence] = sentences(text, ())
        spoken = words(text)
        self.degrees = [d for d in vocabulary.degrees(spoken) if not cues.AT_THE.search(before(text, d.start))]
        named = vocabulary.columns(spoken)
        asked = [slot for slot in at.asked if table.schema.column(slot)]
        known = [str(row.facts[self.name.slot]) for row in map(self.options.row, self.frames) if row]
        self.values = [f for f in vocabulary.values(spoken, text, known) if not _inside(f, self.degrees)]
        dates = days(text, table, named, context.today, asked)
        months = [d for d in dates if any(map(str.isalpha, text[d.start : d.end]))]
        numbers = [a for a in amounts(text, table, named, self.degrees, asked) if not _inside(a, months)]
        numbers += [d for d in dates if not _inside(d, numbers)]  # "between 20 and 30 euros" are no days
        self.amounts: list[Amount] = [a for a in numbers if not _inside(a, self.values)]
        self.degrees = [d for d in self.degrees if not _inside(d, self.amounts)]
        longer = [n for n in named if n.column.kind == "boolean"]  # "vegan options" are more than vegan food
        self.values = [f for f in self.values if not any(n.start <= f.start and f.end < n.end for n in longer)]
        self.named = [n for n in named if not _inside(n, [*self.values, *self.degrees])]

    # What the words stand for

    def _asks(self, start: int) -> Sentence | None:
        """The sentence around a place in the text, if it asks."""
        return next((p for p in self.parts if p.start <= start < p.end and p.asks), None)

    # The acts

    def acts(self, ordinal: re.Match[str] | None) -> tuple[Act, ...]:
        """The acts that the turn amounts to."""
        compares = self._comparing()
        for amount in self.amounts:
            if self._of_it(amount.start):
                self.draft.add("request", amount.column.slot)
            elif chosen := self._chosen(amount):
                self._turn_to(chosen)
            else:
                self._inform(amount.column, amount.wish)
        for value in self.values:
            self._value(value, compares)
        for degree in self.degrees:
            self._degree(degree, compares)
        for named in self.named:
            self._column(named, compares)
        self._questions(compares)
        asked = [act for act in self.draft.acts() if act.name == "request_compare" and act.slots]
        if compares and self.draft.informed() and not asked:
            self.draft.drop("request_compare")  # "which of those is in Leipzig?", and none is
        if not compares and not self.draft.has("request_compare"):
            self._point(ordinal)
        self._takings_back()
        self._alternatives_asked()
        self._booking()
        self._turning()
        for name, cue in (("greeting", say.GREETING), ("thankyou", say.THANKS), ("goodbye", say.GOODBYE)):
            if cue.search(self.text) and not (name == "goodbye" and self.draft.informed()):
                self.draft.add(name)
        if self.stays and not self.draft.acts():
            self.draft.add("moreinfo")
        return self.draft.acts()

    def _chosen(self, amount: Amount) -> Row | None:
        """The only option that is so: "the one with 32 GB"."""
        if not cues.THE_ONE.search(before(self.text, amount.start)):
            return None
        wish = wishes.read(amount.column, amount.wish)
        fitting = [row for row in self.options.alternatives if wish.fits(row.values.get(amount.column.slot))]
        return fitting[0] if len(fitting) == 1 else None

    def _inform(self, column: Column, wish: str | bool) -> None:
        self.draft.add("inform", column.slot, wish)
        if column.kind == "place" and isinstance(wish, str):
            self._leave(column, wish)

    def _leave(self, column: Column, place: str) -> None:
        """A place where another one that was wished for isn't takes its turn: Rioja is not in Italy."""
        held = self.scene.active.info if self.scene.active else {}
        for other in self.table.schema.columns if wishes.read(column, place).value else ():
            values = [v.val for v in held.get(other.slot, ()) if isinstance(v.val, str) and not v.negated]
            kept = other.kind != "place" or other == column or other.slot in self.draft.informed()
            if not kept and values and not self.table.search({column.slot: [place], other.slot: values[-1:]}):
                self.draft.add("inform", other.slot, ANY)

    def _comparing(self) -> bool:
        """Whether the turn compares options; the few that it counts off are named."""
        apart = cues.COMPARE.search(self.text) and not cues.OVERALL.search(self.text)
        if not apart or len(self.options.alternatives) < 2:
            return False
        self.draft.add("request_compare")
        rows = self.options.alternatives
        counted = list[Row]()
        if found := cues.FEW.search(self.text):
            count = cues.COUNTS[found.group("count").lower()]
            counted = rows[-count:] if found.group("end").lower() == "last" else rows[:count]
        else:
            places = [cues.PLACES[found.group().lower()] for found in cues.PLACE.finditer(self.text)]
            counted = [rows[place] for place in places if place < len(rows)] if len(places) > 1 else []
        for row in counted:
            self.draft.add("request_compare", self.name.slot, self.options.name(row))
        return True

    def _value(self, found: Found, compares: bool) -> None:
        """A value: an option that is picked or compared by it, one that is refused, or a wish."""
        column, value, before = found.column, found.value, self.text[: found.start]
        if cues.THAN.search(before) and any(d.end <= found.start for d in self.degrees):
            return  # what is compared with, see _degree
        if cues.NO.search(before):
            self._inform_also(column, "not ", f"not {value}")
        elif compares and any(self.options.row(f) and has(f, column.slot, value) for f in self.frames):
            self.draft.add("request_compare", column.slot, value)
        elif self._picks(found):
            if column == self.name and self.scene.holds(column.slot, value):
                self.stays = True
            else:
                self.draft.add("switch_frame", column.slot, value)
        elif self._of_it(found.start):
            self.draft.add("request", column.slot)
        elif column.kind == "list":
            self._inform_also(column, wishes.LIKE, value)
        elif not self.scene.holds(column.slot, value) or not self.options.at_hand:
            self._inform(column, value)

    def _of_it(self, start: int) -> bool:
        """Whether what stands here is asked of the option at hand: "is it in the Old Town?"."""
        part = self._asks(start)
        if part is None:
            return False
        of_it = cues.OF_IT.search(part.words) or (self.options.at_hand and cues.IS_THERE.search(part.words))
        return bool(of_it) and bool(self.options.looked_at)

    def _inform_also(self, column: Column, form: str, wish: str) -> None:
        """A wish beside those of its form that hold of a column already: other refusals, other things in a list."""
        held = self.scene.active.info.get(column.slot, ()) if self.scene.active else ()
        for kept in (v.val for v in held if isinstance(v.val, str) and v.val.startswith(form)):
            self._inform(column, kept)
        self._inform(column, wish)

    def _picks(self, found: Found) -> bool:
        """Whether a value picks an option: one has it, and the words are those for something known."""
        slot, before = found.column.slot, self.text[: found.start]
        if not any(self.options.row(f) and has(f, slot, found.value) for f in self.frames):
            return False
        if found.column == self.name:
            return True
        if cues.THE_ONE.search(before):
            return True
        if self.scene.holds(slot, found.value) and not cues.RETURNING.search(before):
            return False
        if found.column.kind == "place" and not cues.ONE.match(self.text[found.end :]):
            return bool(cues.RETURNING.search(before))
        return bool(cues.THE.search(before)) or bool(cues.RETURNING.search(before))

    def _degree(self, degree: Degree, compares: bool) -> None:
        """A comparative is about what is looked at; a superlative picks one of several, or is a wish."""
        column, after = degree.column, self.text[degree.end :]
        if degree.superlative:
            self._superlative(degree, compares, after)
            return
        if compares and cues.WHICH.search(self.text):
            self.draft.add("request_compare", column.slot, wishes.MOST if degree.more else wishes.LEAST)
            return
        if (rival := self._compared_with(after)) and self._of_it(degree.start):
            self.draft.add("request_compare", column.slot)
            for each in (self.options.looked_at[0], rival):
                self.draft.add("request_compare", self.name.slot, self.options.name(each))
            return
        if cues.THE_DEGREE.search(before(self.text, degree.start)) and cues.OF_OPTIONS.match(after):
            self._pick(degree, self.options.told or self.options.alternatives)
            return
        than = [f for f in self.values if f.column == self.name and cues.THAN.search(before(self.text, f.start))]
        rows = [row for f in than if (row := self.table.named(f.value))] or self.options.looked_at
        held = [number for row in rows if (number := cells.order(row.values.get(column.slot))) is not None]
        if held:
            limit = f"{'more' if degree.more else 'less'} than"
            self._inform(column, wishes.said(column, limit, max(held) if degree.more else min(held)))
        else:
            self._inform(column, wishes.MOST if degree.more else wishes.LEAST)

    def _compared_with(self, after: str) -> Row | None:
        """The option that another one is compared with: "than the first"."""
        if not (than := cues.THAN_THE.match(after)):
            return None
        rows, place = self.options.alternatives, cues.PLACES.get(than.group(1).casefold())
        if place is not None:
            return rows[place] if place < len(rows) else None
        named = [f for f in self.values if f.column == self.name]
        return self.table.named(named[0].value) if named else None

    def _superlative(self, degree: Degree, compares: bool, after: str) -> None:
        column, extreme = degree.column, wishes.MOST if degree.more else wishes.LEAST
        options = [row for row in self.options.alternatives if column.slot in row.values]
        overall = cues.OVERALL.search(self.text) is not None
        if overall:
            self._inform(column, extreme)
        elif options and (compares or (len(options) > 1 and cues.WHICH.search(self.text))):
            self.draft.add("request_compare", column.slot, extreme)
        elif len(options) > 1 and cues.OF_OPTIONS.match(after):
            self._pick(degree, options)
        else:
            self._inform(column, extreme)

    def _pick(self, degree: Degree, options: Sequence[Row]) -> None:
        """Turn to the option that is most so."""
        known = [
            (number, row) for row in options if (number := cells.order(row.values.get(degree.column.slot))) is not None
        ]
        if known:
            pick = max if degree.more else min
            self._turn_to(pick(known, key=lambda each: each[0])[1])

    def _turn_to(self, row: Row) -> None:
        at_hand = self.options.at_hand
        if at_hand and self.options.name(at_hand) == self.options.name(row):
            self.stays = True
        else:
            self.draft.add("switch_frame", self.name.slot, self.options.name(row))

    def _column(self, named: Named, compares: bool) -> None:
        """A column that is named without a value: a feature wished for or asked about, or what is to be told."""
        column, before, after = named.column, self.text[: named.start], self.text[named.end :]
        if any(a.column == column for a in self.amounts) or (column == self.name and cues.ANY.search(before)):
            return
        if any(d.column == column for d in self.degrees) and column.kind != "boolean":
            return
        wanted = column.kind == "boolean" and cues.SOME.search(before)  # "any organic ones" are organic
        if (cues.ANY.search(before) and not wanted) or cues.NO_MATTER.match(after):
            asking = self._asks(named.start)
            if not (asking and "?" in asking.words) and column.kind != "boolean":
                self._inform(column, ANY)
            return
        part = self._asks(named.start)
        wishes_one = part is not None and cues.WISHES_ONE.search(part.words) is not None
        if compares:
            self.draft.add("request_compare", column.slot)
        elif column.kind == "boolean" and (part is None or wishes_one or wanted):
            self._inform(column, not cues.NO.search(before))
        elif (yes := self._yes(column)) and (part is None or wishes_one):
            self._inform(column, yes)
        elif part is None or column == self.name or (wishes_one and self._wished()):
            return
        elif not cues.AVERAGE.search(before):
            self.draft.add("request", column.slot)

    def _yes(self, column: Column) -> str:
        """What a column that says yes, no or something between has for yes; empty where it has none."""
        values = self.table.values(column) if column.kind == "category" else ()
        return next((value for value in values if value.casefold() in cells.YES), "")

    def _wished(self) -> bool:
        return bool(self.amounts or self.degrees or self.draft.informed())

    def _questions(self, compares: bool) -> None:
        """Questions without the column's name: how much, where."""
        name, asked = "request_compare" if compares else "request", {n.column.slot for n in self.named}
        money = self.table.schema.money
        if money and not self.amounts and cues.HOW_MUCH.search(self.text):
            self.draft.add(name, money.slot)
        if self._counts():
            self.draft.add("request", "count")
        for cue, kind in ((cues.WHERE, "place"), (cues.WHEN, "date")):
            columns = [c for c in self.table.schema.columns if c.kind == kind and c.slot not in asked]
            for column in columns if cue.search(self.text) and not self.draft.informed() else ():
                self.draft.add(name, column.slot)
        more = cues.TELL_ALL.search(self.text) or say.MORE.search(self.text)
        if more and not self.draft.has("request", "request_compare") and not self.scene.opening:
            self.draft.add("moreinfo")

    def _counts(self) -> bool:
        """Whether it is asked how many there are; how many gears there are is something else."""
        found = cues.HOW_MANY.search(self.text)
        return found is not None and not any(
            n.column.measured and found.start("what") <= n.start < found.end("what") for n in self.named
        )

    def _point(self, ordinal: re.Match[str] | None) -> None:
        """An option that is counted off among the others: "the second one"."""
        places = [
            cues.PLACES[word] for word in (ordinal.group().lower() if ordinal else "").split() if word in cues.PLACES
        ]
        if any(place >= len(self.options.alternatives) for place in places):
            return
        if cues.BEFORE.search(self.text) and self.options.before:
            self._turn_to(self.options.before)
        elif ordinal and self.options.alternatives and not self.draft.has("switch_frame"):
            words = re.sub(rf"\b{re.escape(self.table.schema.item)}\b", "one", ordinal.group(), flags=re.IGNORECASE)
            self.draft.add("switch_frame", "ref_anaphora", words)

    def _takings_back(self) -> None:
        """What is booked is cancelled, what was said last undone; else yes, no, and "I don't mind"."""
        if self.scene.bookings and say.CANCEL.search(self.text):
            self.draft.add("negate", "action", "book")
        elif say.UNDO.search(self.text) and not self.scene.opening:
            self.draft.add("switch_frame", "ref_anaphora", self.text.strip())
        else:
            self._answers()

    def _answers(self) -> None:
        """Yes, no, and "I don't mind"."""
        informed = self.draft.informed()
        said = [] if self.draft.has("request", "request_compare") else list(answers(self.text, self.scene, informed))
        for answer in said:
            if answer.slot == "flex" or (answer.act == "negate" and (informed or self.draft.has("switch_frame"))):
                continue
            self.draft.add(*answer)
        disliked = say.DISLIKES.search(self.text) and not self.scene.opening
        if disliked and not self.draft.informed() and not self.draft.has("negate", "switch_frame"):
            self.draft.add("negate")

    def _alternatives_asked(self) -> None:
        others = say.ALTERNATIVES.search(self.text) or cues.OTHERS.search(self.text)
        if others and not self.scene.opening and not self._changes():
            self.draft.add("request_alts")

    def _changes(self) -> bool:
        return bool(self.draft.informed()) or self.draft.has("switch_frame")

    def _booking(self) -> None:
        if self.scene.opening or say.NOT_BOOK.search(self.text):
            return
        said = (say.BOOK, say.BOOK_FIRST, cues.BOOK, cues.PLEASE_TAKE)
        if any(cue.search(self.text) for cue in said) and not self.draft.informed():
            self.draft.add("inform", "intent", "book")
            self.draft.drop("affirm")

    def _turning(self) -> None:
        """Who likes, asks about or books what alone was offered turns to it."""
        alone = len(self.scene.offered) == 1 and not self.draft.has("switch_frame", "request_compare")
        if not alone or self.draft.informed() or self._counts() or self.of_table:
            return
        if self.draft.books() or self.draft.has("request", "moreinfo") or agrees(self.text):
            offered = self.options.row(self.scene.offered[0])
            if offered:
                self.draft.add("switch_frame", self.name.slot, self.options.name(offered))


def _inside(place: Amount | Degree | Found | Named, others: Sequence[Amount | Found | Degree]) -> bool:
    return any(place.start < other.end and other.start < place.end for other in others)
