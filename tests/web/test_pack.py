"""The pages that the worker draws from a pack are those of the server, letter by letter: its scripts in real Chromium."""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from itertools import islice
from typing import Any

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment
from playwright.sync_api import Browser, Page

from core import LANGUAGES, Question, Result, encode, wording
from core.aboard import KINDS, people
from core.check_words import taken_as
from core.wording import RANK_NAMES, rank_name
from tests.conftest import TODAY
from tests.web.addresses import Addresses
from tests.web.browsing import NEEDS_CHROMIUM
from web.app import create_app
from web.pack.build import build
from web.pack.graph import Node
from web.pack.routes import engine_script
from web.pack.shared import Shared
from web.pack.store import period
from web.pack.templates import Compiler, UnknownTemplateError
from web.settings import Settings

SITE = "https://example.org"
MOST = 200 * 1024
"""The most bytes of a pack on the wire."""

Sent = tuple[int, str, str]
"""What comes of an address: the status, where the page is, the page."""


@pytest.fixture(scope="module")
def app(today: date) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("web.app.berlin_today", lambda: today)
        yield create_app(Settings(public_url=SITE, page_cache=1))


@pytest.fixture(scope="module")
def worker(browser: Browser) -> Page:
    """A browser page in which the worker's scripts are known."""
    page = browser.new_page()
    page.evaluate(f"() => {{ {engine_script()}; globalThis.openPack = openPack; }}")
    return page


def by_server(app: Flask, address: str) -> Sent:
    """Return the page of an address, wherever the server says that it is."""
    client = app.test_client()
    while (response := client.get(address)).status_code in (301, 302):
        address = response.headers["Location"]
    return response.status_code, address, response.text


def by_worker(worker: Page, addresses: list[str]) -> list[Sent]:
    """Return the pages of addresses as the worker makes them."""
    made = worker.evaluate(
        """([addresses, at]) => addresses.map((address) => {
            const { status, address: proper, html } = pages.open(new URL(address, at.site), at);
            return [status, proper ?? address, html];
        })""",
        [addresses, {"site": SITE, "day": wording.day(TODAY, addresses[0][1:3])}],
    )
    return [(status, address, html) for status, address, html in made]


def assert_same(app: Flask, worker: Page, pack: bytes, addresses: Iterable[str]) -> int:
    """Compare the pages of addresses; returns how many."""
    worker.evaluate("(pack) => { globalThis.pages = openPack(JSON.parse(pack)); }", pack.decode())
    wanted, number = iter(addresses), 0
    while some := list(islice(wanted, 100)):
        for address, offline in zip(some, by_worker(worker, some), strict=True):
            online = by_server(app, address)
            assert offline[:2] == online[:2], address
            assert offline[2] == online[2], address
        number += len(some)
    return number


def cases(outcomes: list[Question | Result], language: str) -> Iterator[str]:
    """Yield the address of every case."""
    for outcome in outcomes:
        code = encode(outcome.facts)
        yield f"/{language}/r/{code}" if code else f"/{language}/"


class TestInTheBrowser:
    pytestmark = NEEDS_CHROMIUM

    def test_some_cases_are_those_of_the_server(
        self, app: Flask, worker: Page, pack: Callable[[str], bytes], outcomes: list[Question | Result]
    ) -> None:
        assert assert_same(app, worker, pack("de"), list(cases(outcomes, "de"))[::25]) > 300

    def test_crews_numbers_changes_and_bad_input_come_to_the_same(
        self, app: Flask, worker: Page, pack: Callable[[str], bytes], outcomes: list[Question | Result]
    ) -> None:
        assert assert_same(app, worker, pack("de"), Addresses(outcomes, "de", seed=6).make(400)) == 400

    @pytest.mark.proof
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_case_is_that_of_the_server(
        self, app: Flask, worker: Page, pack: Callable[[str], bytes], outcomes: list[Question | Result], language: str
    ) -> None:
        assert assert_same(app, worker, pack(language), cases(outcomes, language)) == len(outcomes)

    @pytest.mark.proof
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_many_crews_numbers_changes_and_bad_input_come_to_the_same(
        self, app: Flask, worker: Page, pack: Callable[[str], bytes], outcomes: list[Question | Result], language: str
    ) -> None:
        addresses = Addresses(outcomes, language, seed=LANGUAGES.index(language))
        assert assert_same(app, worker, pack(language), addresses.make(4000)) == 4000

    def test_another_day_is_said_to_need_a_connection(self, worker: Page, pack: Callable[[str], bytes]) -> None:
        worker.evaluate("(pack) => { globalThis.pages = openPack(JSON.parse(pack)); }", pack("de").decode())
        for address in ("/de/r/d200101wRvMl82_5mA1eS2", "/de/?code=wRvMl82_5mA1eS2&date=2020-01-01"):
            ((status, _, html),) = by_worker(worker, [address])
            assert status == 404
            assert 'href="/de/r/wRvMl82_5mA1eS2"' in html, "the way to today's answer"


def test_a_pack_is_small(pack: Callable[[str], bytes]) -> None:
    assert len(gzip.compress(pack("de"), 9)) <= MOST


@pytest.mark.proof
def test_every_pack_is_small_and_the_same_while_the_law_is(
    pack: Callable[[str], bytes], tree: Node, today: date
) -> None:
    for language in LANGUAGES:
        assert len(gzip.compress(pack(language), 9)) <= MOST
    tomorrow = today + timedelta(days=1)
    assert period(today) == period(tomorrow)
    assert build(create_app(Settings()).jinja_env, "fr", tree, tomorrow) == pack("fr")


def test_equal_values_are_there_once() -> None:
    heap = Shared()
    one = heap.add({"texts": ["a", "b"], "number": 1, "nothing": None, "yes": True})
    assert heap.add({"texts": ("a", "b"), "number": 1, "nothing": None, "yes": True}) == one
    other = heap.add(["a", "b"])
    written = heap.written()
    assert written.heap["atoms"] == ["a", "b", 1, None, True]
    assert len(written.heap["lists"]) == 1
    assert written[other] == len(written.heap["atoms"])
    with pytest.raises(TypeError):
        heap.add(object())


@pytest.mark.parametrize(
    "source", ["{% filter upper %}x{% endfilter %}", "{{ x|tojson }}", "{{ _(x) }}", "{% include 'other.html' %}"]
)
def test_a_template_that_the_worker_cannot_draw_is_refused(source: str) -> None:
    environment = Environment(loader=DictLoader({"page.html": source}), autoescape=True)
    with pytest.raises(UnknownTemplateError, match=r"page\.html, line 1"):
        Compiler(environment, str, str).compile(["page.html"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_several_are_the_same_however_many(language: str) -> None:
    """So the pack has three names of a rank: for nobody, one and several."""
    for rank in RANK_NAMES:
        assert {rank_name(rank, number, language) for number in range(2, 63)} == {rank_name(rank, 2, language)}


def test_what_is_taken_for_granted_is_taken_kind_by_kind() -> None:
    """So the pack has the sentences of each kind, and the worker puts them together."""
    order = taken_as([kind.person for kind in KINDS])
    for one in KINDS:
        for other in KINDS:
            alone: list[Any] = [*taken_as([one.person]), *taken_as([other.person])]
            assert taken_as(people({one: 1, other: 1})) == [text for text in order if text in alone]


def test_a_pack_names_its_files(german: dict[str, Any]) -> None:
    assert {name.partition("?")[0] for name in german["files"]} >= {
        "/static/app.css",
        "/static/page.js",
        "/static/sprite.svg",
    }
    assert json.dumps(german["templates"]).count("§") < 20, "no law in the templates"
