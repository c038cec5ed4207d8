"""Then and now on the page: a case on two days, what a day to come will change, and the day as a fact."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from core import LANGUAGES, Result, encode, settle
from core.facts import DATE
from core.law import DATA, read, using
from core.old_ranks import old_ranks
from core.space import walk
from core.wording import day as in_words
from web.app import create_app
from web.settings import Settings

from ..conftest import TODAY
from ..core.test_then_and_now import ONE_BOATMAN_MORE, future

DAY_TRIP = "wRvDaYp250mBeS2"
"""Its engineer could be an engine boatman until 30 November 2017."""
CASES = (DAY_TRIP, "wRvMl82_5mA1eS2", "wGvTmCq450eM", "wRvAxCl", "wGvB", "wE", "wRvT")


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.app.berlin_today", lambda: TODAY)


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Settings(page_cache=0)).test_client()


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html[html.index("<main") : html.index("</main>")]))


def sides(html: str) -> list[str]:
    """The words of the two days: today first."""
    return [
        words(f"<main>{part}</main>") for part in re.findall(r'<section class="card".*?</section>', html, re.DOTALL)
    ]


def links(html: str) -> list[str]:
    main = html[html.index("<main") : html.index("</main>")]
    return [url.replace("&amp;", "&") for url in re.findall(r'href="(/[^"]+)"', main)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_today_stands_beside_the_other_day_in_every_language(client: FlaskClient, language: str) -> None:
    """The crew, the law and the amendments of both days; every gap is filled, every link leads to a page."""
    html = client.get(f"/{language}/then/{DAY_TRIP}?on=2013-05-03").text
    here, there = sides(html)
    assert in_words(TODAY, language) in here
    assert in_words(date(2013, 5, 3), language) in there
    assert "RheinSchPersV 2011" in there
    assert "Matrosen-Motorwart" in there
    assert "Matrosen-Motorwart" not in here
    assert "BGBl. 2017 II S. 1282" in words(html)
    assert not re.search(r"\{\w+\}|%\(\w+\)s", html)
    assert html.index('id="f-on"') > 0
    for url in links(html):
        assert client.get(url).status_code == 200, url


def test_what_differs_is_said_in_a_sentence(client: FlaskClient) -> None:
    def said(path: str) -> str:
        return words(client.get(f"/en/then/{path}").text).replace("\u00a0", " ")

    assert (
        "Compared with today: 1 apprentice fewer, 1 engineer more, 1 engine-minder fewer, 1 engine boatman more."
        in said("wGvTmCq450eM?on=2007-01-01")
    )
    assert "Compared with today: another crew." in said(f"{DAY_TRIP}?on=2013-05-03")
    assert "The crew is the same on both days. Something else is not" in said("wRvMl82_5mA1eS2?on=2019-05-01")
    assert "The answer is the same on both days." in said("wRvMl82_5mA1eS2?on=2024-01-01")
    assert "No change between the two days is known" in said("wRvMl82_5mA1eS2?on=2024-01-01")
    assert "That day is yet to come." in said("wRvMl82_5mA1eS2?on=2027-01-01")


def test_the_edges_of_a_version(client: FlaskClient) -> None:
    for day, old in (("2017-11-30", True), ("2017-12-01", False), ("2023-04-13", False)):
        there = sides(client.get(f"/en/then/{DAY_TRIP}?on={day}").text)[1]
        assert ("engine boatman" in there) is old, day
        assert "RheinSchPersV 2011" in there
    assert "RheinSchPersV 2011" not in sides(client.get(f"/en/then/{DAY_TRIP}?on=2023-04-14").text)[1]


def test_the_days_on_which_the_rules_changed_are_one_tap_away(client: FlaskClient) -> None:
    html = client.get(f"/en/then/{DAY_TRIP}").text
    assert [url for url in links(html) if "?on=" in url] == [
        f"/en/then/{DAY_TRIP}?on={day}" for day in ("2011-12-24", "2017-12-01", "2023-04-14")
    ]
    assert "1 December 2017 RheinSchPersV 2011 · another answer since then" in words(html)
    ferry = links(client.get("/en/then/wRvAxClAp100?on=2016-12-22").text)
    assert any(url.endswith("?on=1988-04-01") for url in ferry), "ferries on the Rhine follow the German rules"
    assert any(url.endswith("?on=2016-12-23") for url in ferry), "an answer that changed within a version"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("day", ["31.02.2019", "yesterday", "1066-10-14", "2070-01-01", "0", "9" * 99, "<b>"])
def test_a_day_that_cannot_be_is_named_and_asked_again(client: FlaskClient, language: str, day: str) -> None:
    response = client.get(f"/{language}/then/{DAY_TRIP}", query_string={"on": day})
    assert response.status_code == 422
    alert = re.search(r'role="alert" id="wrong"><p>(.*?)</p>', response.text)
    assert alert
    assert "30.11.2026" in alert[1]
    assert "<b>" not in alert[1]
    assert 'aria-invalid="true"' in response.text
    assert f"/{language}/then/{DAY_TRIP}?on=2017-12-01" in response.text


@pytest.mark.parametrize(
    ("code", "day", "missing"),
    [(DAY_TRIP, "2010-01-01", "Anhang XI Kapitel 2"), (DAY_TRIP, "1999-12-31", "RheinSchUO"), ("wGvTmCq450eM", "1988-03-31", "17.3.1988")],
)  # fmt: skip
def test_a_day_before_what_is_collected_is_outside(client: FlaskClient, code: str, day: str, missing: str) -> None:
    here, there = sides(client.get(f"/en/then/{code}?on={day}").text)
    assert "In total" in here
    assert "lies outside the rules collected here" in there
    assert missing in there


def test_a_day_that_needs_one_more_answer_leads_to_its_question(client: FlaskClient) -> None:
    """Today's row of three or four lighters was two rows in 2015."""
    convoy = "wRvCfP3mA1eS2"
    html = client.get(f"/en/then/{convoy}?on=2015-06-01").text
    assert "This day needs one more answer" in sides(html)[1]
    asked = next(url for url in links(html) if "/r/" in url and "d150601" in url)
    assert "How is the convoy made up?" in words(client.get(asked).text)
    answered = client.get("/en/", query_string={"code": asked.rpartition("/")[2], "formation": "pusher+3-4"})
    back = next(url for url in links(client.get(answered.headers["Location"]).text) if "/then/" in url)
    assert back.endswith("?on=2015-06-01")
    assert "In total" in sides(client.get(back).text)[1]


