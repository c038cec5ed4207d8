"""A million random inputs: only questions, results and clear errors come back.

Each part has a number of inputs and a limit in seconds, after which it stops; it prints its seed and how many it tried.
``RANDOM_SEED=17 python -m pytest -m proof tests/proof/test_random_inputs.py`` tries the same ones again.
"""

import json
import os
import random
import re
import string
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core import LANGUAGES, CodeError, InputError, answer, decode, encode
from core.__main__ import respond
from core.code import BAND_LETTERS, LIMIT
from core.crew import RANKS
from core.facts import FACTS, Fact
from core.people import parse_people
from core.wording import error_object
from web.app import create_app
from web.settings import Settings

from ..conftest import TODAY

pytestmark = pytest.mark.proof

SEED = int(os.environ.get("RANDOM_SEED") or random.SystemRandom().randrange(10**9))
TEXT = string.printable + "äßéœ€½²٣−–\u00a0\u202f\u200b\x00\ud800😀§“”"
JUNK = (
    None, True, False, 0, -1, 1, 3, 82.5, 1e308, -1e-308, float("inf"), float("nan"), 10**40, "", " ", "-", "82,5", "82.50 m", "1.350",
    "1e5", "٣", "NaN", "lt20", "20to70", "over86", "to0", "70to20", "0to0", "lt", [], {}, [[]], {"a": 1}, "2026-11-30", "30.2.2026",
    "9999-99-99", "0000-01-01", "{value}", "%s", "<b>", "../..", "yes", "no", "met", "A1", "S2", "\x00", "\ud800",
)  # fmt: skip


class Draw:
    """What a seed makes up: facts, people, codes, requests."""

    def __init__(self, part: str) -> None:
        self.random = random.Random(f"{SEED} {part}")

    def text(self) -> str:
        return "".join(self.random.choices(TEXT, k=self.random.randrange(12)))

    def value(self, fact: Fact) -> object:
        """A value that the fact has, a near one, or anything."""
        chance = self.random.random()
        if chance < 0.75:
            if fact.kind == "choice":
                return self.random.choice(fact.choices).value
            if fact.kind == "number":
                return self.number(fact)
            return f"{self.random.randrange(1969, 2071)}-{self.random.randrange(1, 13):02}-{self.random.randrange(1, 29):02}"
        return self.text() if chance < 0.8 else self.random.choice(JUNK)

    def number(self, fact: Fact) -> object:
        chance = self.random.random()
        if chance < 0.3:
            return self.random.choice(BAND_LETTERS[fact.key])
        number = self.random.randint(fact.low - 1, fact.high + 1)
        if chance < 0.6:
            return number
        if chance < 0.8:
            return self.random.uniform(fact.low - 1, fact.high + 1)
        return f"{number}{self.random.choice(',.')}{self.random.randrange(1000)}{self.random.choice(('', ' m', ' t', 'kW'))}"

    def facts(self) -> dict[str, object]:
        """Any of the facts; mostly with a water and a vessel, so that the law is reached."""
        share = self.random.random()
        chosen = [fact for fact in FACTS if self.random.random() < share or fact.key in ("water", "vessel")]
        facts: dict[str, object] = {fact.key: self.value(fact) for fact in chosen}
        if self.random.random() < 0.02:
            facts[self.text()] = self.random.choice(JUNK)
        return facts

    def people(self) -> object:
        if self.random.random() < 0.05:
            return self.random.choice(JUNK)
        return [self.person() for _ in range(self.random.randrange(6))]

    def person(self) -> object:
        person: dict[str, object] = {"rank": self.random.choice(RANKS)}
        likely: dict[str, tuple[object, ...]] = {
            "count": (0, 1, 2, 5, 99), "age": (16, 17, 18, 19, None), "training_year": (1, 3, None), "sailing_days": (0, 179, 360, 720),
            "boatmaster_certificate": (True, "yes"), "stretch": (False, "no"), "final_exam": (True,), "paper": ("old",),
        }  # fmt: skip
        for key, values in likely.items():
            if self.random.random() < 0.3:
                person[key] = self.random.choice(values if self.random.random() < 0.9 else JUNK)
        if self.random.random() < 0.02:
            person[self.text() or "rank"] = self.random.choice(JUNK)
        return person

    def code(self) -> str:
        """Tokens in any order, with values of any fact, some damaged, or any text."""
        chance = self.random.random()
        if chance < 0.1:
            return "".join(self.random.choices(TEXT, k=self.random.randrange(90)))
        tokens = [fact.letter + self.token(fact) for fact in self.random.sample(FACTS, self.random.randrange(9))]
        code = "".join(tokens)
        if chance < 0.3 and code:
            place = self.random.randrange(len(code))
            code = code[:place] + self.random.choice(string.ascii_letters + string.digits + "_-") + code[place + 1 :]
        return code

    def token(self, fact: Fact) -> str:
        if fact.choices:
            return self.random.choice(fact.choices).short
        if fact.kind == "date":
            return self.random.choice((f"{self.random.randrange(10**6):06}", "0AB", "G5K", "ZZZ"))
        return self.random.choice(("A", "D", "Z", "AA", "BZ", "82_5", "0", "1350", "99999999", "7_"))

    def line(self) -> bytes:
        """A line for ``python -m core``: a request, a damaged one, or anything."""
        request: dict[str, object] = {"facts": self.facts()}
        if self.random.random() < 0.3:
            request["language"] = self.random.choice((*LANGUAGES, "it", None, 3))
        if self.random.random() < 0.3:
            request["aboard"] = self.people()
        line = json.dumps(request).encode()
        chance = self.random.random()
        if chance < 0.1:
            place = self.random.randrange(len(line))
            return (
                line[:place]
                + self.random.randbytes(self.random.randrange(3))
                + line[place + self.random.randrange(3) :]
            )
        return self.random.randbytes(self.random.randrange(40)) if chance < 0.15 else line


