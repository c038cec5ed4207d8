"""The machine interface over HTTP, and its description."""

import json
from datetime import date
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from werkzeug.test import TestResponse

from core import Question, Result, encode, wording
from core.__main__ import respond
from core.facts import FACTS, plain
from web.api import LONGEST
from web.app import create_app
from web.settings import Settings

OPENAPI = json.loads((Path(__file__).parents[2] / "web" / "openapi.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings()).test_client()


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": OPENAPI["components"]})


def test_the_description_is_a_valid_openapi_file(client: FlaskClient) -> None:
    validate(OPENAPI)
    with client.get("/api/v1/openapi.json") as response:
        assert response.get_json() == OPENAPI


def test_the_description_names_every_fact() -> None:
    named = {parameter["name"] for parameter in OPENAPI["paths"]["/api/v1/step"]["get"]["parameters"]}
    assert named == {fact.key for fact in FACTS} | {"language"}


def test_every_outcome_keeps_to_the_description(outcomes: list[Question | Result]) -> None:
    question, result = schema("Question"), schema("Result")
    for outcome in outcomes[::5]:
        words = json.loads(json.dumps(wording.outcome_object(outcome, "en")))
        if isinstance(outcome, Question):
            question.validate(words["question"])
        else:
            result.validate(words["result"])


def test_facts_are_query_parameters(client: FlaskClient, outcomes: list[Question | Result]) -> None:
    for outcome in outcomes[::53]:
        query = {key: plain(value) for key, value in outcome.facts.items()}
        response = client.get("/api/v1/step", query_string={**query, "language": "en"})
        assert response.status_code == 200
        body = next(iter(response.get_json().values()))
        assert body["code"] == encode(outcome.facts)


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ("water=moon", "water", "moon"),
        ("color=red", "color", "red"),
        ("language=it", "language", "it"),
        ("length_m=-3", "length_m", "-3"),
    ],
)
def test_errors_are_422(client: FlaskClient, query: str, key: str, value: str) -> None:
    response = client.get(f"/api/v1/step?{query}")
    assert response.status_code == 422
    error = response.get_json()["error"]
    assert (error["key"], error["value"]) == (key, value)
    schema("Error").validate(error)


def test_other_sites_may_ask(client: FlaskClient) -> None:
    assert client.get("/api/v1/step").headers["Access-Control-Allow-Origin"] == "*"


MOTOR_VESSEL = {"water": "rhine", "vessel": "motor-vessel", "length_m": 82.5, "mode": "A1", "equipment": "S2"}


def ask(client: FlaskClient, request: object) -> TestResponse:
    return client.post("/api/v1/check", data=json.dumps(request))


@pytest.mark.parametrize(
    ("aboard", "verdict"),
    [
        (["boatmaster", "boatman", "apprentice"], "sufficient"),
        (["boatmaster", "boatman", "boatman"], "unclear"),
        (["boatmaster"], "insufficient"),
        ([], "insufficient"),
    ],
)
def test_a_check_is_that_of_the_core(client: FlaskClient, today: date, aboard: list[str], verdict: str) -> None:
    request = {"facts": MOTOR_VESSEL, "language": "nl", "aboard": [{"rank": rank} for rank in aboard]}
    response = ask(client, request)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    words = response.get_json()
    assert words["check"]["verdict"] == verdict
    assert words["check"] == json.loads(json.dumps(respond(json.dumps(request).encode(), today)))["check"]
    schema("Check").validate(words["check"])
    schema("Result").validate(words["result"])
    schema("CheckRequest").validate(request)


def test_every_check_keeps_to_the_description(client: FlaskClient, results: list[Result]) -> None:
    check = schema("Check")
    for result in results[::211]:
        facts = {key: plain(value) for key, value in result.facts.items()}
        words = ask(client, {"facts": facts, "aboard": [{"rank": "boatmaster", "count": 2}, {"rank": "apprentice"}]})
        check.validate(words.get_json()["check"])


def test_a_check_asks_for_what_it_needs_first(client: FlaskClient) -> None:
    response = ask(client, {"facts": {"water": "rhine"}, "aboard": []})
    assert response.status_code == 200
    assert response.get_json()["question"]["key"] == "vessel"


@pytest.mark.parametrize(
    ("request_", "key"),
    [
        ({"facts": MOTOR_VESSEL}, "aboard"),
        ({"facts": {}, "aboard": None, "language": "de"}, "aboard"),
        ({"facts": MOTOR_VESSEL, "aboard": [{"rank": "cook"}]}, "aboard"),
        ({"facts": {"water": "\ud800"}, "aboard": []}, "water"),
        ({"facts": {}, "aboard": [], "language": "it"}, "language"),
        ({"facts": {}, "aboard": [], "colour": "red"}, "colour"),
        ({"aboard": []}, "facts"),
        ([], None),
    ],
)
def test_errors_of_a_check_are_422(client: FlaskClient, request_: object, key: str | None) -> None:
    response = ask(client, request_)
    assert response.status_code == 422
    schema("Refusal").validate(response.get_json())
    assert response.get_json()["error"]["key"] == key


@pytest.mark.parametrize("body", [b"", b"{", b"water=rhine", b"NaN", b"\xff", b"[" * 50_000])
def test_what_is_not_json_is_400(client: FlaskClient, body: bytes) -> None:
    response = client.post("/api/v1/check", data=body)
    assert response.status_code == 400
    schema("Refusal").validate(response.get_json())


def test_a_long_request_is_not_read(client: FlaskClient) -> None:
    response = client.post("/api/v1/check", data=b" " * (LONGEST + 1))
    assert response.status_code == 413
    schema("Refusal").validate(response.get_json())


def test_other_sites_may_ask_for_a_check(client: FlaskClient) -> None:
    headers = client.options("/api/v1/check").headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Access-Control-Allow-Headers"] == "Content-Type"
