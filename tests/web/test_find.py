"""The search line: one line in everyday words, in four languages."""

import re

import pytest
from flask.testing import FlaskClient

from core import LANGUAGES
from web.app import create_app
from web.settings import Settings


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings()).test_client()


def find(client: FlaskClient, text: str, language: str = "en") -> tuple[str | None, str]:
    """Return where a line leads, or the words of the page about it."""
    response = client.get(f"/{language}/find", query_string={"q": text})
    main = response.text[response.text.find("<main") : response.text.find("</main>")]
    return response.headers.get("Location"), re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


@pytest.mark.parametrize(
    ("language", "text", "case"),
    [
        ("de", "82m schubboot a2 s2", "/de/r/vPl82mA2eS2"),
        ("de", "Wagenfähre 60 t 120 Personen", "/de/r/vAg60p120"),
        ("nl", "motorschip 110 m A1 S2 Rijn", "/nl/r/wRvMl110mA1eS2"),
        ("fr", "automoteur 82,5 m Rhin", "/fr/r/wRvMl82_5"),
        ("en", "pusher 22 m A2 S2 Rhine", "/en/r/wRvPl22mA2eS2"),
        ("fr", "pusher 22 m A2 S2 Rhine", "/fr/r/wRvPl22mA2eS2"),
    ],
)
def test_a_clear_line_leads_to_its_case(client: FlaskClient, language: str, text: str, case: str) -> None:
    assert find(client, text, language)[0] == case
    page = client.get(case, follow_redirects=True)
    assert page.status_code == 200
    assert page.text.count('class="chip"') >= 3 or "Minimum" in page.text, "what was understood can be seen and changed"


def test_what_was_not_understood_is_said_and_nothing_is_lost(client: FlaskClient) -> None:
    where, said = find(client, "Rhine pusher 22 m quux")
    assert where is None
    assert "Vessel: Pusher" in said
    assert "Not understood: quux" in said
    assert 'href="/en/r/wRvPl22"' in client.get("/en/find?q=Rhine+pusher+22+m+quux").text


def test_what_may_mean_two_things_is_asked(client: FlaskClient) -> None:
    html = client.get("/en/find?q=ferry+Moselle").text
    assert "What do you mean?" in html
    assert re.findall(r'<a class="opt" href="([^"]+)">Vessel', html) == ["/en/r/wGvFjUy4", "/en/r/wGvAjUy4"]


def test_what_was_converted_is_said(client: FlaskClient) -> None:
    where, said = find(client, "tug Moselle 500 PS")
    assert where is None
    assert "500 PS" in said
    assert "kW" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_nothing_understood_examples_are_given(client: FlaskClient, language: str) -> None:
    where, said = find(client, "quux", language)
    assert where is None
    assert "quux" in said
    assert not re.search(r"\{\w+\}", said)


def test_hostile_and_endless_lines_are_text(client: FlaskClient) -> None:
    html = client.get("/en/find", query_string={"q": "<script>alert(1)</script> " + "x" * 5000}).text
    assert "<script>alert" not in html
    assert "x" * 300 not in html
    assert find(client, "  ")[0] == "/en/"


def test_other_sites_search_by_the_start_page(client: FlaskClient) -> None:
    response = client.get("/de/?q=Wagenf%C3%A4hre+60+t")
    assert response.headers["Location"] == "/de/find?q=Wagenf%C3%A4hre+60+t"


def test_another_language_shows_the_same_search(client: FlaskClient) -> None:
    assert 'href="/nl/find?q=ferry"' in client.get("/en/find?q=ferry").text
