"""What the worker says by itself: that there is no connection, and what needs one."""

from collections.abc import Mapping

from core import check_words, choice, facts
from core.text import Text

MESSAGES: Mapping[str, tuple[Text, Text]] = {
    "day": (
        Text("Another day needs a connection"),
        Text("This device holds the law of today only. Without a connection there is no answer for another day."),
    ),
    "page": (
        Text("This page needs a connection"),
        Text("Questions, answers and the check of your people work without one."),
    ),
    "language": (
        Text("This language is not on this device"),
        Text("Open it once with a connection, then it works without one too. On this device: {languages}."),
    ),
}
"""Pages of the worker: a title and a text."""

WORDS: Mapping[str, Text] = {
    "enough": check_words.ENOUGH,
    "not_certain": check_words.NOT_CERTAIN,
    "enough_with": check_words.ENOUGH_WITH,
    "missing_anyway": check_words.MISSING_ANYWAY,
    "one_missing": check_words.ONE_MISSING,
    "several_missing": check_words.SEVERAL_MISSING,
    "supposed": check_words.SUPPOSED,
    "national_needs_fewer": choice.NATIONAL_NEEDS_FEWER,
    "rhine_needs_fewer": choice.RHINE_NEEDS_FEWER,
    "both_need_the_same": choice.BOTH_NEED_THE_SAME,
    "without_day": Text("Answer by the law of today"),
    "no_answer": Text(facts.NO_ANSWER),
    "not_a_number": Text(facts.NOT_A_NUMBER),
    "not_whole": Text(facts.NOT_WHOLE),
    "ambiguous": Text(facts.AMBIGUOUS),
    "out_of_range": Text(facts.OUT_OF_RANGE),
    "out_of_range_guess": Text(facts.OUT_OF_RANGE_GUESS),
}
"""Sentences with gaps that the worker fills."""
