"""A large table of an SQL database as a source: searches are queries, and rows stay where they are.

What a query asks of a column goes by its type in the database: numbers, days and yes or no are compared there, the few
values of a category here first, by which the query then asks for those that fit.
"""

from __future__ import annotations

import math
import re
import time
import weakref
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from wayframe.errors import InputError
from wayframe.meaning.records import Constraint, Days, Direction, Flag, Money, Number, Text, Texts, Value
from wayframe.schema import Kind, Schema, Slot, units
from wayframe.schema.inference import FIELD, ROW, TableGuess, is_template, row_names
from wayframe.schema.tables import ColumnReport, LoadReport, RawTable
from wayframe.sources.constraints import Check, Range, allowed, asks_for_sold_out, checks, holds, sold_out
from wayframe.sources.places import WORLD
from wayframe.sources.protocol import Condition, Found, Item, Mean, Query, Relaxed, means_of, usual_order
from wayframe.sources.tables.cells import said
from wayframe.sources.tables.reading import DatabaseConnection, raw_of
from wayframe.sources.tables.records import TableRecords, relaxed
from wayframe.sources.tables.source import parts, share_away

if TYPE_CHECKING:
    from wayframe.sources.tables.kept import Understand

COUNTED = 1_000
"""Rows that are counted where it doesn't matter how many more there are."""

_MOST_VALUES = 5_000  # of a column, that are known here
_SLACK = 1e-9
_SAMPLED = 2_000  # rows that fit by which values are found; of no more, they are counted
_PATIENCE = 0.25  # seconds for all that nearly fits
_FEW_ENOUGH = 50_000  # rows that are rather put in order than walked to
_PATIENCE_EACH = 0.06  # seconds for what misses just some wishes
_IN_ORDER = 0.05  # seconds for a walk along an index by which rows are in order
_IN_COVERING_ORDER = 0.5  # the same where the index has all that is searched by
_COUNTING = 0.025  # seconds after which how many fit is estimated, by what the database knows of its columns
_COSTLY = 6_000.0  # in PostgreSQL's own measure: what would take longer than that isn't begun
_SPELLED: tuple[Kind, ...] = ("category", "place", "list")

Clause = Any
"""An expression of SQLAlchemy's."""


def open_table(database: DatabaseConnection, understand: Understand, today: date) -> tuple[DatabaseTable, LoadReport]:
    """Return a large table of a database with its load report: its columns are understood by some of its rows.

    Raises `InputError` and SQLAlchemy's errors.
    """
    sample = raw_of(database, _sampled(database))._replace(notes=())
    guess = understand(sample, "")
    name = guess.name.header
    if ROW in name or not _is_unlike(sample, name):
        guess = understand(sample, _by_key(database, guess))
    columns, slots = list[ColumnReport](), list[Slot]()
    keys = {column.name for column in database.keys}
    guesses = {each.slot.header: each for each in guess.columns}
    for slot in guess.schema.slots:
        kept = kept_in(slot, database.table.c.get(slot.header))
        if slot.header in keys and slot.kind != "name":
            kept = replace(kept, shown=False, told=False, wishable=False)
        slots.append(kept)
        known = guesses.get(slot.header)
        why, doubts = guess.name.why, list[str]()
        if known and kept.kind != "name":
            why, doubts = known.why, [*known.doubts]
        if kept.kind != slot.kind:
            doubts.append(f"its type in the database is none of a {slot.kind}: a view that casts it has another")
        columns.append(ColumnReport(kept, why, tuple(doubts), len(sample.rows), (), ()))
    schema = replace(guess.schema, slots=tuple(slots))
    indexed = _indexed(database)
    covering = _covering(database, schema)
    notes = tuple(_index_notes(database, schema, indexed, covering))
    found = DatabaseTable(database, schema, indexed, covered=covering is None, today=today)
    counted = found.search(Query(counted=True), 0)
    return found, LoadReport(schema, counted.total, guess.name.doubts, notes, tuple(columns), counted.about)


_SAMPLE = 4_000  # rows by which columns are understood