def test_addresses_have_one_form(client: FlaskClient) -> None:
    def leads(path: str) -> str | None:
        return client.get(f"/en/{path}").headers.get("Location")

    assert leads(f"then/{DAY_TRIP}d130503") == f"/en/then/{DAY_TRIP}?on=2013-05-03", "the day of the case"
    assert leads(f"then/{DAY_TRIP}d130503?on=2019-05-01") == f"/en/then/{DAY_TRIP}?on=2019-05-01"
    assert leads(f"then/{DAY_TRIP}?on=3.5.2013") == f"/en/then/{DAY_TRIP}?on=2013-05-03"
    assert leads("then/wGvM") == "/en/r/wGvM", "a question is answered first"
    assert leads("then/wGvM?on=2019-05-01") == "/en/r/wGvMd190501"
    assert client.get("/en/then/strange").status_code == 404
    today = client.get(f"/en/then/{DAY_TRIP}?on={TODAY}")
    assert "That day is today" in today.text
    assert not sides(today.text)
    assert "Disallow: /*/then/" in client.get("/robots.txt").text


def test_every_answer_leads_there_unless_the_day_cannot_matter(client: FlaskClient) -> None:
    assert f"/en/then/{DAY_TRIP}" in links(client.get(f"/en/r/{DAY_TRIP}").text)
    assert f"/en/then/{DAY_TRIP}?on=2013-05-03" in links(client.get(f"/en/r/{DAY_TRIP}d130503").text)
    assert f"/en/then/{DAY_TRIP}-B1M2" in links(client.get(f"/en/r/{DAY_TRIP}-B1M2").text)
    assert not any("/then/" in url for url in links(client.get("/en/r/wE").text))


def test_the_people_are_judged_by_the_law_of_each_day(client: FlaskClient) -> None:
    """Two boatmasters, a boatman, an apprentice and an engine boatman: enough in 2013, not today."""
    people = "-B2M1L1O1"
    here, there = sides(client.get(f"/en/then/{DAY_TRIP}{people}?on=2013-05-03").text)
    assert "Sufficient" in there
    assert "Insufficient" in here or "Unclear" in here
    then = client.get(f"/en/r/{DAY_TRIP}d130503{people}").text
    assert '<p class="verdict sufficient">' in then
    assert '<p class="verdict sufficient">' not in client.get(f"/en/r/{DAY_TRIP}d130503-B2M1L1").text


@pytest.fixture
def _planned(tmp_path: Path) -> Iterator[None]:
    with using(read(DATA, future(tmp_path, **ONE_BOATMAN_MORE))):
        yield


@pytest.mark.usefixtures("_planned")
def test_a_version_to_come_is_announced_where_it_changes_the_answer(client: FlaskClient) -> None:
    html = client.get("/en/r/" + encode(_motor("A"))).text
    assert "From 1 January 2028: 1 boatman more." in words(html).replace("\u00a0", " ")
    both = next(url for url in links(html) if url.endswith("?on=2028-01-01"))
    said = words(client.get(both).text).replace("\u00a0", " ")
    assert "Compared with today: 1 boatman more." in said
    assert "That day is yet to come." in said
    assert "From 1 January" not in client.get("/en/r/" + encode(_motor("B"))).text, "mode B stays as it is"


