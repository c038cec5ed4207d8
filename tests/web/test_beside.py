"""The pages that stand beside an answer: rest times, two languages, sharing, the QR code."""

import re
from datetime import date

import pytest
from flask.testing import FlaskClient

from core import LANGUAGES, Result, encode
from web import qr
from web.app import create_app
from web.settings import Settings

CASE = "wRvMl82_5mA1eS2"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings(page_cache=0)).test_client()


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html[html.index("<main") : html.index("</main>")]))


@pytest.mark.parametrize("kind", ["rest", "more", "hand", "share"])
def test_every_answer_has_these_pages(client: FlaskClient, results: list[Result], kind: str) -> None:
    for number, result in enumerate(results[::61]):
        code, language = encode(result.facts), LANGUAGES[number % len(LANGUAGES)]
        response = client.get(f"/{language}/{kind}/{code}")
        assert response.status_code == 200, code
        assert not re.search(r"\{\w+\}|%\(\w+\)s", response.text), code


@pytest.mark.parametrize("kind", ["rest", "more", "hand", "share", "r"])
def test_a_strange_code_is_friendly_here_too(client: FlaskClient, kind: str) -> None:
    for code in ("strange", f"{CASE}-X1", "x" * 300):
        response = client.get(f"/en/{kind}/{code}")
        assert response.status_code == 404
        assert "This code is not a case" in response.text


@pytest.mark.parametrize("kind", ["rest", "more", "hand"])
def test_only_answers_have_them_and_only_under_their_proper_code(client: FlaskClient, kind: str) -> None:
    assert client.get(f"/en/{kind}/wR").headers["Location"] == "/en/r/wR"
    query = "?to=fr" if kind == "hand" else ""
    assert client.get(f"/en/{kind}/{CASE}-{query}").headers["Location"] == f"/en/{kind}/{CASE}{query}"
    assert client.get(f"/en/{kind}/wRvTmA1{query}").headers["Location"] == f"/en/{kind}/wRvT{query}"


def test_what_stands_beside_the_crew_is_one_tap_away_and_back(client: FlaskClient) -> None:
    answer = client.get(f"/en/r/{CASE}-B1").text
    pages = {
        "rest": ["14 hours"],
        "more": ["If one member drops out", "Also keep in mind", "§ 19.02", "in force since"],
    }
    for kind, texts in pages.items():
        assert f'href="/en/{kind}/{CASE}-B1"' in answer
        html = client.get(f"/en/{kind}/{CASE}-B1").text
        assert f'href="/en/r/{CASE}-B1" rel="prev"' in html
        for said in texts:
            assert said in words(html)


def test_two_languages_stand_side_by_side(client: FlaskClient) -> None:
    html = client.get("/de/hand/wRvMl82_5mA1eS1?to=fr").text
    assert html.index('<div lang="de">') < html.index('<div lang="fr">')
    assert html.count('<div lang="de">') == html.count('<div lang="fr">')
    said = words(html)
    for german, french in (
        ("1 Bootsmann", "1 maître matelot"),
        ("Mindestbesatzung", "Équipage minimum"),
        ("oder", "ou"),
    ):
        assert german in said
        assert french in said
    assert "A1 · bis 14 Stunden" in said
    assert "article 19.02" in said


@pytest.mark.parametrize(
    ("language", "query", "second"),
    [
        ("de", "", "nl"),
        ("nl", "", "de"),
        ("fr", "", "de"),
        ("en", "?to=en", "de"),
        ("en", "?to=xx", "de"),
        ("de", "?to=en", "en"),
    ],
)
def test_the_second_language_can_be_chosen(client: FlaskClient, language: str, query: str, second: str) -> None:
    html = client.get(f"/{language}/hand/{CASE}{query}").text
    assert re.findall(r'<div lang="(\w+)">', html)[:2] == [language, second]
    assert re.search(rf'href="\?to={second}" lang="{second}" aria-current="true"', html)


def test_the_verdict_on_the_people_is_handed_over_too(client: FlaskClient) -> None:
    said = words(client.get(f"/en/hand/{CASE}-B1M1?to=de").text)
    assert "Insufficient" in said
    assert "Nicht ausreichend" in said
    assert "1 boatmaster, 1 boatman" in said
    assert "Sufficient" not in words(client.get(f"/en/hand/{CASE}").text), "nobody counted: no verdict"


@pytest.mark.parametrize("code", ["wRvT", "wH", "wRvCfP1mA2eS2", "wGvHeM"])
def test_answers_without_a_table_can_be_handed_over(client: FlaskClient, code: str) -> None:
    assert len(words(client.get(f"/de/hand/{code}").text)) > 100


def test_a_case_is_shared_by_link_and_drawing(client: FlaskClient) -> None:
    html = client.get(f"/en/share/{CASE}-B1M1").text
    assert f'href="http://localhost/en/r/{CASE}-B1M1"' in html
    assert qr.draw(f"http://localhost/en/r/{CASE}-B1M1").path in html
    assert "t.me" not in html, "no bot is set"
    assert "share.js" not in html, "the server has filled the page"
    assert client.get("/en/share/wR").status_code == 200, "a question can be shared too"


def test_the_bot_opens_the_case() -> None:
    client = create_app(Settings(telegram_bot="rheincrew_bot")).test_client()
    assert f'href="https://t.me/rheincrew_bot?start={CASE}-B1"' in client.get(f"/en/share/{CASE}-B1").text


def test_without_a_case_the_script_fills_the_page(client: FlaskClient) -> None:
    html = client.get("/en/share/").text
    assert "/static/share.js" in html
    assert 'data-drawing="/static/uqr.mjs?v=' in html


def test_the_code_for_paper_is_a_drawing_of_its_own(client: FlaskClient) -> None:
    response = client.get(f"/en/qr/{CASE}.svg")
    assert response.mimetype == "image/svg+xml"
    assert response.text == qr.svg(f"http://localhost/en/r/{CASE}")
    assert client.get("/en/qr/strange.svg").status_code == 404
    assert (
        f'<img src="/en/qr/{CASE}.svg" alt="" width="96" height="96" loading="lazy">'
        in client.get(f"/en/r/{CASE}").text
    )


def test_paper_says_code_address_and_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.app.berlin_today", lambda: date(2026, 11, 30))
    said = words(create_app(Settings()).test_client().get(f"/en/r/{CASE}").text)
    assert f"Code of this case: {CASE}" in said
    assert f"http://localhost/en/r/{CASE}" in said
    assert "Law of 30 November 2026" in said
