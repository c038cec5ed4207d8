"""A case as a button brings it: its facts, what the law says to them, and the codes of the cases next to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import core
from core import Question, Result, decode, encode
from core.code import LIMIT
from core.facts import BY_KEY, Value


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
        """Return the code of the case with one answer more, or another one."""
        return self._code({**self.facts, key: value})

    def without(self, key: str) -> str:
        """Return the code of the case without one answer; the others are kept."""
        return self._code({other: value for other, value in self.facts.items() if other != key})

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


@lru_cache(maxsize=4_000)
def open_case(code: str, today: date) -> Case:
    """Return the case of a code on a day.

    An answer that the law of that day does not take is dropped and asked again. Raises CodeError for what is no code.
    """
    return settle(decode(code), today)


def settle(facts: Mapping[str, Value], today: date) -> Case:
    """Return the case of these facts on a day; answers that do not fit are dropped."""
    outcome, errors = core.settle(facts, today)
    return Case(outcome.facts, outcome, tuple(str(error.key) for error in errors), today)