def _sampled(database: DatabaseConnection) -> list[Any]:
    """Return some rows, from all over a very large table where the database can give these."""
    if database.engine.dialect.name == "postgresql" and not database.query:
        some = database.table.tablesample(sql.func.system(1))
        with database.engine.connect() as connection:
            rows = list(connection.execute(sql.select(some).limit(_SAMPLE)).all())
        if len(rows) == _SAMPLE:
            return rows
    return database.rows(_SAMPLE)


def _is_unlike(sample: RawTable, name: str) -> bool:
    """Return whether no two of some rows have the same name."""
    names = [text.casefold() for text in row_names(sample, name, ())]
    return not any(text.endswith(" (2)") for text in names)


def _by_key(database: DatabaseConnection, guess: TableGuess) -> str:
    """Return the template of names that the table's key tells apart. Raises `InputError` where it has none."""
    keys = [column.name for column in database.keys]
    if not keys:
        raise InputError(
            f"{database.source}: nothing tells its rows apart: a primary key does, or name = '{{…}} {{…}}'"
        )
    own = guess.name.header
    named = f"{{{own}}}" if own in database.table.c else guess.schema.item.capitalize()
    return " ".join((named, *(f"{{{key}}}" for key in keys)))


def kept_in(slot: Slot, column: Any) -> Slot:
    """Return a slot of the kind that a column's type in the database can be asked for."""
    if column is None or slot.kind == "name":
        return slot
    kinds = next((kinds for types, kinds in _KINDS if isinstance(column.type, types)), _TEXTS)
    if slot.kind in kinds:
        return slot
    plain = replace(slot, kind=kinds[0], unit="", format="", better="", less=(), more=(), units=(), values={})
    return replace(plain, wishable=kinds[0] != "text")


_TEXTS: tuple[Kind, ...] = ("text", "category", "place", "list")
_KINDS: tuple[tuple[tuple[type, ...], tuple[Kind, ...]], ...] = (
    ((sql.Boolean,), ("yes_no",)),
    ((sql.Integer,), ("number", "money", "yes_no")),
    ((sql.Numeric, sql.Float), ("number", "money")),
    ((sql.Date, sql.DateTime), ("date",)),
)
"""The kinds that slots of a column may have, by its type; the first is taken where it has another."""


def _indexed(database: DatabaseConnection) -> frozenset[str]:
    """Return the columns and expressions that an index of a table begins with; none are known of a query."""
    if database.query:
        return frozenset()
    table = database.table
    found = sql.inspect(database.engine).get_indexes(table.name, schema=table.schema)
    leading = {str((index.get("expressions") or index["column_names"])[0]) for index in found}
    return frozenset((*leading, *(column.name for column in database.keys[:1])))


def _index_notes(
    database: DatabaseConnection, schema: Schema, indexed: frozenset[str], covering: sql.Index | None
) -> Iterator[str]:
    """Yield how to index what is searched by and has no index: numbers, days, categories, the names of rows."""
    table, columns = database.table, database.table.c
    wanted: dict[str, Any] = {each.name: each for each in _searched_by(database, schema)}
    if database.query:
        listed = ", ".join(wanted)
        yield f"what the query's tables have no index for is looked for in all rows; it is searched by {listed}"
        return
    for header in FIELD.findall(schema.by_name[schema.name].header) or [schema.by_name[schema.name].header]:
        if not isinstance(columns[header].type, sql.Integer):
            wanted[f"lower({header})"] = sql.func.lower(columns[header])
    if covering is not None:
        made = sql.schema.CreateIndex(covering).compile(dialect=database.engine.dialect)
        yield f"no index in the usual order has all that is searched by, so that rows are looked at one by one: {made}"
    for header, column in wanted.items():
        if header not in indexed:
            name = re.sub(r"\W+", "_", f"{table.name}_{header}").strip("_")
            index = sql.schema.CreateIndex(sql.Index(name, column, _table=table))
            made = index.compile(dialect=database.engine.dialect)
            yield f"no index begins with {header}, so that all rows are looked at: {made}"


_MOST_COVERED = 30  # columns of an index in PostgreSQL, but for two


