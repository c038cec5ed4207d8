"""Rheincrew's core: the law as data and a few pages of plain code, an interview, and words in four languages.

>>> from datetime import date
>>> answer({"water": "rhine"}, "en", date(2026, 11, 30))["question"]["key"]
'vessel'
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from core import wording
from core.check import check
from core.check_words import check_object
from core.code import CodeError, decode, encode
from core.facts import InputError
from core.interview import remaining, run, settle, step
from core.people import parse_people
from core.result import Question, Result
from core.text import LANGUAGES

__all__ = [
    "LANGUAGES",
    "CodeError",
    "InputError",
    "Question",
    "Result",
    "answer",
    "decode",
    "encode",
    "remaining",
    "run",
    "settle",
    "step",
]


def answer(facts: Mapping[str, object], language: str, today: date, aboard: object = None) -> dict[str, Any]:
    """Return the object of the machine interface for these facts: a question, a result or an error.

    ``today`` is the day of the request in Berlin. With ``aboard``, the people aboard, a result comes with the check of
    these people. Raises KeyError for a language that Rheincrew does not speak.
    """
    try:
        people = None if aboard is None else parse_people(aboard)
        outcome = step(facts, today)
    except InputError as error:
        return {"error": wording.error_object(error, language)}
    words = wording.outcome_object(outcome, language)
    if people is not None and isinstance(outcome, Result):
        words["check"] = check_object(outcome, people, check(outcome, people, facts, today), language)
    return words
