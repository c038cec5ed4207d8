"""A case as a button brings it: its facts, what the law says to them, and the codes of the cases next to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import core
from core import Question, Result, decode, encode
from core.choice import carry
from core.code import LIMIT
from core.facts import BY_KEY, RULES, STRETCH, WATER, ZONE, Value

_NATIONAL = RULES.choices[0].value
_OF_THE_WATER = (STRETCH.key, ZONE.key)


@dataclass(frozen=True, slots=True)
class Case:
    """One case on one day.

    ``facts`` are what is known (of a result: what the law used), ``outcome`` is the question or the result, ``dropped``
    are the facts of the code that no longer fit.
    """

    facts: Mapping[str, Value]
    outcome: Question | Result
    dropped: tuple[str, ...]
    today: date

    @property
    def code(self) -> str:
        """The code of the case."""
        return self._code(self.facts)

    @property
    def used(self) -> Mapping[str, Value]:
        """The facts that the law has asked for so far, in its order."""
        return self.outcome.used if isinstance(self.outcome, Question) else self.outcome.facts

    @property
    def known(self) -> Mapping[str, Value]:
        """The facts in the order in which the law asked; those that wait for a later question come last."""
        return {**self.used, **{key: value for key, value in self.facts.items() if key not in self.used}}

    def with_(self, key: str, value: Value) -> str:
        """Return the code of the case with one answer more, or another one.

        Where the crew by other rules is chosen, the answers are put in the words of those rules (``core.choice``).
        """
        if key == RULES.key and value != self.facts.get(key, _NATIONAL):
            return self.by_other_rules()
        return self.with_all({key: value})

    def with_all(self, answers: Mapping[str, Value]) -> str:
        """Return the code of the case with these answers; with another water, stretch and zone of the old one go."""
        return self._code({**self._but(WATER.key if WATER.key in answers else ""), **answers})

    def without(self, key: str) -> str:
        """Return the code of the case without one answer; the others are kept."""
        if key == RULES.key and self.facts.get(key, _NATIONAL) != _NATIONAL:
            return self.by_other_rules()
        return self._code(self._but(key))

    def by_other_rules(self) -> str:
        """Return the code of the case by the other rules of the free choice; the national ones are not named in it."""
        facts = carry(self.facts)
        return encode({key: value for key, value in facts.items() if (key, value) != (RULES.key, _NATIONAL)})

    def _but(self, key: str) -> dict[str, Value]:
        """Return the facts without one, and without what depends on it."""
        gone = (WATER.key, *_OF_THE_WATER) if key == WATER.key else (key,)
        return {other: value for other, value in self.facts.items() if other not in gone}

    def back(self) -> str | None:
        """Return the code of the case one question earlier; ``None`` at the first one."""
        return next((self.without(key) for key in reversed(tuple(self.used)) if not BY_KEY[key].offered), None)

    def offered(self) -> frozenset[str]:
        """Return the facts of the case that were offered beside an answer, not asked for by a question."""
        return frozenset(key for key in self.used if BY_KEY[key].offered)

    def _code(self, facts: Mapping[str, Value]) -> str:
        """Encode facts; if they are too many, those that wait for a later question are given up."""
        code = encode(facts)
        if len(code) <= LIMIT:
            return code
        needed = {*self.used, *(facts.keys() - self.facts.keys())}
        if isinstance(self.outcome, Question):
            needed.add(self.outcome.fact.key)
        return encode({key: value for key, value in facts.items() if key in needed})


@lru_cache(maxsize=256)
def open_case(code: str, today: date) -> Case:
    """Return the case of a code on a day.

    An answer that the law of that day does not take is dropped and asked again. Raises CodeError for what is no code.
    """
    return settle(decode(code), today)


def settle(facts: Mapping[str, Value], today: date) -> Case:
    """Return the case of these facts on a day; answers that do not fit are dropped."""
    outcome, errors = core.settle(facts, today)
    dropped = tuple(str(error.key) for error in errors)
    known = outcome.facts
    if isinstance(outcome, Question) and outcome.fact.key in known:  # a band that is none of this question's
        dropped += (outcome.fact.key,)
        known = {key: value for key, value in known.items() if key != outcome.fact.key}
    return Case(known, outcome, dropped, today)