def _searched_by(database: DatabaseConnection, schema: Schema) -> list[Any]:
    """Return the columns that one wishes by: numbers, days, categories."""
    columns = database.table.c
    wished = [slot for slot in schema.slots if slot.wishable and slot.header in columns]
    measured = [slot for slot in wished if slot.measured]
    spelled = [slot for slot in wished if slot.kind in ("category", "place")]
    return [columns[slot.header] for slot in (*measured, *spelled)]


def _covering(database: DatabaseConnection, schema: Schema) -> sql.Index | None:
    """Return the index that PostgreSQL lacks: in the usual order, with the key and all that is searched by."""
    order = [schema.by_name[slot].header for slot, _ in usual_order(schema)[:1]]
    if database.query or database.engine.dialect.name != "postgresql" or len(database.keys) != 1 or not order:
        return None
    table, key = database.table, database.keys[0]
    flags = [table.c[slot.header] for slot in schema.of_kind("yes_no") if slot.header in table.c]
    beside = [each.name for each in (*_searched_by(database, schema), *flags) if each.name not in (*order, key.name)]
    covered = beside[:_MOST_COVERED]
    for index in sql.inspect(database.engine).get_indexes(table.name, schema=table.schema):
        columns = [*index["column_names"], *index.get("dialect_options", {}).get("postgresql_include", ())]
        if columns[:1] == order and set(covered) <= set(columns):
            return None
    name = f"{table.name}_{order[0]}_covering"
    return sql.Index(name, table.c[order[0]], key, postgresql_include=covered, _table=table)


