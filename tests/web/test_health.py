"""The pages for those who run the page: they tell the truth, and nothing about anybody."""

import logging
from datetime import date
from pathlib import Path

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from core.law import versions
from web import health
from web.app import create_app
from web.settings import Settings

TOLD_ABOUT_A_CASE = "wRvMl82_5mA1eS2"
NUMBERS = {"base_url": "http://127.0.0.1:9102"}


@pytest.fixture
def app() -> Flask:
    return create_app(Settings(health="127.0.0.1:9102", page_cache=5))


def numbers(app: Flask) -> dict[tuple[str, ...], float]:
    text = app.test_client().get("/metrics", **NUMBERS).text
    assert TOLD_ABOUT_A_CASE not in text
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_it_lives_and_is_ready(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/healthz").get_json() == {"alive": True}
    ready = client.get("/readyz")
    assert (ready.status_code, ready.get_json()) == (200, {"ready": True, "problems": {}})
    assert ready.headers["Cache-Control"] == "no-store"


def test_it_is_not_ready_without_law(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "versions", tuple)
    response = app.test_client().get("/readyz")
    assert response.status_code == 503
    assert response.get_json() == {"ready": False, "problems": {"law": "no regulation is loaded"}}
    assert app.test_client().get("/healthz").status_code == 200


def test_it_is_not_ready_on_a_day_without_law() -> None:
    before = date(1900, 1, 1)
    found = health.problems(before)
    assert found["law"].startswith("no regulation is in force today: ")
    assert all(version.family in found["law"] for version in versions())
    assert found["answer"].startswith("the sample case has no crew")


def test_it_is_not_ready_with_half_a_catalogue(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = health._known("de")
    monkeypatch.setattr(health, "_known", lambda language: whole if language != "nl" else frozenset([*whole][3:]))
    assert app.test_client().get("/readyz").get_json()["problems"] == {"languages": "nl lacks 3 texts"}


def test_it_is_not_ready_without_a_catalogue(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    health._known.cache_clear()
    monkeypatch.setattr(health, "LOCALES", tmp_path)
    assert app.test_client().get("/readyz").get_json()["problems"] == {
        "languages": "the check failed: FileNotFoundError"
    }


def test_numbers_are_given_at_their_own_port_only(app: Flask) -> None:
    assert app.test_client().get("/metrics").status_code == 404
    assert (
        app.test_client()
        .get("/metrics", headers={"Host": "127.0.0.1:9102"}, base_url="http://127.0.0.1:80")
        .status_code
        == 404
    )
    assert create_app(Settings()).test_client().get("/metrics", **NUMBERS).status_code == 404
    assert app.test_client().get("/metrics", **NUMBERS).status_code == 200


def test_requests_outcomes_and_the_cache_are_counted(app: Flask) -> None:
    client, before = app.test_client(), numbers(app)
    client.get(f"/de/r/{TOLD_ABOUT_A_CASE}")
    client.get(f"/de/r/{TOLD_ABOUT_A_CASE}")
    client.get("/nl/r/wRvM")
    client.get("/en/r/strange")
    client.get("/no/such/page")
    client.get("/api/v1/step?water=rhine&vessel=towed")
    client.open("/de/", method="BREW")
    after = numbers(app)

    def more(*what: str) -> float:
        return after.get(what, 0) - before.get(what, 0)

    assert more("rheincrew_requests_total", "GET", "/<language>/r/<code>", "200") == 3
    assert more("rheincrew_requests_total", "GET", "/<language>/r/<code>", "404") == 1
    assert more("rheincrew_requests_total", "GET", "none", "404") == 1
    assert more("rheincrew_requests_total", "other", "none", "405") == 1
    assert more("rheincrew_request_seconds_count", "/<language>/r/<code>") == 4
    assert more("rheincrew_outcomes_total", "determined", "rheinschpersv-2023") == 2
    assert more("rheincrew_outcomes_total", "authority", "rheinschpersv-2023") == 1
    assert more("rheincrew_outcomes_total", "question", "") == 1
    assert more("rheincrew_page_cache_total", "kept") == 1
    assert more("rheincrew_page_cache_total", "made") == 3


def test_the_log_names_routes_and_nobody(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    client = app.test_client()
    with caplog.at_level(logging.INFO, "web.access"):
        client.get(f"/de/r/{TOLD_ABOUT_A_CASE}?from=me", environ_base={"REMOTE_ADDR": "203.0.113.7"})
        client.get("/readyz")
    (record,) = caplog.records
    assert record.getMessage().startswith("GET /<language>/r/<code> 200 ")
    about = str(vars(record))
    assert TOLD_ABOUT_A_CASE not in about
    assert "203.0.113.7" not in about
    assert (record.__dict__["route"], record.__dict__["status"]) == ("/<language>/r/<code>", 200)


def test_a_failure_is_logged_without_the_case(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.decode", lambda _code: 1 / 0)
    assert app.test_client().get(f"/de/r/{TOLD_ABOUT_A_CASE}").status_code == 500
    assert "a page failed: GET /<language>/r/<code>" in caplog.text
    assert TOLD_ABOUT_A_CASE not in caplog.text
    assert "ZeroDivisionError" in caplog.text
