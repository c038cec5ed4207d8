"""The pages, by Flask's own client: every question and every answer in every language, and bad input."""

import re
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from core import LANGUAGES, Question, Result, encode
from web.app import SECURITY_HEADERS, create_app
from web.cache import PageCache, make_page
from web.settings import Settings, from_environment

CASE = "/en/r/wRvMl82_5mA1eS2"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings(page_cache=50)).test_client()


class Links(HTMLParser):
    """Collects where a page leads, and what it would load or run."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.classes: dict[str, list[str]] = {}
        self.loads: list[str] = []
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.hrefs.append(given["href"])
            for name in given.get("class", "").split():
                self.classes.setdefault(name, []).append(given["href"])
        if tag in ("script", "img", "link", "use") and given.get("rel") != "alternate":
            self.loads.append(given.get("src") or given.get("href", ""))
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "script" and "src" not in given:
            self.inline.append("script")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_answer_is_a_page(
    client: FlaskClient, outcomes: list[Question | Result], language: str
) -> None:
    """Nothing untranslated is left open, nothing fails, every option leads to a case."""
    for outcome in outcomes[:: 1 if language == "de" else 7]:
        code = encode(outcome.facts)
        response = client.get(f"/{language}/r/{code}" if code else f"/{language}/")
        assert response.status_code == 200, code
        html = response.text
        assert f'<html lang="{language}">' in html
        assert not re.search(r"\{\w+\}|%\(\w+\)s", html), code
        if isinstance(outcome, Question):
            options = [href for href in Links(html).classes["opt"] if "/r/" in href]
            assert len(options) == len(outcome.options), code


def test_options_lead_to_their_pages(client: FlaskClient, outcomes: list[Question | Result]) -> None:
    for outcome in outcomes[::11]:
        code = encode(outcome.facts)
        for href in Links(client.get(f"/en/r/{code}" if code else "/en/").text).hrefs:
            if href.startswith("/"):
                assert client.get(href).status_code in (200, 301), href


def test_the_start_page_says_what_this_is_and_starts(client: FlaskClient) -> None:
    html = client.get("/en/").text
    assert "How many crew, and of which rank" in html
    assert "/en/r/wR" in html


def test_the_front_door_speaks_the_visitors_language(client: FlaskClient) -> None:
    for wanted, language in (("nl-BE,nl;q=0.9", "nl"), ("fr", "fr"), ("de-CH", "de"), ("pl", "en"), ("", "en")):
        response = client.get("/", headers={"Accept-Language": wanted})
        assert response.status_code == 302
        assert response.headers["Location"] == f"/{language}/"
        assert "Accept-Language" in response.headers["Vary"]


def test_the_language_switch_keeps_the_case(client: FlaskClient) -> None:
    html = client.get(CASE).text
    for language in LANGUAGES:
        assert f'href="/{language}/r/wRvMl82_5mA1eS2"' in html


def test_every_answer_can_be_changed_without_losing_the_later_ones(client: FlaskClient) -> None:
    chips = Links(client.get(CASE).text).classes["chip"]
    assert "/en/r/wRvMmA1eS2" in chips, "the length asked again, mode and equipment kept"
    changed = client.get("/en/r/wRvMmA1eS2").text
    assert "/en/r/wRvMlDmA1eS2" in changed, "one tap and the answer is there again"


def test_the_way_back_is_the_question_before(client: FlaskClient) -> None:
    assert 'class="chip back" href="/en/r/wRvMl82_5mA1"' in client.get(CASE).text
    assert 'class="chip back" href="/en/"' in client.get("/en/r/wR").text
    assert 'class="chip back"' not in client.get("/en/").text


def test_a_form_is_read_and_leads_to_its_case(client: FlaskClient) -> None:
    response = client.get("/de/", query_string={"water": "rhine", "vessel": "motor-vessel", "length_m": "82,5 m"})
    assert response.status_code == 302
    assert response.headers["Location"] == "/de/r/wRvMl82_5"


def test_what_does_not_matter_leaves_the_address(client: FlaskClient) -> None:
    response = client.get("/en/r/wRvTmA1")
    assert (response.status_code, response.headers["Location"]) == (301, "/en/r/wRvT")


@pytest.mark.parametrize(
    ("query", "says", "keeps"),
    [
        ("water=rhine&vessel=motor-vessel&length_m=8250", "Perhaps 82.50", "/en/r/wRvMl82_5"),
        ("water=rhine&vessel=motor-vessel&length_m=-3", "between 5 and 300", "/en/r/wRvMlC"),
        ("water=rhine&vessel=motor-vessel&length_m=abc&mode=A1", "is not a number", "/en/r/wRvMlCmA1"),
        ("water=rhine&vessel=motor-vessel&length_m=1.350", "may mean 1350", "/en/r/wRvMlC"),
        ("water=rhine&vessel=raft&mode=A1", "is no answer to", "/en/r/wRvMmA1"),
        ("water=rhine&vessel=tug&date=2023-02-31", "is not a day", "/en/r/wR"),
    ],
)
def test_bad_input_is_named_and_nothing_else_is_lost(client: FlaskClient, query: str, says: str, keeps: str) -> None:
    response = client.get(f"/en/?{query}")
    assert response.status_code == 422
    assert says in response.text
    assert keeps in response.text
    assert response.headers["Cache-Control"] == "no-store"


def test_hostile_input_is_shown_as_text(client: FlaskClient) -> None:
    html = client.get(
        "/en/", query_string={"water": "rhine", "vessel": "pusher", "length_m": "<script>alert(1)</script>"}
    ).text
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html


def test_unknown_parameters_are_left_out(client: FlaskClient) -> None:
    assert client.get("/en/?utm_source=x&water=rhine").headers["Location"] == "/en/r/wR"


@pytest.mark.parametrize(
    ("path", "status"),
    [("/en/r/strange", 404), ("/en/r/wRvQ", 404), ("/en/nothing", 404), ("/it/", 404), ("/en/r/" + "x" * 500, 404)],
)
def test_strange_addresses_get_a_friendly_page(client: FlaskClient, path: str, status: int) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert "Start again" in response.text


def test_only_get_is_answered(client: FlaskClient) -> None:
    assert client.post("/en/").status_code == 405


@pytest.mark.parametrize(
    ("ticked", "equipment"),
    [
        ("abcdefghijk", "S1"), ("abcdefhik", "GJ"), ("abcdefghik", "GJ"), ("abcdeghijk", "OT"), ("bcdefghijk", "ABC"), ("", "ABC"),
    ],
)  # fmt: skip
def test_the_list_of_equipment_becomes_one_answer(client: FlaskClient, ticked: str, equipment: str) -> None:
    query = "&".join([f"s1={letter}" for letter in ticked])
    assert (
        client.get(f"/en/equipment?code=wRvMl82_5mA1&{query}").headers["Location"] == f"/en/r/wRvMl82_5mA1e{equipment}"
    )
    with_s2 = client.get(f"/en/equipment?code=wRvMl82_5mA1&{query}&s2=yes").headers["Location"]
    assert with_s2.endswith("eS2" if equipment == "S1" else f"e{equipment}")


def test_the_list_of_equipment_refuses_a_strange_code(client: FlaskClient) -> None:
    assert client.get("/en/equipment?code=wQ").status_code == 404


def test_an_impossible_later_fact_is_asked_again() -> None:
    """All facts of today's Rhine fit each other; a fact of another family is tried by a value that only it has."""
    client = create_app(Settings()).test_client()
    response = client.get("/en/?water=rhine&vessel=motor-vessel&length_m=82&mode=D")
    assert response.status_code == 422
    assert "/en/r/wRvMl82mA1" in response.text