class DatabaseTable(TableRecords):
    """See the module. Threads may share it; what the table holds by now is what is found."""

    is_current = True

    def __init__(
        self,
        database: DatabaseConnection,
        schema: Schema,
        indexed: frozenset[str],
        *,
        today: date,
        covered: bool = False,
    ) -> None:
        """`schema` has the kinds that the columns' types can be asked for: see `kept_in`. Raises `InputError`.

        `indexed` are the columns whose values an index has in order; `covered` says that the index of the usual order
        has all else that is searched by.
        """
        super().__init__(schema, today, database.source)
        self._engine, self._table, self._indexed = database.engine, database.table, indexed
        self._covered = covered
        weakref.finalize(self, self._engine.dispose)
        columns = self._table.c
        self._columns = {slot.name: columns[slot.header] for slot in schema.slots if slot.header in columns}
        self._key = database.keys[0] if len(database.keys) == 1 else None
        self._values = {slot.name: self._distinct_texts(slot) for slot in schema.of_kind(*_SPELLED)}

    # What is asked

    def search(self, query: Query, limit: int) -> Found:
        """See `Source.search`. Many are counted only where the query wants that, and as far as it takes no time."""
        where = self._where(checks(self.schema, query), query)
        if query.spread:
            return self._spread(where, query, limit)
        if not limit and not query.counted:
            return self._whether_any(where)
        rows = self._first(where, query, limit + 1) if limit else []
        items = tuple(map(self._item, rows[:limit]))
        if limit and len(rows) <= limit:
            return Found(items, len(rows))
        if limit == 1 and not query.counted:
            return Found(items, 1, more=True)
        return self._counted(items, where, exactly=query.counted)

    def _whether_any(self, where: Sequence[Clause]) -> Found:
        """Return that something fits, or nothing; what isn't known in time is taken to be there."""
        one = sql.select(sql.literal(1)).select_from(self._table).where(*where).limit(1)
        rows = self._rows_until(time.monotonic() + _COUNTING, one)
        return Found((), 0) if rows == [] else Found((), 1, more=True)

    def _counted(self, items: tuple[Item, ...], where: Sequence[Clause], *, exactly: bool) -> Found:
        """Return the first items that fit with how many do: counted, some of them, or estimated."""
        fitting = sql.select(sql.literal(1)).select_from(self._table).where(*where)
        looked_at = fitting if exactly else fitting.limit(COUNTED + 1)
        until = time.monotonic() + _COUNTING
        counted = None if self._plan(looked_at)["Total Cost"] > _COSTLY else self._rows_until(until, _count(looked_at))
        if counted is None:
            return Found(items, max(self._estimated(fitting), len(items) + 1), about=True)
        total = int(counted[0][0])
        more = total > COUNTED and not exactly
        return Found(items, COUNTED if more else total, more)

    def _estimated(self, statement: Any) -> int:
        """Return about how many rows a statement has, two digits of it, as PostgreSQL plans it."""
        return int(float(f"{int(self._plan(statement)['Plan Rows']):.1e}"))

    def _plan(self, statement: Any) -> Mapping[str, Any]:
        """Return what PostgreSQL expects of a statement; of another database nothing is known."""
        if self._engine.dialect.name != "postgresql":
            return {"Plan Rows": 0, "Total Cost": 0.0}
        compiled = statement.compile(dialect=self._engine.dialect, compile_kwargs={"render_postcompile": True})
        with self._engine.connect() as connection:
            found = connection.exec_driver_sql(f"explain (format json) {compiled}", compiled.params).scalar_one()
        plan: Mapping[str, Any] = found[0]["Plan"]
        return plan

    def relax(self, query: Query, limit: int, seed: int = 0, firm: Collection[Condition] = ()) -> tuple[Relaxed, ...]:
        """See `Source.relax`. What isn't found in a second is left out."""
        asked = [check for check in checks(self.schema, query) if check.needs]
        until = time.monotonic() + _PATIENCE
        return relaxed(asked, lambda given_up: self._nearest(asked, given_up, query, until), limit, firm)

    def extreme(self, query: Query, slot: str, direction: Direction) -> Item | None:
        """See `Source.extreme`."""
        where = [*self._where(checks(self.schema, query), query), self._columns[slot].is_not(None)]
        rows = self._first(where, query._replace(order=((slot, direction), *query.order)), 1)
        return self._item(rows[0]) if rows else None

    def distinct(self, query: Query, slot: str, limit: int) -> tuple[tuple[Value, int], ...]:
        """See `Source.distinct`. The items of a list count one by one; of many rows some are looked at."""
        known, column = self.schema.by_name[slot], self._columns.get(slot)
        if column is None:
            return ()
        where = [*self._where(checks(self.schema, query), query), column.is_not(None)]
        number = sql.func.count().label("number")
        some = sql.select(column.label("value")).where(*where).limit(_SAMPLED).subquery()
        found = sql.select(some.c.value, number).group_by(some.c.value).order_by(number.desc(), some.c.value)
        most = _MOST_VALUES if known.kind in _SPELLED else limit
        counts, rows = dict[Value, int](), self._rows(found.limit(most))
        for cell, count in rows:
            value = value_of(known, cell)
            for each in parts(value) if value is not None else ():
                counts[each] = counts.get(each, 0) + int(count)
        ordered = sorted(counts.items(), key=lambda each: -each[1])[:limit]
        if sum(int(count) for _, count in rows) == _SAMPLED:
            return tuple((value, 0) for value, _ in ordered)
        return tuple(ordered)

    def means(self, query: Query, slot: str, by: str = "") -> tuple[Mean, ...]:
        """See `Source.means`."""
        column, groups = self._columns.get(slot), self._columns.get(by)
        if column is None or (by and groups is None):
            return ()
        where = [*self._where(checks(self.schema, query), query), column.is_not(None)]
        found = sql.select(sql.func.sum(column), sql.func.count())
        if groups is not None:
            found = found.add_columns(groups).group_by(groups)
            where.append(groups.is_not(None))
        sums = dict[Value | None, tuple[float, int]]()
        for total, count, *cells in self._rows(found.where(*where)):
            group = value_of(self.schema.by_name[by], cells[0]) if cells else None
            former, counted = sums.get(group, (0.0, 0))
            sums[group] = former + float(total or 0), counted + count
        return means_of(self.schema.by_name[slot], sums)

    def names(self, slot: str) -> Sequence[str]:
        """See `Source.names`. Of the names of rows, which may be millions, these are the first."""
        found = dict[str, str]()
        known = self.schema.by_name[slot]
        is_name = known.kind == "name" and slot in self._columns
        for text in self._first_texts(known) if is_name else self._values.get(slot, ()):
            value = value_of(known, text)
            for each in parts(value) if value is not None else ():
                if isinstance(each, Text):
                    found.setdefault(each.value.casefold(), each.value)
        return tuple(found.values())

    # Rows

    def _held(self, key: str) -> Item | None:
        where = self._keyed(key)
        rows = self._rows(sql.select(self._table).where(where).limit(1)) if where is not None else []
        return self._item(rows[0]) if rows else None

    def _keyed(self, key: str) -> Clause | None:
        """Return the clause by which the row of a key is found: by its name, and by what the name is made of."""
        header = self.schema.by_name[self.schema.name].header
        if not is_template(header):
            return sql.func.lower(self._table.c[header]) == key
        pattern = "".join(
            f"(?P<f{place}>.*)" if place % 2 else re.escape(part.casefold())
            for place, part in enumerate(FIELD.split(header))
        )
        found = re.fullmatch(pattern, key)
        if found is None:
            return None
        fields = FIELD.findall(header)
        texts = [found[f"f{2 * place + 1}"] for place in range(len(fields))]
        columns = [sql.func.lower(sql.cast(self._table.c[each], sql.String)) for each in fields]
        clauses = [column == text for column, text in zip(columns, texts, strict=True)]
        return sql.and_(*clauses)

    def _item(self, row: Any) -> Item:
        """Return a row of the database as an item."""
        cells: Mapping[str, Any] = row._mapping
        values = dict[str, Value]()
        for slot in self.schema.slots:
            value = value_of(slot, cells[slot.header]) if slot.header in cells else self._template_name(slot, cells)
            if value is not None:
                values[slot.name] = value
        record = {slot: said(self.schema.by_name[slot], value) for slot, value in values.items()}
        name = values.get(self.schema.name)
        return Item(name.value.casefold() if isinstance(name, Text) else str(record), values, record)

    def _template_name(self, slot: Slot, cells: Mapping[str, Any]) -> Value:
        text = FIELD.sub(lambda field: str(cells[field[1]]), slot.header)
        return Text(" ".join(text.split()))

    # Queries

    def _first(self, where: Sequence[Clause], query: Query, limit: int) -> list[Any]:
        """Return the first rows in a query's order, those without the value that they are ordered by last.

        These are looked for by themselves, so that an index on the column gives the order of the others.
        """
        if not limit:
            return []
        ordered = query.order or usual_order(self.schema)
        plain = sql.select(self._table).where(*where)
        key = [self._key] if self._key is not None else []
        if not ordered:
            return self._rows(plain.order_by(*key).limit(limit))
        first, *rest = [
            self._columns[slot].desc() if direction == "most" else self._columns[slot].asc()
            for slot, direction in ordered
        ]
        column = self._columns[ordered[0][0]]
        told = plain.where(column.is_not(None))
        walked = self._walked(told, (first, *(each.nulls_last() for each in rest), *key), limit)
        patience = _IN_COVERING_ORDER if self._covered else _IN_ORDER
        rows = self._rows_until(time.monotonic() + patience, walked)
        if rows is None:
            rows = self._rows(self._sorted_after(told, ordered).limit(limit))
        if len(rows) == limit or self._is_asked(ordered[0][0], query):
            return rows
        untold = plain.where(column.is_(None)).order_by(*(each.nulls_last() for each in rest), *key)
        return [*rows, *self._rows(untold.limit(limit - len(rows)))]

    def _walked(self, fitting: Any, by: Sequence[Any], limit: int) -> Any:
        """Return the query for the first rows in an order; their keys come first, for which an index may do alone."""
        if self._key is None:
            return fitting.order_by(*by).limit(limit)
        keys = fitting.with_only_columns(self._key).order_by(*by).limit(limit).subquery()
        return sql.select(self._table).join(keys, self._key == keys.c[self._key.name]).order_by(*by)

    def _sorted_after(self, fitting: Any, ordered: Sequence[tuple[str, Direction]]) -> Any:
        """Return the query that finds all rows that fit before it puts them in order: of few of a large table."""
        found = fitting.offset(0).subquery()
        columns = [(found.c[self._columns[slot].name], direction) for slot, direction in ordered]
        by = [column.desc() if direction == "most" else column.asc() for column, direction in columns]
        key = [found.c[self._key.name]] if self._key is not None else []
        return sql.select(found).order_by(*(each.nulls_last() for each in by), *key)

    def _is_asked(self, slot: str, query: Query) -> bool:
        """Return whether a condition is on a slot, so that rows without a value don't fulfil it."""
        return any(need.slot == slot for check in checks(self.schema, query) for need in check.needs)

    def _spread(self, where: Sequence[Clause], query: Query, limit: int) -> Found:
        """Return the first row for each value of a slot."""
        seen, items = set[Value | None]([None]), list[Item]()
        slot, size = query.spread, limit
        while True:
            rows = self._first(where, query, size)
            items, seen = [], {None}
            for item in map(self._item, rows):
                if item.values.get(slot) not in seen:
                    seen.add(item.values.get(slot))
                    items.append(item)
            if len(items) >= limit or len(rows) < size:
                break
            size *= 4
        if slot not in self._columns:
            return Found(tuple(items[:limit]), self._scalar(_count(sql.select(self._table).where(*where))))
        different = sql.func.count(sql.distinct(sql.func.lower(self._columns[slot])))
        return Found(tuple(items[:limit]), self._scalar(sql.select(different).where(*where)))

    def _where(self, asked: Sequence[Check], query: Query) -> list[Clause]:
        """Return the clauses of conditions, without what is excluded or out of stock."""
        clauses = [self._clause(need) for check in asked for need in check.needs]
        stock = self.schema.slot(self.schema.stock)
        if stock and not asks_for_sold_out(self.schema, asked):
            gone = self._clause(Condition(stock.name, sold_out(stock)))
            clauses.append(sql.or_(self._columns[stock.name].is_(None), sql.not_(gone)))
        excluded = [self._keyed(key) for key in sorted(query.excluded)]
        return [*clauses, *(sql.not_(clause) for clause in excluded if clause is not None)]

    def _clause(self, need: Condition) -> Clause:
        """Return a condition as a clause; a row whose value isn't known doesn't fulfil it."""
        slot, constraint = self.schema.by_name[need.slot], need.constraint
        if slot.name not in self._columns or slot.kind == "name":
            return self._name_clause(constraint)
        column = self._columns[slot.name]
        numbers = allowed(slot, constraint) if slot.measured else None
        if numbers is not None:
            inside = sql.or_(*(_in_range(slot, column, each) for each in numbers.ranges))
            return sql.and_(column.is_not(None), sql.not_(inside)) if numbers.negated else inside
        if slot.kind in _SPELLED:
            return column.in_([text for text in self._values[slot.name] if self._fits(slot, constraint, text)])
        if slot.kind == "yes_no":
            flags = [flag for flag in (True, False) if holds(slot, constraint, Flag(flag)) is True]
            return column.in_([_flag(column, flag) for flag in flags])
        return sql.false()

    def _name_clause(self, constraint: Constraint) -> Clause:
        keys = [value.value.casefold() for value in constraint.values if isinstance(value, Text)]
        clauses = [clause for clause in map(self._keyed, keys) if clause is not None]
        named = sql.or_(sql.false(), *clauses)
        return sql.not_(named) if constraint.op == "not" else named

    def _fits(self, slot: Slot, constraint: Constraint, text: str) -> bool:
        return holds(slot, constraint, value_of(slot, text), WORLD) is True

    def _nearest(self, asked: Sequence[Check], given_up: Sequence[Check], query: Query, until: float) -> Relaxed | None:
        """Return the nearest of the rows that miss just these conditions; None where none is found in time."""
        kept = [check for check in asked if check not in given_up]
        where = self._where(kept, query)
        until = min(until, time.monotonic() + _PATIENCE_EACH)
        away: list[Clause] = []
        for check in given_up:
            column = self._columns.get(check.asked.slot)
            if column is None:
                return None
            missed = sql.not_(sql.and_(*map(self._clause, check.needs)))
            where += [column.is_not(None), missed]
            away.append(self._away(check))
        distance: Clause = reduce(add, away)
        fitting = sql.select(self._table, distance.label(_AWAY)).where(*where)
        outwards = self._outwards(fitting, given_up)
        usual = given_up[0].asked.slot == self.schema.order
        if outwards and not usual and self._estimated(fitting) < _FEW_ENOUGH:
            outwards = []
        ways = [self._first_one(way) for way in outwards or [fitting.order_by(distance)]]
        found = [row for way in ways for row in self._rows_until(until, way) or ()]
        if not found:
            return None
        row = min(found, key=lambda row: float(row._mapping[_AWAY]))
        least = float(row._mapping[_AWAY])
        return Relaxed(self._item(row), tuple(check.asked for check in given_up), round(max(least, 0.001), 3))

    def _first_one(self, fitting: Any) -> Any:
        """Return the query for the first row of another with how far away it is; its key comes first, as in a walk."""
        if self._key is None:
            return fitting.limit(1)
        keys = fitting.with_only_columns(self._key, fitting.selected_columns[_AWAY].label(_AWAY)).limit(1).subquery()
        return sql.select(self._table, keys.c[_AWAY]).join(keys, self._key == keys.c[self._key.name])

    def _outwards(self, nearest: Any, given_up: Sequence[Check]) -> list[Any]:
        """Return the queries that go outwards from the ends of what is allowed of one column, along its index."""
        if len(given_up) != 1:
            return []
        slot = self.schema.by_name[given_up[0].asked.slot]
        numbers = allowed(slot, given_up[0].asked.constraint) if slot.measured else None
        if numbers is None or numbers.negated or slot.header not in self._indexed:
            return []
        column, ways = self._columns[slot.name], list[Any]()
        for each in numbers.ranges:
            if math.isfinite(each.low):
                low = _bound(slot, column, each.low, up=True, strict=False)
                ways.append(nearest.where(column <= low).order_by(column.desc()))
            if math.isfinite(each.high):
                high = _bound(slot, column, each.high, up=False, strict=False)
                ways.append(nearest.where(column >= high).order_by(column.asc()))
        return ways

    def _away(self, check: Check) -> Clause:
        """Return how far a row is from what was asked, as a share of that."""
        slot, constraint = self.schema.by_name[check.asked.slot], check.asked.constraint
        numbers = allowed(slot, constraint) if slot.measured else None
        share = share_away(slot, constraint)
        if numbers is None or numbers.negated:
            return sql.literal(float(share))
        column = self._columns[slot.name]
        found = [_distance(slot, column, each) for each in numbers.ranges]
        least = found[0]
        for other in found[1:]:
            least = sql.case((other < least, other), else_=least)
        return least / float(share)

    # The database

    def _rows(self, statement: Any) -> list[Any]:
        try:
            with self._engine.connect() as connection:
                return list(connection.execute(statement).all())
        except SQLAlchemyError as error:
            raise self._failed(error) from error

    def _rows_until(self, until: float, statement: Any) -> list[Any] | None:
        """Return what a statement finds in time; None where it takes longer, as far as the database can be told."""
        if self._engine.dialect.name != "postgresql":
            return self._rows(statement)
        left = round(1000 * (until - time.monotonic()))
        if left <= 0:
            return None
        try:
            with self._engine.begin() as connection:
                connection.execute(sql.text(f"set local jit = off; set local statement_timeout = {left}"))
                return list(connection.execute(statement).all())
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", "") != _CANCELED:
                raise self._failed(error) from error
            return None
        except SQLAlchemyError as error:
            raise self._failed(error) from error

    def _failed(self, error: SQLAlchemyError) -> InputError:
        lines = str(getattr(error, "orig", None) or error).splitlines()
        return InputError(f"{self.name}: {lines[0] if lines else type(error).__name__}")

    def _scalar(self, statement: Any) -> int:
        return int(self._rows(statement)[0][0])

    def _first_texts(self, slot: Slot) -> list[str]:
        column = self._columns[slot.name]
        return [cell for (cell,) in self._rows(sql.select(column).where(column.is_not(None)).limit(_MOST_VALUES))]

    def _distinct_texts(self, slot: Slot) -> list[str]:
        column = self._columns[slot.name]
        found = sql.select(column).where(column.is_not(None)).distinct().order_by(column)
        if slot.header in self._indexed:
            found = _from_one_to_the_next(column)
        return [cell for (cell,) in self._rows(found.limit(_MOST_VALUES))]


