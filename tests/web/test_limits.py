"""How often one address may ask, how much it may send, and who it is behind a proxy."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from web import limits
from web.app import LONGEST, SECURITY_HEADERS, create_app
from web.limits import Limiter, subject
from web.settings import SettingError, Settings, read_settings

FROM = {"REMOTE_ADDR": "203.0.113.7"}
OPENAPI = json.loads((Path(__file__).parents[2] / "web" / "openapi.json").read_text(encoding="utf-8"))


class Clock:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_minute_may_be_used_at_once_and_fills_up_evenly() -> None:
    clock = Clock()
    limiter = Limiter(60, clock)
    assert [limiter.wait("203.0.113.7") for _ in range(61)] == [0] * 60 + [1]
    assert limiter.wait("203.0.113.8") == 0
    clock.now += 0.5
    assert limiter.wait("203.0.113.7") == 1
    clock.now += 0.5
    assert [limiter.wait("203.0.113.7"), limiter.wait("203.0.113.7")] == [0, 1]
    clock.now += 10_000
    assert [limiter.wait("203.0.113.7") for _ in range(61)] == [0] * 60 + [1]


def test_the_seconds_to_wait_are_enough_and_no_more() -> None:
    clock = Clock()
    limiter = Limiter(7, clock)
    assert [limiter.wait("203.0.113.7") for _ in range(7)] == [0] * 7
    seconds = limiter.wait("203.0.113.7")
    clock.now += seconds - 1
    assert limiter.wait("203.0.113.7") == 1
    clock.now += 1
    assert limiter.wait("203.0.113.7") == 0


def test_zero_is_no_limit() -> None:
    limiter = Limiter(0)
    assert not any(limiter.wait("203.0.113.7") for _ in range(1000))
    assert len(limiter) == 0


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 10)
    limiter = Limiter(1, Clock())
    for number in range(100):
        assert limiter.wait(f"203.0.113.{number}") == 0
    assert len(limiter) == 10
    assert limiter.wait("203.0.113.99") > 0


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", None),
        ("::1", None),
        ("", None),
        ("/run/page.sock", None),
    ],
)
def test_who_is_counted(address: str, who: str | None) -> None:
    assert subject(address) == who


def test_the_interface_says_that_it_is_too_fast() -> None:
    client = create_app(Settings(api_rate=2)).test_client()
    for _ in range(2):
        assert client.get("/api/v1/step", environ_base=FROM).status_code == 200
    response = client.get("/api/v1/step?language=nl", environ_base=FROM)
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "30"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    Draft202012Validator({"$ref": "#/components/schemas/Refusal", "components": OPENAPI["components"]}).validate(
        response.get_json()
    )
    assert response.get_json()["error"]["key"] is None
    assert client.post("/api/v1/check", data="{}", environ_base=FROM).status_code == 429
    assert client.get("/api/v1/step", environ_base={"REMOTE_ADDR": "203.0.113.8"}).status_code == 200


def test_pages_the_description_and_browsers_asking_beforehand_are_never_limited() -> None:
    client = create_app(Settings(api_rate=1)).test_client()
    client.get("/api/v1/step", environ_base=FROM)
    for _ in range(5):
        assert client.get("/en/", environ_base=FROM).status_code == 200
        assert client.options("/api/v1/check", environ_base=FROM).status_code == 200
        with client.get("/api/v1/openapi.json", environ_base=FROM) as response:
            assert response.status_code == 200


def test_behind_a_proxy_each_client_is_counted_and_none_can_pretend() -> None:
    client = create_app(Settings(api_rate=1, proxies=1)).test_client()

    def ask(forwarded: str) -> int:
        return client.get("/api/v1/step", headers={"X-Forwarded-For": forwarded}).status_code

    assert [ask("203.0.113.7"), ask("203.0.113.7"), ask("203.0.113.8")] == [200, 429, 200]
    assert ask("198.51.100.1, 203.0.113.7") == 429


def test_without_a_proxy_nobody_is_believed() -> None:
    client = create_app(Settings(api_rate=1)).test_client()
    answers = [
        client.get("/api/v1/step", headers={"X-Forwarded-For": f"203.0.113.{n}"}, environ_base=FROM).status_code
        for n in range(2)
    ]
    assert answers == [200, 429]


def test_a_long_body_is_not_read() -> None:
    client = create_app(Settings()).test_client()
    response = client.post("/api/v1/check", data=b" " * (LONGEST + 1))
    assert response.status_code == 413
    assert client.post("/en/", data=b" " * (LONGEST + 1)).status_code == 405


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("API_RATE", "-1"),
        ("API_RATE", "many"),
        ("PROXIES", "yes"),
        ("HEALTH", "9102"),
        ("HEALTH", "127.0.0.1:x"),
        ("HEALTH", "host:0"),
    ],
)
def test_settings_that_cannot_be_used_are_named(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=f"{name} is '{value}': it must be"):
        read_settings({name: value})


def test_the_address_of_the_numbers_is_read() -> None:
    assert read_settings({"HEALTH": "127.0.0.1:9102"}).health == "127.0.0.1:9102"
    assert read_settings({"HEALTH": "[::1]:9102"}).health == "[::1]:9102"
    assert read_settings({}).health == ""


@pytest.mark.parametrize("path", ["/en/", "/static/app.css", "/no/such/page", "/healthz", "/api/v1/step"])
def test_headers_are_strict_and_said_once(path: str) -> None:
    with create_app(Settings()).test_client().get(path) as response:
        for name, value in SECURITY_HEADERS.items():
            assert response.headers.getlist(name) == [value]
