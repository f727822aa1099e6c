"""The sequence of amendments: each mends what those before it have left."""

from __future__ import annotations

from wayframe.meaning.records import Meaning
from wayframe.reader.amendments.ages import with_ages_met
from wayframe.reader.amendments.aggregates import with_averages, with_extreme_days, with_groups, with_questions_joined
from wayframe.reader.amendments.alternatives import with_values_as_well
from wayframe.reader.amendments.anaphora import with_days_again, with_former_days, with_said_days, with_same_days
from wayframe.reader.amendments.attitudes import with_attitudes
from wayframe.reader.amendments.beyond_facts import with_each_question_beyond, with_what_is_beyond_facts
from wayframe.reader.amendments.consents import with_consent, with_likings
from wayframe.reader.amendments.days import (
    with_a_few,
    with_deadlines_met,
    with_returns_behind_starts,
    without_days_of_events,
    without_impossible_starts,
)
from wayframe.reader.amendments.deeds import (
    with_changes_filled,
    with_counted_booked,
    with_deeds_asked_about,
    with_swaps_meant,
    with_taken_instead,
    without_orders_repeated,
)
from wayframe.reader.amendments.lengths import with_price_of_time
from wayframe.reader.amendments.limits import with_closings, with_limits_met, with_nothing_to_pay, with_stock_asked
from wayframe.reader.amendments.names import (
    with_named_rejected,
    with_names_wished_for,
    with_what_is_asked_about,
)
from wayframe.reader.amendments.openings import with_days_noted, with_openings_asked, with_openings_held
from wayframe.reader.amendments.people import (
    with_adults_alone,
    with_children_again,
    with_others_counted_in,
    with_people_for_whom,
    with_people_no_places,
    with_trips_of_others,
    without_people_of_stories,
)
from wayframe.reader.amendments.places import (
    with_goals_asked,
    with_goals_kept,
    with_homes_left,
    with_starts_answered,
)
from wayframe.reader.amendments.possible import with_possible_values
from wayframe.reader.amendments.questions import (
    with_both_of_what_is_asked,
    with_number_to_see,
    with_reasons_of_facts,
    with_recalls_kept,
    with_those_asked_for,
    without_rejecting_what_is_asked_about,
)
from wayframe.reader.amendments.remarks import (
    with_passed_over,
    without_idle_turns,
    without_repeated,
)
from wayframe.reader.amendments.shifts import with_shifts, with_whole_stay
from wayframe.reader.amendments.weekends import with_weekdays, with_weekends
from wayframe.reader.amendments.when_else import with_other_days_asked
from wayframe.reader.amendments.wishes import (
    with_all_values_open,
    with_concessions,
    with_lacks_asked_about,
    with_lacks_denied,
    with_lists_replaced,
    with_needs,
    without_implied_denials,
    without_old_limits,
)
from wayframe.reader.symbols import TurnSpans

_MENDED = (
    with_likings,
    with_counted_booked,
    with_changes_filled,
    without_idle_turns,
    without_orders_repeated,
    without_rejecting_what_is_asked_about,
)
"""Amendments to every reading, by the rules or the parser."""

_MENDED_BY_WORDS = (
    with_attitudes,
    with_lists_replaced,
    with_values_as_well,
    without_implied_denials,
    without_old_limits,
    with_all_values_open,
    with_named_rejected,
    with_deadlines_met,
    with_price_of_time,
    with_limits_met,
    with_closings,
    with_stock_asked,
    with_nothing_to_pay,
    with_days_again,
    with_same_days,
    with_former_days,
    with_said_days,
    with_homes_left,
    with_needs,
    with_names_wished_for,
    with_what_is_asked_about,
    with_both_of_what_is_asked,
    with_recalls_kept,
    with_openings_asked,
    with_openings_held,
    with_days_noted,
    with_whole_stay,
    with_trips_of_others,
    with_people_no_places,
    with_people_for_whom,
    without_people_of_stories,
    with_children_again,
    with_adults_alone,
    with_averages,
    with_groups,
    with_questions_joined,
    with_goals_asked,
    with_goals_kept,
    with_starts_answered,
    with_extreme_days,
    with_other_days_asked,
    with_lacks_asked_about,
    with_lacks_denied,
    with_concessions,
    with_those_asked_for,
    with_what_is_beyond_facts,
    with_each_question_beyond,
    with_reasons_of_facts,
    with_weekends,
    with_weekdays,
    with_shifts,
    with_a_few,
    without_days_of_events,
    without_impossible_starts,
    with_returns_behind_starts,
    with_ages_met,
    with_possible_values,
    with_passed_over,
    with_others_counted_in,
    with_number_to_see,
    with_consent,
    with_deeds_asked_about,
    with_taken_instead,
    with_swaps_meant,
)
"""Amendments to every reading that the words of the turn call for."""


def amended(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning with all that is mended of a reading, and nothing said twice."""
    for mended in _MENDED:
        meaning = mended(meaning)
    for mended_by_words in _MENDED_BY_WORDS:
        meaning = mended_by_words(meaning, turn)
    return without_repeated(meaning)