def _from_one_to_the_next(column: Any) -> Any:
    """Return the query for a column's different values that looks each up in an index, not at all rows."""
    first = sql.select(column).where(column.is_not(None)).order_by(column).limit(1).scalar_subquery()
    values = sql.select(first.label("value")).cte("found", recursive=True)
    following = sql.select(column).where(column > values.c.value).order_by(column).limit(1).scalar_subquery()
    values = values.union_all(sql.select(following).where(values.c.value.is_not(None)))
    return sql.select(values.c.value).where(values.c.value.is_not(None))


_AWAY = "distance away"
_CANCELED = "57014"  # PostgreSQL's code of a statement that took too long


def _count(statement: Any) -> Any:
    return sql.select(sql.func.count()).select_from(statement.subquery())


def value_of(slot: Slot, cell: Any) -> Value | None:
    """Return a cell of the database as a value."""
    match cell:
        case None:
            return None
        case bool():
            return Flag(cell)
        case datetime():
            return Days(cell.date(), cell.date())
        case date():
            return Days(cell, cell)
        case str():
            text = " ".join(cell.split())
            if text.casefold() in units.EMPTY:
                return None
            return Texts(tuple(units.items(text))) if slot.kind == "list" else Text(text)
    if slot.kind == "yes_no":
        return Flag(bool(cell))
    return Money(float(cell), slot.unit) if slot.kind == "money" else Number(float(cell), slot.unit)


