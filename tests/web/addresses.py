"""Addresses as people, forms and strangers make them: crews, exact numbers, changed answers, bad input, odd codes."""

from collections.abc import Iterator
from decimal import Decimal
from random import Random
from urllib.parse import quote, urlencode

from core import InputError, Question, Result, encode
from core.aboard import KINDS, LIMIT, encode_counts, kinds
from core.bands import Band
from core.facts import BY_KEY, FACTS, Fact, Value
from core.waters import waters

TYPED = (
    "abc", "", "8250", "82,50 m", "82.5", "1.350", "-3", "1e5", "12345678901234567890123", "82,5 t", "+7", "0", "1350,5", "825",
    "00012", "5,0", " 33 ", "82,505", "82,515", "٣", "1 350", "70 METER", "600kw", "5000000", "30to50", "lt20", "20to70",
)  # fmt: skip


class Addresses:
    """A maker of addresses from the cases that there are; the same seed makes the same ones."""

    def __init__(self, outcomes: list[Question | Result], language: str, seed: int) -> None:
        self._random = Random(seed)
        self._start = f"/{language}/"
        self._outcomes = outcomes
        self._results = [each for each in outcomes if isinstance(each, Result)]
        self._questions = [each for each in outcomes if isinstance(each, Question)]

    def make(self, number: int) -> Iterator[str]:
        """Yield so many addresses, of each kind about as many."""
        makers = (
            self.crew, self.exact_numbers, self.facts_of_two_cases, self.some_answers_open, self.typed_number, self.equipment,
            self.water, self.odd_code, self.beside,
        )  # fmt: skip
        for _ in range(number):
            yield self._random.choice(makers)()

    def crew(self) -> str:
        """People aboard, of the kinds that an answer counts."""
        result = self._random.choice(self._results)
        return f"{self._start}r/{encode(result.facts)}{self._people(result)}"

    def exact_numbers(self) -> str:
        """A case in which every band is an exact number."""
        outcome = self._random.choice(self._outcomes)
        facts = {
            key: self._number(BY_KEY[key]) if isinstance(value, Band) else value for key, value in outcome.facts.items()
        }
        people = self._people(outcome) if isinstance(outcome, Result) and self._random.random() < 0.3 else ""
        try:
            return f"{self._start}r/{encode(facts)}{people}"
        except InputError:
            return self._start

    def facts_of_two_cases(self) -> str:
        """Facts that need not fit together, as a code or as a form sends them."""
        facts = dict(self._random.choice(self._outcomes).facts) | dict(self._random.choice(self._outcomes).facts)
        for _ in range(self._random.randrange(3)):
            fact = self._random.choice([fact for fact in FACTS if fact.kind == "choice"])
            facts[fact.key] = self._random.choice(fact.choices).value
        keys = self._random.sample(sorted(facts), self._random.randrange(len(facts) + 1))
        facts = {key: facts[key] for key in keys}
        if self._random.random() < 0.5:
            people = encode_counts({self._random.choice(KINDS): 1}) if self._random.random() < 0.2 else ""
            return f"{self._start}r/{encode(facts)}{people}" if facts else self._start
        return f"{self._start}?" + urlencode({"code": "", **{key: _as_sent(value) for key, value in facts.items()}})

    def some_answers_open(self) -> str:
        """A case of which some answers are taken back."""
        facts = self._random.choice(self._outcomes).facts
        kept = {key: value for key, value in facts.items() if self._random.random() < 0.8}
        return f"{self._start}r/{encode(kept)}" if kept else self._start

    def typed_number(self) -> str:
        """What the form of a number sends."""
        question = self._random.choice([each for each in self._questions if each.fact.kind == "number"])
        typed = self._random.choice(TYPED) if self._random.random() < 0.6 else str(self._number(question.fact))
        code = encode(question.facts) + self._random.choice(("", "", "-B1M2"))
        return f"{self._start}?" + urlencode({"code": code, question.fact.key: typed})

    def equipment(self) -> str:
        """What the list of equipment sends."""
        question = self._random.choice([each for each in self._questions if each.fact.key == "equipment"])
        ticked = [("s1", item) for item in "abcdefghijk" if self._random.random() < 0.85]
        ticked += [("s2", "yes")] if self._random.random() < 0.5 else []
        ticked += [("item", str(item)) for item in range(1, 12) if self._random.random() < 0.9]
        return f"{self._start}equipment?" + urlencode([("code", encode(question.facts)), *ticked])

    def water(self) -> str:
        """What the search for a water sends."""
        question = self._random.choice(
            [each for each in self._questions if each.fact.key in ("water", "stretch", "zone")]
        )
        name = self._random.choice([name for water in waters() for name in water.names])
        typed = (
            name,
            name[:4],
            name.upper(),
            f"{name.lower()} x",
            f"auf der {name}",
            name.replace(" ", ""),
            "zzz",
            "",
            "ä",
        )
        return f"{self._start}water?" + urlencode({"code": encode(question.facts), "q": self._random.choice(typed)})

    def beside(self) -> str:
        """A page beside an answer, or beside what turns out to be a question."""
        outcome = self._random.choice(self._outcomes if self._random.random() < 0.2 else self._results)
        people = self._people(outcome) if isinstance(outcome, Result) and self._random.random() < 0.5 else ""
        return f"{self._start}{self._random.choice(('rest', 'more'))}/{encode(outcome.facts) or 'wR'}{people}"

    def odd_code(self) -> str:
        """A code that lost or won something on its way."""
        code = encode(self._random.choice(self._outcomes).facts)
        place = self._random.randrange(len(code) + 1)
        strange = self._random.choice("abwRX09_-é")
        odd = (
            code[:place], code[:place] + strange + code[place:], code[::-1], code + "l82_5", code + "-Z1", code + "-B",
            code + "-b2", code + "p500", code.replace("l", "l0"),
        )  # fmt: skip
        return f"{self._start}r/" + quote(self._random.choice(odd))

    def _people(self, result: Result) -> str:
        counts = {kind: self._random.choice((0, 1, 1, 2, 3)) for kind in kinds(result) if self._random.random() < 0.6}
        people = encode_counts(counts)
        return people if len(people) <= LIMIT else ""

    def _number(self, fact: Fact) -> Decimal:
        limits = [float(name.removeprefix("lt").removeprefix("over").rpartition("to")[2]) for name in fact.bands]
        any_ = self._random.uniform(fact.low, fact.high)
        number = self._random.choice([any_, self._random.uniform(fact.low, min(fact.high, 120)), *limits])
        if fact.whole or self._random.random() < 0.4:
            return Decimal(int(number))
        return Decimal(f"{number:.{self._random.choice((1, 2, 2, 3))}f}")


def _as_sent(value: Value) -> str:
    return value.value if isinstance(value, Band) else str(value)
