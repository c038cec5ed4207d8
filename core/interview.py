"""The interview: the law run with facts still missing.

``Facts`` is what the rules ask. The first fact that is missing ends the run and becomes the next question; a fact that is
only offered has an ordinary value and is shown beside the answer.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache

from core.bands import Band, find
from core.facts import FACTS, Choice, Fact, InputError, Value, parse_fact, parse_facts, unfit_choice
from core.law import Law, find_answer, law
from core.law.answer import Answer
from core.result import Question, Result
from core.text import Text


class AskedError(Exception):
    """A fact is missing; ``question`` asks for it. Caught by ``step``, never seen outside."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.fact.key)
        self.question = question


class Facts:
    """The facts of one run: what is given, what was used, what was offered."""

    __slots__ = ("given", "labels", "normal", "offers", "today", "used")

    def __init__(self, given: Mapping[str, Value], today: date) -> None:
        self.given = given
        self.today = today
        self.used: dict[str, Value] = {}
        self.normal: dict[str, Value] = {}
        self.labels: dict[str, Text] = {}
        self.offers: list[Question] = []

    def ask(
        self,
        fact: Fact,
        choices: tuple[str | Choice, ...] | None = None,
        question: Text | None = None,
        help: Text | None = None,  # noqa: A002 - the name in the machine interface
    ) -> str:
        """Return the value of a choice; the run ends here if it is not known.

        ``choices`` are the values that this case can have (as they are in the fact, or with words of their own),
        ``question`` and ``help`` the words if they differ from those of the fact. Raises InputError for another value.
        """
        fitting = _fitting(fact, choices)
        given = self.given.get(fact.key)
        if given is None:
            raise AskedError(self._question(fact, fitting, question=question, help_=help))
        return self._choose(fact, fitting, given)

    def measure(self, fact: Fact, bands: tuple[Band, ...], help: Text | None = None) -> Band:  # noqa: A002
        """Return the band into which a number falls; the run ends here if that is not known."""
        band = self._band(fact, bands)
        if band is None:
            raise AskedError(self._question(fact, bands, help_=help))
        return band

    def offer(self, fact: Fact, help: Text | None = None, **gaps: object) -> str:  # noqa: A002 - as in ``ask``
        """Return the value of an offered choice, or its ordinary value (the first); it is then shown as an offer."""
        given = self.given.get(fact.key)
        if given is None:
            ordinary = fact.choices[0].value
            choices = tuple(_filled(choice, gaps) for choice in fact.choices)
            self.offers.append(self._question(fact, choices, ordinary, Text(fact.question.msgid, gaps), help))
            return ordinary
        return self._choose(fact, fact.choices, given)

    def offer_measure(self, fact: Fact, bands: tuple[Band, ...]) -> Band:
        """Return the band of an offered number, or the ordinary one (the first); it is then shown as an offer."""
        band = self._band(fact, bands)
        if band is None:
            band = bands[0]
            self.offers.append(self._question(fact, bands, band))
        return band

    def offer_day(self, fact: Fact, ordinary: date | None) -> date | None:
        """Return the day that was given, or the ordinary one; it is then shown as an offer."""
        given = self.given.get(fact.key)
        if isinstance(given, date):
            self.used[fact.key] = self.normal[fact.key] = given
            return given
        self.offers.append(self._question(fact, (), ordinary))
        return ordinary

    def _band(self, fact: Fact, bands: tuple[Band, ...]) -> Band | None:
        given = self.given.get(fact.key)
        band = find(bands, given) if isinstance(given, Decimal | Band) else None
        if band is not None:
            self.used[fact.key] = given if isinstance(given, Decimal) else band
            self.normal[fact.key] = band
        return band

    def _choose(self, fact: Fact, choices: tuple[Choice, ...], given: Value) -> str:
        for choice in choices:
            if choice.value == given:
                self.used[fact.key] = self.normal[fact.key] = choice.value
                self.labels[fact.key] = choice.chip or choice.label
                return choice.value
        raise unfit_choice(fact, given, choices)

    def _question(
        self,
        fact: Fact,
        options: tuple[Choice, ...] | tuple[Band, ...],
        default: Value | None = None,
        question: Text | None = None,
        help_: Text | None = None,
    ) -> Question:
        return Question(
            fact=fact,
            options=options,
            facts=self.given,
            used=dict(self.used),
            normal=dict(self.normal),
            labels=dict(self.labels),
            question=question or fact.question,
            help=help_ or fact.help,
            default=default,
        )


@lru_cache(maxsize=128)
def _fitting(fact: Fact, choices: tuple[str | Choice, ...] | None) -> tuple[Choice, ...]:
    if choices is None:
        return fact.choices
    return tuple(fact.choice(choice) if isinstance(choice, str) else choice for choice in choices)


def _filled(choice: Choice, gaps: Mapping[str, object]) -> Choice:
    return Choice(choice.value, choice.short, Text(choice.label.msgid, gaps), choice.chip)


def step(facts: Mapping[str, object], today: date) -> Question | Result:
    """Run the law with the facts that are given.

    ``facts`` are raw (as a program or form gives them) or read already; ``today`` is the day of the request in Berlin,
    the ordinary value of ``date``. Returns the next question or the result. Raises InputError for a fact that cannot be
    taken.
    """
    return run(parse_facts(facts), today)


def settle(facts: Mapping[str, object], today: date) -> tuple[Question | Result, tuple[InputError, ...]]:
    """Do what ``step`` does, but drop every fact that cannot be taken, so that it is asked again.

    Returns the outcome, and an error for each fact that was dropped.
    """
    good: dict[str, Value] = {}
    errors: list[InputError] = []
    for key, raw in facts.items():
        try:
            good[key] = parse_fact(key, raw)
        except InputError as error:
            errors.append(error)
    while True:
        try:
            return run(good, today), tuple(errors)
        except InputError as error:
            errors.append(error)
            del good[str(error.key)]


def run(given: Mapping[str, Value], today: date) -> Question | Result:
    """Do what ``step`` does, with facts that are read already."""
    facts = Facts(given, today)
    try:
        answer = find_answer(facts)
    except AskedError as asked:
        return asked.question
    return collect(facts, answer)


def collect(facts: Facts, answer: Answer) -> Result:
    """Return the answer of a run as a result: with what was used, offered, and left over."""
    return answer.result(
        offers=tuple(sorted(facts.offers, key=lambda offer: FACTS.index(offer.fact))),
        facts=facts.used,
        normal=facts.normal,
        labels=facts.labels,
        unused=tuple(key for key in facts.given if key not in facts.used),
    )


def remaining(outcome: Question | Result, today: date) -> int:
    """Return the most questions that may still come, this one included; 0 for a result."""
    if isinstance(outcome, Result):
        return 0
    return _most(tuple(outcome.normal.items()), today, law())


@lru_cache(maxsize=10_000)  # all questions of today are 4,720
def _most(facts: tuple[tuple[str, Value], ...], today: date, asked: Law) -> int:
    known = dict(facts)
    outcome = run(known, today)
    if isinstance(outcome, Result):
        return 0
    values = [option if isinstance(option, Band) else option.value for option in outcome.options]
    return 1 + max(_most((*facts, (outcome.fact.key, value)), today, asked) for value in values)