def test_an_answer_links_its_law_and_says_how_old_it_is(client: FlaskClient) -> None:
    html = client.get(CASE).text
    assert 'href="https://www.gesetze-im-internet.de/rheinschpersv_2023/__19_02.html"' in html
    assert "text as of 6 January 2026" in html
    assert "in force since 14 April 2023" in html


def test_nothing_comes_from_elsewhere_and_nothing_is_inline(client: FlaskClient, results: list[Result]) -> None:
    for result in results[::97]:
        page = Links(client.get(f"/en/r/{encode(result.facts)}").text)
        assert page.inline == []
        assert all(load.startswith("/static/") and "?v=" in load for load in page.loads)


def test_headers_are_strict_and_no_cookie_is_set(client: FlaskClient) -> None:
    for path in ("/en/", CASE, "/nowhere", "/static/app.css", "/api/v1/step"):
        with client.get(path) as response:
            headers = response.headers
        for name, value in SECURITY_HEADERS.items():
            assert headers[name] == value
        assert "Set-Cookie" not in headers
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_pages_are_compressed_and_remembered(client: FlaskClient) -> None:
    plain = client.get(CASE)
    packed = client.get(CASE, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 3
    again = client.get(CASE, headers={"If-None-Match": plain.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_static_files_may_be_kept_for_ever(client: FlaskClient) -> None:
    address = next(load for load in Links(client.get("/en/").text).loads if "app.css" in load)
    with client.get(address) as response:
        assert "max-age=31536000" in response.headers["Cache-Control"]


def test_the_cache_is_bounded() -> None:
    cache = PageCache(3)
    made = []
    for number in (1, 2, 3, 1, 4, 1, 2):
        cache.get(number, lambda number=number: made.append(number) or make_page(str(number)))  # type: ignore[misc]
    assert len(cache) == 3
    assert made == [1, 2, 3, 4, 2]


def test_an_error_of_ours_is_a_page_too(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(Settings())
    monkeypatch.setattr("web.pages.settle", lambda *_: 1 / 0)
    response = app.test_client().get("/de/")
    assert response.status_code == 500
    assert '<html lang="de">' in response.text


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://crew.example/")
    monkeypatch.setenv("PAGE_CACHE", "7")
    settings = from_environment()
    assert settings == Settings(public_url="https://crew.example", page_cache=7)
    assert 'data-url="https://crew.example/en/r/wRvT"' in create_app(settings).test_client().get("/en/r/wRvT").text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["sources", "privacy"])
def test_the_pages_of_text_stand_in_every_language(client: FlaskClient, language: str, page: str) -> None:
    response = client.get(f"/{language}/{page}")
    assert response.status_code == 200
    assert f'<html lang="{language}">' in response.text


def test_the_sources_page_names_every_regulation_with_its_state(client: FlaskClient) -> None:
    html = client.get("/en/sources").text
    assert "RheinSchPersV 2023 (2023-04-14 –): complete" in html
    assert "BinSchPersV (2022-01-18 –): comes later" in html
    assert "BGBl. 2024 II Nr. 508" in html
