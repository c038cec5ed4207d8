"""The answer space: every question and every answer that a person can reach.

Numbers matter only by the band they fall into, so the space is finite and can be walked, counted, tested and shipped.
"""

from collections.abc import Iterator, Mapping
from datetime import date

from core.bands import Band
from core.choice import carry
from core.code import encode
from core.facts import RULES, Choice, Value
from core.interview import settle
from core.result import Question, Result


def walk(today: date, start: Mapping[str, Value] | None = None, *, offers: bool = True) -> Iterator[Question | Result]:
    """Yield every outcome that can be reached by answering questions with their options, depth first, each once.

    With ``offers``, every choice that is offered beside an answer is taken too, in all combinations; days are not.
    ``start`` holds facts that are known already.
    """
    return _walk(today, start or {}, frozenset() if offers else None, set())


def _walk(
    today: date, facts: Mapping[str, Value], passed: frozenset[str] | None, seen: set[str]
) -> Iterator[Question | Result]:
    """Walk on from these facts; ``passed`` are the offers that were left at their ordinary value (``None``: take none)."""
    outcome, _ = settle(facts, today)
    case = encode(outcome.normal if isinstance(outcome, Result) else outcome.facts)
    if case in seen:
        return
    seen.add(case)
    yield outcome
    if isinstance(outcome, Question):
        for option in outcome.options:
            yield from _walk(today, {**outcome.facts, outcome.fact.key: _value(option)}, passed, seen)
    elif passed is not None:
        for offer in outcome.offers:
            if offer.fact.kind != "choice" or offer.fact.key in passed:
                continue
            for option in offer.options:
                if _value(option) != offer.default:
                    other = carry(outcome.facts) if offer.fact is RULES else outcome.facts
                    yield from _walk(today, {**other, offer.fact.key: _value(option)}, passed, seen)
            passed |= {offer.fact.key}


def _value(option: Choice | Band) -> Value:
    return option if isinstance(option, Band) else option.value