@pytest.fixture
def tries(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Callable[[int, float], Iterator[int]]:
    """Count to a number, or until some seconds have gone by, and say how far."""

    def count(number: int, seconds: float) -> Iterator[int]:
        end, done = time.monotonic() + seconds, 0
        for done in range(1, number + 1):
            yield done
            if time.monotonic() > end:
                break
        with capsys.disabled():
            print(f"\n{request.node.name}: {done} of {number} inputs, RANDOM_SEED={SEED}", end=" ")  # noqa: T201 - the seed

    return count


Tries = Callable[[int, float], Iterator[int]]


def kind_of(said: dict[str, Any], given: object) -> str:
    """Which of the answers of the contract this is; fails if it is none, or an error that says nothing."""
    text = json.dumps(said)
    match list(said):
        case ["error"]:
            error = said["error"]
            assert set(error) == {"key", "value", "message"}, (SEED, given, said)
            assert isinstance(error["value"], str), (SEED, given, said)
            assert error["message"].strip(), (SEED, given, said)
            gaps = re.compile(r"{([a-z_]+)}")
            assert set(gaps.findall(error["message"])) <= set(gaps.findall(str(given))), (SEED, given, said)
            return "error"
        case ["question"]:
            assert said["question"]["options"] or said["question"]["kind"] == "date", (SEED, given, said)
            return "question"
        case ["result"] | ["result", "check"]:
            assert said["result"]["kind"] in ("determined", "authority", "outside"), (SEED, given, said)
            assert bool(said["result"]["crews"]) == (said["result"]["kind"] == "determined") or '"alongside"' in text
            return "check" if "check" in said else "result"
    raise AssertionError((SEED, given, said))


def test_any_facts(tries: Tries) -> None:
    draw, kinds = Draw("facts"), Counter[str]()
    for _ in tries(250_000, 80):
        facts = draw.facts()
        language = draw.random.choice(LANGUAGES)
        kinds[kind_of(answer(facts, language, TODAY), facts)] += 1
    assert min(kinds[kind] for kind in ("error", "question", "result")) > 0, kinds


def test_any_line(tries: Tries) -> None:
    draw, kinds = Draw("lines"), Counter[str]()
    for _ in tries(100_000, 50):
        line = draw.line()
        kinds[kind_of(respond(line, TODAY), line)] += 1
    assert min(kinds[kind] for kind in ("error", "question", "result", "check")) > 0, kinds


def test_any_people(tries: Tries) -> None:
    draw, read = Draw("people"), 0
    for _ in tries(150_000, 25):
        raw = draw.people()
        try:
            people = parse_people(raw)
        except InputError as error:
            kind_of({"error": error_object(error, "en")}, raw)
            continue
        read += 1
        assert all(person.rank in RANKS and person.count > 0 for person in people), (SEED, raw)
    assert read


def test_any_code(tries: Tries) -> None:
    draw, read = Draw("codes"), 0
    for _ in tries(490_000, 50):
        code = draw.code()
        try:
            facts = decode(code)
        except CodeError:
            continue
        read += 1
        again = encode(facts)
        assert len(again) <= LIMIT, (SEED, code)
        assert decode(again).keys() <= facts.keys(), (SEED, code)
        assert encode(decode(again)) == again, (SEED, code)
    assert read


def test_any_address(tries: Tries) -> None:
    """The pages and the interface over HTTP: no address and no body breaks them."""
    client, draw, statuses = create_app(Settings(page_cache=0)).test_client(), Draw("web"), Counter[int]()
    for number in tries(10_000, 40):
        language = draw.random.choice(LANGUAGES)
        match number % 4:
            case 0:
                given: object = sendable(draw.code()) + draw.random.choice(("", "-B1M2", "-", "-Zz"))
                response = client.get(f"/{language}/r/{given}")
            case 1:
                given = query(draw.facts())
                response = client.get(f"/{language}/", query_string=given)
            case 2:
                given = query(draw.facts())
                response = client.get("/api/v1/step", query_string=given)
                kind_of(response.json or {}, given)
            case _:
                given = draw.line()
                response = client.post("/api/v1/check", data=given)
                kind_of(json.loads(response.data), given)
        statuses[response.status_code] += 1
        assert response.status_code < 500, (SEED, given)
    assert set(statuses) <= {200, 301, 302, 303, 308, 400, 404, 422}, statuses


def sendable(text: str) -> str:
    """A text as an address can have it: HTTP has no lone surrogates."""
    return text.replace("\ud800", "?")


def query(facts: dict[str, object]) -> dict[str, str]:
    return {sendable(key): sendable(str(value)) for key, value in facts.items()}