def _motor(mode: str) -> dict[str, object]:
    return {"water": "german", "vessel": "motor-vessel", "deadweight_t": 600, "mode": mode, "power_kw": 500, "equipment": "met"}  # fmt: skip


@pytest.mark.parametrize("key", ["date", "certificate_date"])
def test_a_bad_day_beside_an_answer_is_asked_again_without_losing_the_case(client: FlaskClient, key: str) -> None:
    case = "wRvTd130501" if key == "certificate_date" else "wRvT"
    response = client.get("/en/", query_string={"code": case, key: "31.02.2013"})
    assert response.status_code == 422
    assert f'name="{key}" type="date"' in response.text
    assert f'<input type="hidden" name="code" value="{case}">' in response.text
    assert f"/en/r/{case}" in links(response.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_is_a_fact_like_any_other(client: FlaskClient, language: str) -> None:
    """Taken by the form, shown as a chip, and kept by every link of the case."""
    response = client.get(f"/{language}/", query_string={"code": "wGvMg700mAq550eM", "date": "01.03.2005"})
    assert response.headers["Location"].endswith("d050301")
    html = client.get(response.headers["Location"]).text
    chips = html[html.index('class="chips"') : html.index("</nav>")]
    assert in_words(date(2005, 3, 1), language) in chips
    certificate = client.get(f"/{language}/", query_string={"code": response.headers["Location"].rpartition("/")[2], "certificate_date": "1990-01-01"})  # fmt: skip
    html = client.get(certificate.headers["Location"]).text
    assert in_words(date(1990, 1, 1), language) in html[html.index('class="chips"') : html.index("</nav>")]
    assert "800 PSe" in words(client.get(f"/{language}/r/wGvMg700mAd050301").text)


def test_the_other_crew_is_offered_in_the_words_of_its_day(client: FlaskClient) -> None:
    now, then = (words(client.get(f"/en/r/wGvTmAq450eM{day}").text) for day in ("", "d200501"))
    assert "their chapters 17 to 19 apply" in now
    assert "chapters 2 and 3 of their part II apply" in then
    assert "Anhang VI" in then
    assert "17 to 19" not in then


def test_an_old_rank_has_its_counterpart_beside_its_name(client: FlaskClient) -> None:
    html = client.get(f"/en/r/{DAY_TRIP}d130503").text
    posts = re.findall(r'<li class="post">.*?</li>', html, re.DOTALL)
    old = [post for post in posts if "today able boatman (Bootsmann)" in post]
    assert len(old) == 1
    assert "engine boatman" in old[0]


@pytest.mark.parametrize("day", ["1995-05-01", "2013-05-01", "2019-05-01"])
def test_every_old_rank_of_a_notice_is_told_by_its_own_key(day: str) -> None:
    noticed = [
        outcome
        for water in ("rhine", "german")
        for outcome in walk(TODAY, {"water": water, DATE.key: date.fromisoformat(day)}, offers=False)
        if isinstance(outcome, Result) and any(notice.id == "old-ranks" for notice in outcome.notices)
    ]
    assert len(noticed) > (0 if day != "2013-05-01" else 500)
    for result in noticed:
        assert old_ranks(result)
        assert all(any(rank in crew for crew in result.crews) for rank in old_ranks(result))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sources_hold_the_timeline_and_the_coverage_what_is_missing(client: FlaskClient, language: str) -> None:
    sources = words(client.get(f"/{language}/sources").text)
    for said in ("BGBl. 1988 I S. 238", "BGBl. 2017 II S. 1282", in_words(date(2016, 12, 23), language), "RheinSchUO"):
        assert said in sources
    coverage = words(client.get(f"/{language}/coverage").text)
    assert coverage.count(in_words(date(2011, 12, 24), language)) == 1
    for missing in ("RheinSchUO Kapitel 23", "Anhang XI Kapitel 2", "17.3.1988"):
        assert missing in coverage


def test_a_share_of_all_answers_in_every_regime(client: FlaskClient, results: list[Result]) -> None:
    for number, result in enumerate(results[::397]):
        code, language = encode(result.facts), LANGUAGES[number % len(LANGUAGES)]
        for day in ("1987-01-01", "1995-05-01", "2013-05-01", "2018-05-01", "2021-05-01"):
            response = client.get(f"/{language}/then/{code}?on={day}", headers={"Accept-Encoding": "gzip"})
            assert response.status_code == 200, (code, day)
            assert len(response.data) <= 5 * 1024
            dated, _ = settle({**result.facts, DATE.key: day}, TODAY)
            assert client.get(f"/{language}/r/{encode(dated.facts)}").status_code == 200, (code, day)
