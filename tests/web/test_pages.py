"""The pages, by Flask's own client: every question and every answer in every language, and bad input."""

import re
from datetime import date
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from core import LANGUAGES, Question, Result, encode
from core.aboard import kinds, people
from core.check import check
from web.app import SECURITY_HEADERS, create_app
from web.cache import PageCache, make_page
from web.crew_check import read_counts
from web.settings import Settings

CASE = "/en/r/wRvMl82_5mA1eS2"
MOTOR_VESSEL = "/en/r/wGvMg1350mBq700eM"


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
        if tag in ("script", "img", "link", "use") and given.get("rel") not in ("alternate", "canonical"):
            self.loads.append(given.get("src") or given.get("href", ""))
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "script" and "src" not in given:
            self.inline.append("script")


class Forms(HTMLParser):
    """Collects the hidden fields and the boxes of every form by its action."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.hidden: list[tuple[str, dict[str, str]]] = []
        self.boxes: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.hidden.append((given["action"], {}))
        if tag == "input" and given.get("type") == "hidden":
            self.hidden[-1][1][given["name"]] = given["value"]
        if tag == "input" and given.get("type") == "checkbox":
            self.boxes.append((given["name"], given["value"]))

    def only(self, action: str) -> dict[str, str]:
        """Return the hidden fields of the one form with this action."""
        (fields,) = (fields for each, fields in self.hidden if each == action)
        return fields


def test_every_question_and_answer_is_a_page(client: FlaskClient, outcomes: list[Question | Result]) -> None:
    """Nothing fails, no gap is left open, every option leads to a case; the languages take turns."""
    for number, outcome in enumerate(outcomes):
        code, language = encode(outcome.facts), LANGUAGES[number % len(LANGUAGES)]
        response = client.get(f"/{language}/r/{code}" if code else f"/{language}/")
        assert response.status_code == 200, code
        html = response.text
        assert f'<html lang="{language}">' in html
        assert not re.search(r"\{\w+\}|%\(\w+\)s", html), code
        if isinstance(outcome, Question):
            options = [href for href in Links(html).classes["opt"] if "/r/" in href]
            assert len(options) == len(outcome.options), code


def test_options_lead_to_their_pages(client: FlaskClient, outcomes: list[Question | Result]) -> None:
    """A changed answer may leave later ones that no longer fit: they are dropped on the way (302), never an error."""
    for outcome in outcomes[::47]:
        code = encode(outcome.facts)
        for href in Links(client.get(f"/en/r/{code}" if code else "/en/").text).hrefs:
            if href.startswith("/"):
                assert client.get(href).status_code in (200, 301, 302), href


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


@pytest.mark.parametrize("code", ["wGvMg1350mBq700", "wGvWg600mA", "wGvH", "wGvTmAq200", "wGvDaYp200mA"])
def test_the_german_lists_are_met_with_every_box_ticked(client: FlaskClient, code: str) -> None:
    html = client.get(f"/en/r/{code}").text
    boxes = Forms(html).boxes
    assert len(boxes) > 3
    assert {name for name, _ in boxes} == {"item"}
    assert html.count("<legend>BinSchPersV § ") == 1
    assert Forms(html).only("/en/equipment") == {"code": code}

    def answer(ticked: list[tuple[str, str]]) -> str:
        query = "&".join(f"{name}={value}" for name, value in ticked)
        return client.get(f"/en/equipment?code={code}&{query}").headers["Location"].removeprefix(f"/en/r/{code}")

    assert answer(boxes) == "eM"
    assert answer(boxes[1:]) == "eNM"
    assert answer([]) == "eNM"
    assert answer([("s1", letter) for letter in "abcdefghijk"]) == "eNM", "the boxes of another list count for nothing"


@pytest.mark.parametrize(
    ("code", "ticked", "s2", "equipment"),
    [
        ("wGvCfG1mA", "abcdefghijk", True, "S2"),
        ("wGvCfG1mA", "abcdefghijk", False, "S1"),
        ("wGvCfG1mA", "abcdefhijk", True, "NO"),
        ("wGvCfG1mA", "", True, "NO"),
        ("wGvKaYbAmA", "abcdefghijk", True, "S2"),
        ("wGvKaYbAmA", "abcdefghijk", False, "NO"),
        ("wGvKaYbAmA", "bcdefghijk", True, "NO"),
    ],
)
def test_convoys_and_cabin_vessels_keep_the_list_of_the_standards(
    client: FlaskClient, code: str, ticked: str, s2: bool, equipment: str
) -> None:
    boxes = Forms(client.get(f"/en/r/{code}").text).boxes
    assert [value for name, value in boxes if name == "s1"] == list("abcdefghijk")
    assert ("s2", "yes") in boxes
    query = "&".join([f"s1={letter}" for letter in ticked] + ["s2=yes"] * s2)
    location = client.get(f"/en/equipment?code={code}&{query}").headers["Location"]
    assert location == f"/en/r/{code}e{equipment}"


def test_every_answer_of_a_list_is_one_of_its_question(client: FlaskClient, outcomes: list[Question | Result]) -> None:
    """Nothing ticked, everything ticked, and the first box only: the next page is the proper one of its case."""
    for question in [each for each in outcomes if isinstance(each, Question) and each.fact.key == "equipment"][::29]:
        code = encode(question.facts)
        boxes = Forms(client.get(f"/en/r/{code}").text).boxes
        ferry = str(question.facts["vessel"]).endswith("ferry")
        assert bool(boxes) != ferry, code
        for ticked in ([], boxes, boxes[:1]) if boxes else ():
            query = "&".join(f"{name}={value}" for name, value in ticked)
            location = client.get(f"/en/equipment?code={code}&{query}").headers["Location"]
            assert re.fullmatch(rf"/en/r/{code}e[A-Z0-9]+", location)
            assert client.get(location).status_code != 302, "nothing is dropped"


@pytest.mark.parametrize("code", ["", "wR", "wGvAxFgVpZ", "wRvMl82_5mA1eS2"])
def test_a_question_without_a_list_is_only_asked_again(client: FlaskClient, code: str) -> None:
    response = client.get(f"/en/equipment?code={code}&s1=a&item=1&s2=yes")
    assert response.headers["Location"] == (f"/en/r/{code}" if code else "/en/")


def test_the_list_of_equipment_refuses_a_strange_code(client: FlaskClient) -> None:
    assert client.get("/en/equipment?code=wQ").status_code == 404


def test_an_impossible_fact_of_a_form_is_named_and_asked_again(client: FlaskClient) -> None:
    response = client.get("/en/?water=rhine&vessel=motor-vessel&length_m=82&mode=D")
    assert response.status_code == 422
    assert "/en/r/wRvMl82mA1" in response.text


@pytest.mark.parametrize(
    ("code", "proper"),
    [
        ("wRvMl82mA", "wRvMl82"),  # a mode of the German rules, taken to the Rhine
        ("wRvMl82mAeM", "wRvMl82eM"),  # the equipment is looked at once its question comes
        ("wRvMl82mA1eM", "wRvMl82mA1"),
        ("wGvMg1350mA1", "wGvMg1350"),
        ("wGvCfP1", "wGvC"),
    ],
)
def test_an_address_drops_what_does_not_fit_and_goes_on(client: FlaskClient, code: str, proper: str) -> None:
    response = client.get(f"/en/r/{code}")
    assert (response.status_code, response.headers["Location"]) == (302, f"/en/r/{proper}")
    assert client.get(f"/en/r/{proper}").status_code == 200


def test_an_answer_left_over_is_no_error_of_what_is_typed_now(client: FlaskClient) -> None:
    """On the way from the German waters to the Rhine, mode A is still in the code when the length is typed."""
    form = Forms(client.get("/en/r/wRvMmAeM").text).only("/en/")
    answered = client.get("/en/", query_string={**form, "length_m": "82,5"})
    assert (answered.status_code, answered.headers["Location"]) == (302, "/en/r/wRvMl82_5eM")
    wrong = client.get("/en/", query_string={**form, "length_m": "8250"})
    assert wrong.status_code == 422
    assert "Perhaps 82.50" in wrong.text
    assert client.get("/en/?code=wQ&length_m=82").status_code == 404


def test_an_answer_links_its_law_and_says_how_old_it_is(client: FlaskClient) -> None:
    html = client.get(CASE).text
    assert 'href="https://www.gesetze-im-internet.de/rheinschpersv_2023/__19_02.html"' in html
    assert "text as of 6 January 2026" in html
    html = client.get(CASE.replace("/r/", "/more/")).text
    assert "in force since 14 April 2023" in html
    assert "unofficial translation" in html


def test_each_provision_is_linked_in_its_own_regulation(client: FlaskClient) -> None:
    html = client.get(MOTOR_VESSEL).text
    assert 'href="https://www.gesetze-im-internet.de/binschpersv/__105.html"' in html
    assert "rheinschpersv" not in html
    html = client.get(MOTOR_VESSEL.replace("/r/", "/more/")).text
    assert "in force since 18 January 2022" in html
    assert "authentic in German only" in html
    by_choice = client.get("/en/r/wGrRvMl82mA1eS2").text
    assert 'href="https://www.gesetze-im-internet.de/rheinschpersv_2023/__19_02.html"' in by_choice
    assert 'href="https://www.gesetze-im-internet.de/binschpersv/__98.html"' in by_choice


def test_every_link_to_the_law_names_a_section_as_its_regulation_does(
    client: FlaskClient, results: list[Result]
) -> None:
    """Sections of the Rhine regulation have two numbers (§ 19.02), those of the German ones have one (§ 105)."""
    for result in results[::61]:
        for href in Links(client.get(f"/en/r/{encode(result.facts)}").text).hrefs:
            regulation, mark, section = href.removeprefix("https://www.gesetze-im-internet.de/").partition("/__")
            if mark:
                two_numbers = regulation == "rheinschpersv_2023"
                assert re.fullmatch(r"\d+_\d+\.html" if two_numbers else r"\d+[a-z]?\.html", section), href


def test_nothing_comes_from_elsewhere_and_nothing_is_inline(client: FlaskClient, results: list[Result]) -> None:
    for result in results[::97]:
        page = Links(client.get(f"/en/r/{encode(result.facts)}").text)
        assert page.inline == []
        own = re.compile(r"/static/[\w.-]+\?v=[0-9a-f]{10}(#[\w-]+)?|/en/app\.webmanifest|/en/qr/\w+\.svg")
        assert [load for load in page.loads if not own.fullmatch(load)] == []


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


# -------------------------------------------------------------------------------------------- off the Rhine


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ("wGvAxFgTpAAeM", ["Employees", "Self-employed crew members"]),
        ("wGvHeM", ["Employees", "Self-employed crew members"]),
        ("wGvO", ["Employees", "Self-employed crew members"]),
    ],
)
def test_rest_without_a_mode_is_words_without_a_ring(client: FlaskClient, code: str, rules: list[str]) -> None:
    html = client.get(f"/en/rest/{code}").text
    assert "Sailing and rest times" in html
    assert 'class="ring"' not in html
    for who in rules:
        assert f"<strong>{who}</strong>" in html
    assert "10 hours of rest within 24 hours, of it 8 hours in one piece" in html
    assert "8 hours of rest within 24 hours, in one piece" in html


@pytest.mark.parametrize(("mode", "hours"), [("A", 16), ("B", 18), ("C", 20), ("D", 24)])
def test_the_german_modes_have_a_ring_without_a_stop(client: FlaskClient, mode: str, hours: int) -> None:
    html = client.get(f"/en/rest/wGvMg1000m{mode}q300eMyaY", follow_redirects=True).text
    assert f">{hours} h</text>" in html
    assert 'class="r-stop"' not in html
    assert 'class="r-rest"' in html
    assert "It is drawn for employees." in html
    assert "It is drawn for employees." not in client.get(CASE.replace("/r/", "/rest/")).text


def find(client: FlaskClient, code: str, name: str) -> TestResponse:
    return client.get("/en/water", query_string={"code": code, "q": name})


@pytest.mark.parametrize(
    ("code", "name", "case"),
    [
        ("", "MDK", "wGjUy4"),
        ("", "mosel", "wGjUy4"),
        ("", "Moselle", "wGjUy4"),
        ("", "Kiel Canal", "wGjOy2"),
        ("", "Donau", "wGjOy3"),
        ("", "Rhein", "wR"),
        ("", "haven van Hamburg", "wH"),
        ("vMjOy2", "Main", "wGvMjUy4"),
        ("vMjOy2", "Rhine", "wRvM"),
        ("wGvCfG2", "Neckar", "wGvCfG2jU"),
        ("wGvCfP2", "Danube", "wGvCfP2jO"),
        ("wGvB", "Danube", "wGvBy3"),
    ],
)
def test_the_name_of_a_water_answers_its_question(client: FlaskClient, code: str, name: str, case: str) -> None:
    question = client.get(f"/en/r/{code}" if code else "/en/").text
    assert Forms(question).only("/en/water") == {"code": code}
    response = find(client, code, name)
    assert (response.status_code, response.headers["Location"]) == (302, f"/en/r/{case}")
    assert client.get(f"/en/r/{case}").status_code == 200


def test_a_name_of_several_waters_lists_them(client: FlaskClient) -> None:
    html = find(client, "", "Elbe").text
    options = [href for href in Links(html).classes["opt"] if "/r/" in href]
    assert options == ["/en/r/wGjUy4", "/en/r/wGjUy3", "/en/r/wGjOy2"]
    for said in ("Zone 4", "Zone 3", "Zone 2", "below the port of Hamburg"):
        assert said in html
    assert 'value="Elbe"' in html
    assert 'href="/de/water?code=&amp;q=Elbe"' in html, "another language shows the same list"
    assert "Usual waterway" in find(client, "wGvCfG2", "Elbe").text, "on the question of the stretch, what it is there"


def test_another_water_than_that_of_the_case_is_shown_first(client: FlaskClient) -> None:
    """On the question of the stretch the Rhine would change the law: nobody is taken there unasked."""
    response = find(client, "wGvCfG2", "Rhine")
    assert response.status_code == 200
    assert [href for href in Links(response.text).classes["opt"] if "/r/" in href] == ["/en/r/wRvCfG2", "/en/r/wGvCfG2"]
    assert client.get("/en/r/wRvCfG2").headers["Location"] == "/en/r/wRvC"


def test_a_name_that_is_not_found_is_said_and_asked_again(client: FlaskClient) -> None:
    response = find(client, "wGvB", "<b>Narnia</b>")
    assert response.status_code == 200
    assert "There is no water “&lt;b&gt;Narnia&lt;/b&gt;” on the list" in response.text
    assert Forms(response.text).only("/en/water") == {"code": "wGvB"}
    assert "/en/r/wGvB" in Links(response.text).classes["opt"]


@pytest.mark.parametrize(
    ("code", "name", "where"),
    [("", "", "/en/"), ("wR", "MDK", "/en/r/wR"), ("wRvMl82_5mA1eS2", "MDK", CASE), ("wGvB", "  ", "/en/r/wGvB")],
)
def test_where_a_name_is_of_no_use_the_case_stays(client: FlaskClient, code: str, name: str, where: str) -> None:
    assert find(client, code, name).headers["Location"] == where


def test_a_strange_code_finds_no_water(client: FlaskClient) -> None:
    assert find(client, "wQ", "MDK").status_code == 404


def test_the_names_of_waters_are_suggested(client: FlaskClient) -> None:
    html = client.get("/en/").text
    assert '<option value="Main-Donau-Kanal">' in html
    assert 'list="names"' in html


def test_both_crews_stand_side_by_side(client: FlaskClient) -> None:
    html = client.get("/en/r/wGvCfG2jUmAeS2").text
    section = html[html.index('class="choice') : html.index('class="secs"')]
    assert section.count('<section class="card">') == 2
    assert section.index("National crew") < section.index("Crew by the Rhine rules")
    assert "The national crew needs fewer people: 3 in place of 4." in section
    assert "A · up to 16 hours with A2 · up to 18 hours" in section
    assert (section.count("In total: 3"), section.count("In total: 4")) == (1, 1)
    assert "apply as a whole" in section
    assert 'href="/en/r/wGrRvCfP1mA2eS2"' in section
    assert client.get("/en/r/wGrRvCfP1mA2eS2").status_code == 200


def test_where_the_other_crew_needs_another_answer_a_link_leads_there(client: FlaskClient) -> None:
    html = client.get(MOTOR_VESSEL).text
    assert '<a class="opt" href="/en/r/wGrRvMmA2">See the crew of the Rhine rules</a>' in html
    assert "How long is the vessel?" in client.get("/en/r/wGrRvMmA2").text
    back = client.get("/en/r/wGrRvMl82mA2eS2").text
    assert "See the national crew" in back
    assert 'href="/en/r/wGrNvMmB' in back, "the way back takes along what the national rules understand"


def test_there_is_no_choice_for_ferries_and_on_the_rhine(client: FlaskClient) -> None:
    for path in (CASE, "/en/r/wGvAxFgTpAAeM", "/en/r/wRvAxFgTpAAeM", "/en/r/wH"):
        assert 'class="choice' not in client.get(path).text


def test_the_choice_of_crew_never_leads_to_an_error(client: FlaskClient, results: list[Result]) -> None:
    german = [result for result in results if result.facts.get("water") == "german"]
    seen = set()
    for result in german[::17]:
        html = client.get(f"/en/r/{encode(result.facts)}").text
        hrefs = [href for href in Links(html).hrefs if re.match(r"/en/r/wGr[NR]", href)]
        for href in hrefs:
            assert client.get(href, follow_redirects=True).status_code == 200, href
        if 'class="choice' in html:
            seen.add("both" if 'class="sides' in html else "link")
            assert "Do you want to sail with the crew" not in html, "the choice has its own section"
            assert hrefs
    assert seen == {"both", "link"}


def taps(client: FlaskClient, *answers: str) -> str:
    """Tap through from the start page by the words of each answer; return the page that is reached."""
    html = client.get("/en/").text
    for answer in answers:
        found = re.search(rf'<a class="opt" href="([^"]+)">{re.escape(answer)}', html)
        assert found, f"no answer {answer}"
        html = client.get(found[1], follow_redirects=True).text
    return html


def test_a_ferry_operator_has_the_crew_in_eight_taps(client: FlaskClient) -> None:
    ferry = ("Another German", "Passenger ferry", "It sails freely", "251 to 600")
    assert "Missing here: standard S1." in taps(client, *ferry, "No, something")
    ferry = ("Another German", "Car ferry", "It sails freely", "over 45", "up to 250")
    question = taps(client, *ferry)
    assert "Does the ferry have all the equipment that it needs?" in question
    assert Forms(question).boxes == [], "the items are asked one by one"
    assert "Minimum crew" in taps(client, *ferry, "Yes, everything")
    html = taps(client, *ferry, "No, something", "No", "Yes")
    assert "Missing here: standard S1." in html
    assert "ferry master" in html


def test_a_motor_vessel_off_the_rhine_has_its_crew_in_seven_taps(client: FlaskClient) -> None:
    html = taps(
        client, "Another German", "Motor vessel", "over 1000", "A · up to 16", "up to 600", "Yes, everything", "Yes"
    )
    assert "Minimum crew" in html
    assert "§ 105" in html


# -------------------------------------------------------------------------------------------- the people aboard


def suffice(client: FlaskClient, path: str) -> str:
    """Return the section about the people aboard on a page."""
    html = client.get(path).text
    return html[html.index('<section class="suffice') : html.index('<div class="secs">')]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_people_are_counted_by_links(client: FlaskClient) -> None:
    section = suffice(client, CASE)
    assert "Count the people aboard" in section
    assert 'class="verdict' not in section, "nobody counted: no verdict"
    assert f'id="fewer-B" href="{CASE}#suffice" hx-get="{CASE}" aria-disabled="true"' in section
    path = CASE
    for letter, code in (("B", "B1"), ("M", "B1M1"), ("M", "B1M2"), ("L", "B1M2L1")):
        more = re.search(rf'id="more-{letter}" href="([^"]+)#suffice"', suffice(client, path))
        assert more
        path = more[1]
        assert path == f"{CASE}-{code}"
    assert f'href="{CASE}-B1M1L1#suffice"' in suffice(client, path), "and one fewer"
    assert f'href="{CASE}#suffice"' in suffice(client, f"{CASE}-B1"), "the last one goes"


@pytest.mark.parametrize(
    ("aboard", "verdict", "says"),
    [
        ("B1M1L1", "Sufficient", ["these people are enough", "§ 19.02 no. 1"]),
        ("B1M1", "Insufficient", ["These people would be enough with: 1 apprentice."]),
        ("B1M2", "Unclear", ["It is not certain", "boatman as apprentice", "§ 3.02 no. 2"]),
        ("B1A1L1", "Sufficient", ["able boatman as boatman", "§ 3.02 no. 2"]),
        ("M3", "Insufficient", ["1 boatmaster"]),
    ],
)
def test_the_verdict_is_a_word_and_its_reasons(client: FlaskClient, aboard: str, verdict: str, says: list[str]) -> None:
    section = suffice(client, f"{CASE}-{aboard}")
    assert f'<p class="verdict {verdict.lower()}">' in section
    assert f"<span>{verdict}</span>" in section
    for said in says:
        assert said in words(section)


def test_every_mode_has_its_hours_and_a_verdict(client: FlaskClient) -> None:
    section = words(suffice(client, f"{CASE}-B1M1L1"))
    assert "A1 · up to 14 hours Sufficient" in section
    assert "A2 · up to 18 hours Insufficient One person is missing: 1 boatmaster." in section
    assert "B · up to 24 hours Insufficient" in section
    assert f'href="{CASE.replace("A1", "A2")}-B1M1L1"' in suffice(client, f"{CASE}-B1M1L1"), "with the same people"


def test_a_mode_that_needs_one_more_answer_leads_to_its_question(
    client: FlaskClient, results: list[Result], today: date
) -> None:
    aboard = people(read_counts("B1"))
    for result in results:
        modes = check(result, aboard, result.facts, today).modes if kinds(result) else ()
        if any(mode.question for mode in modes):
            break
    section = suffice(client, f"/en/r/{encode(result.facts)}-B1")
    link = re.search(r'<a href="([^"]+)">This mode needs one more answer', section)
    assert link
    question = client.get(link[1], follow_redirects=True)
    assert question.request.path.endswith("-B1")
    assert 'class="ask' in question.text
    options = [href for href in Links(question.text).classes["opt"] if "/r/" in href]
    assert options
    assert all(href.endswith("-B1") for href in options), "the people stay aboard"


def test_what_happens_when_one_drops_out_is_a_tap_away_from_the_verdict(client: FlaskClient) -> None:
    assert f'href="{CASE.replace("/r/", "/more/")}-B1#counts">What if one drops out?' in suffice(client, f"{CASE}-B1")
    html = client.get(CASE.replace("/r/", "/more/") + "-B1").text
    assert 'id="counts"' in html
    assert "If one member drops out unexpectedly under way" in html


@pytest.mark.parametrize("code", ["wRvT", "wH", "wR"])
def test_without_a_crew_of_the_law_nobody_is_counted(client: FlaskClient, code: str) -> None:
    assert 'id="suffice"' not in client.get(f"/en/r/{code}").text


@pytest.mark.parametrize("aboard", ["B", "!1", "B1M", "X1", "B1-M2", "B12", "B1F1H1h1A1M1m1L1y1l1n1", "é1"])
def test_strange_people_are_a_strange_code(client: FlaskClient, aboard: str) -> None:
    response = client.get(f"{CASE}-{aboard}")
    assert response.status_code == 404
    assert "This code is not a case" in response.text


@pytest.mark.parametrize(
    ("path", "where"),
    [
        (f"{CASE}-I3B1", f"{CASE}-B1"),
        (f"{CASE}-L1B1", f"{CASE}-B1L1"),
        (f"{CASE}-B0", CASE),
        (f"{CASE}-", CASE),
        ("/en/r/wRvT-B1", "/en/r/wRvT"),
        ("/en/r/-B1", "/en/"),
    ],
)
def test_people_who_do_not_matter_here_are_left_out(client: FlaskClient, path: str, where: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.headers["Location"]) == (301, where)


def test_every_kind_can_be_counted_and_every_count_has_a_page(client: FlaskClient, results: list[Result]) -> None:
    seen = set()
    for number, result in enumerate(results[::13]):
        offered = kinds(result)
        if not offered:
            continue
        kind = offered[number % len(offered)]
        seen.add(kind.letter)
        response = client.get(f"/de/r/{encode(result.facts)}-{kind.letter}1")
        assert response.status_code == 200
        assert response.text.count('role="status"') == 1
    assert len(seen) > 12


def test_more_than_a_code_can_say_cannot_be_counted(client: FlaskClient) -> None:
    most = suffice(client, f"{CASE}-BZ")
    assert f'id="more-B" href="{CASE}-BZ#suffice" hx-get="{CASE}-BZ" aria-disabled="true"' in most
    assert f'href="{CASE}-BY#suffice"' in most


def test_the_people_stay_aboard_when_an_answer_changes(client: FlaskClient) -> None:
    html = client.get(f"{CASE}-B1M2").text
    assert "/en/r/wRvMmA1eS2-B1M2" in Links(html).classes["chip"]
    assert 'href="/nl/r/wRvMl82_5mA1eS2-B1M2"' in html
    assert 'href="/en/share/wRvMl82_5mA1eS2-B1M2"' in html
    assert 'href="/en/hand/wRvMl82_5mA1eS2-B1M2"' in html
    assert "http://localhost/en/r/wRvMl82_5mA1eS2-B1M2" in html, "on paper"
    fields = Forms(client.get("/en/r/wRvMmA1eS2-B1M2").text).only("/en/")
    response = client.get("/en/", query_string={**fields, "length_m": "100"})
    assert response.headers["Location"] == "/en/r/wRvMl100mA1eS2-B1M2"
    ticked = client.get("/en/equipment?code=wRvMl82_5mA1-B1M2")
    assert ticked.headers["Location"].endswith("-B1M2")
    found = client.get("/en/water?code=vMjOy2-B1M2&q=Main")
    assert found.headers["Location"] == "/en/r/wGvMjUy4-B1M2"


def test_pages_with_people_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(PageCache, "get", lambda _, key, make: asked.append(key) or make())
    client = create_app(Settings()).test_client()
    counted = client.get(f"{CASE}-B1")
    assert (counted.status_code, asked) == (200, [])
    assert counted.headers["Cache-Control"] == client.get(CASE).headers["Cache-Control"]
    assert len(asked) == 1