def _flag(column: Any, flag: bool) -> bool | int:
    return flag if isinstance(column.type, sql.Boolean) else int(flag)


def _in_range(slot: Slot, column: Any, limits: Range) -> Clause:
    """Return whether a column lies in a range, each end as the column's type has it."""
    clauses: list[Clause] = []
    if math.isfinite(limits.low):
        low = _bound(slot, column, limits.low, up=True, strict=limits.open_low)
        clauses.append(column > low if limits.open_low else column >= low)
    if math.isfinite(limits.high):
        high = _bound(slot, column, limits.high, up=False, strict=limits.open_high)
        clauses.append(column < high if limits.open_high else column <= high)
    return sql.and_(sql.true(), column.is_not(None), *clauses)


def _bound(slot: Slot, column: Any, number: float, *, up: bool, strict: bool) -> Any:
    """Return an end of a range; floats that differ by rounding are the same."""
    if slot.kind == "date":
        day = date.fromordinal(min(max(int(number), 1), date.max.toordinal()))
        return datetime(day.year, day.month, day.day) if isinstance(column.type, sql.DateTime) else day
    if isinstance(column.type, sql.Integer):
        whole = round(number)
        if abs(number - whole) < _SLACK:
            return sql.literal(whole, sql.BigInteger)
        rounded = math.floor(number) if up == strict else math.ceil(number)
        return sql.literal(rounded, sql.BigInteger)
    if isinstance(column.type, sql.Numeric) and not isinstance(column.type, sql.Float):
        return sql.cast(sql.literal(number, sql.Float), sql.Numeric)  # beside a float no index on the column would do
    return sql.literal(number, column.type)


def _distance(slot: Slot, column: Any, limits: Range) -> Clause:
    """Return how far a column is from a range, in its own unit; of days in days."""
    zero = sql.literal(0.0)
    cases = []
    if math.isfinite(limits.low):
        low = _bound(slot, column, limits.low, up=True, strict=False)
        cases.append((column < low, _difference(slot, low, column)))
    if math.isfinite(limits.high):
        high = _bound(slot, column, limits.high, up=False, strict=False)
        cases.append((column > high, _difference(slot, column, high)))
    return sql.case(*cases, else_=zero) if cases else zero


def _difference(slot: Slot, larger: Any, smaller: Any) -> Clause:
    if slot.kind != "date":
        return sql.cast(larger - smaller, sql.Float)
    later, earlier = (sql.cast(sql.extract("epoch", _dated(each)), sql.Float) for each in (larger, smaller))
    return (later - earlier) / 86_400.0


def _dated(day: Any) -> Any:
    return sql.literal(day) if isinstance(day, date) else day
