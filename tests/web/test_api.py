"""The machine interface over HTTP, and its description."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from core import Question, Result, encode, wording
from core.facts import FACTS, plain
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
