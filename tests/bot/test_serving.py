"""How the bot is run: settings, the webhook, health pages, numbers and logs."""

import asyncio
import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from telegram.error import BadRequest, InvalidToken
from tornado.httpclient import AsyncHTTPClient

from bot.app import UPDATES
from bot.logs import MaskingFormatter
from bot.metrics import FAILURES, REFUSED
from bot.serving import serve
from bot.settings import SETTINGS, SettingError, read_settings
from bot.webhook import MOST_BYTES, address
from tests.bot.running import SECRET, Served, served, settings_for
from tests.bot.test_faults import counted
from tests.botapi import BotApiServer, until

HEADER = "X-Telegram-Bot-Api-Secret-Token"


def with_webhook(test: Callable[[Served], Any]) -> Callable[[], None]:
    """Run an asynchronous test with the program at a webhook."""

    def in_loop() -> None:
        async def inner() -> None:
            async with BotApiServer() as api, served(api, settings_for(api, webhook=True)) as bot:
                await test(bot)

        asyncio.run(inner())

    in_loop.__name__ = test.__name__
    return in_loop


async def bring(bot: Served, body: str | bytes, secret: str = SECRET, method: str = "POST") -> int:
    """The status that a request to the webhook gets; 599 if the connection is closed."""
    content = {} if method == "GET" else {"body": body}
    url, headers = bot.settings["WEBHOOK_URL"], {HEADER: secret}
    answer = await AsyncHTTPClient().fetch(url, method=method, headers=headers, raise_error=False, **content)  # type: ignore[arg-type]
    return answer.code


# Settings.


def test_settings() -> None:
    found = read_settings({"TELEGRAM_TOKEN": " 1:x ", "PUBLIC_URL": "https://rheincrew.example/"})
    defaults = {setting.name: setting.default for setting in SETTINGS}
    assert found == defaults | {"TELEGRAM_TOKEN": "1:x", "PUBLIC_URL": "https://rheincrew.example"}
    assert all(setting.meaning for setting in SETTINGS)
    assert {setting.name for setting in SETTINGS if setting.secret} == {
        "TELEGRAM_TOKEN",
        "WEBHOOK_SECRET",
        "DATABASE_URL",
    }


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("TELEGRAM_TOKEN", "", "put the token of the bot there"),
        ("TELEGRAM_TOKEN", "rheincrew_bot", "one looks like 123456789:AAH"),
        ("PUBLIC_URL", "http://rheincrew.example", "must be an https address"),
        ("PUBLIC_URL", "https://localhost", "must be an https address"),
        ("PUBLIC_URL", "rheincrew.example", "must be an https address"),
        ("DATABASE_URL", "mysql://x/y", "must begin with sqlite:/// or postgresql://"),
        ("DATABASE_URL", "rheincrew.db", "must begin with sqlite:/// or postgresql://"),
        ("TELEGRAM_API_URL", "api.telegram.org", "must be an http address"),
        ("TELEGRAM_API_URL", "http://[x", "must be an http address"),
        ("WEBHOOK_URL", "http://bot.example/t", "must be an https address"),
        ("WEBHOOK_URL", "https://bot.example/t?x", "must be an https address"),
        ("WEBHOOK_URL", "https://bot.example:8081/t", "port 443, 80, 88 or 8443"),
        ("WEBHOOK_URL", "https://bot.example:x/t", "must be an https address"),
        ("WEBHOOK_URL", "https://bot.example/metrics", "choose another path"),
        ("WEBHOOK_SECRET", "", "WEBHOOK_URL needs it"),
        ("WEBHOOK_SECRET", "short", "16 to 256 characters"),
        ("WEBHOOK_SECRET", "with a space in it", "16 to 256 characters"),
        ("LISTEN", "8081", "an address and a port"),
        ("LISTEN", "127.0.0.1:99999", "an address and a port"),
        ("HEALTH", "127.0.0.1", "an address and a port"),
        ("LOG_FORMAT", "xml", "must be text or json"),
    ],
)
def test_a_setting_that_cannot_be_used(name: str, value: str, words: str) -> None:
    good = {"TELEGRAM_TOKEN": "1:x", "WEBHOOK_URL": "https://bot.example/telegram", "WEBHOOK_SECRET": SECRET}
    read_settings(good)
    with pytest.raises(SettingError, match=f"^{name} .*{re.escape(words)}") as caught:
        read_settings(good | {name: value})
    if name in ("TELEGRAM_TOKEN", "WEBHOOK_SECRET") and value:
        assert value not in str(caught.value)


def test_a_secret_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("1:x\n", encoding="utf-8")
    assert read_settings({"TELEGRAM_TOKEN_FILE": str(file)})["TELEGRAM_TOKEN"] == "1:x"
    with pytest.raises(SettingError, match="set one of them"):
        read_settings({"TELEGRAM_TOKEN": "1:x", "TELEGRAM_TOKEN_FILE": str(file)})
    with pytest.raises(SettingError, match="TELEGRAM_TOKEN_FILE names a file that cannot be read"):
        read_settings({"TELEGRAM_TOKEN_FILE": str(tmp_path / "none")})


# The webhook.


@with_webhook
async def test_only_telegram_brings_updates(bot: Served) -> None:
    start = {
        "update_id": 1,
        "message": {"message_id": 1, "date": 1, "text": "/start", "chat": {"id": 42, "type": "private"}},
    }
    start["message"] |= {"entities": [{"type": "bot_command", "offset": 0, "length": 6}]}  # type: ignore[operator]
    talk = bot.talk(42)
    update, refused = json.dumps(start), counted(REFUSED, "secret")
    for secret in ("", "wrong", SECRET[:-1], SECRET + "x", "ü"):
        assert await bring(bot, update, secret) == 403
    assert counted(REFUSED, "secret") == refused + 5
    for body in ("", "{", "[]", "1", '{"update_id": "1"}', b"\xff"):
        assert await bring(bot, body) == 400
    assert await bring(bot, b" " * (MOST_BYTES + 1)) in (400, 599)
    assert await bring(bot, "", method="GET") == 405
    assert not talk.ours
    assert await bring(bot, update) == 200
    assert talk.ours
    assert await bring(bot, '{"update_id": 2, "a_new_kind": {"id": 1}}') == 200
    assert await bring(bot, '{"update_id": 3, "message": {"text": 5}}') == 200


def test_an_update_that_fails_is_not_brought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_anything: object) -> None:
        raise ValueError("broken")

    @with_webhook
    async def test(bot: Served) -> None:
        talk = bot.talk(42)
        await talk.send("/start")
        monkeypatch.setattr("bot.app.screen", broken)
        failures = counted(FAILURES)
        await talk.tap("The Rhine")
        assert "Something went wrong" in talk.text
        assert counted(FAILURES) == failures + 1
        assert not bot.api.pending

    test()


def test_the_webhook_is_set_when_it_differs() -> None:
    async def start() -> None:
        async with BotApiServer() as api:
            settings = settings_for(api, webhook=True)
            other = settings | {"LISTEN": settings_for(api, webhook=True)["LISTEN"]} | {"HEALTH": ""}
            for _start in range(2):
                async with served(api, settings):
                    pass
            assert len(api.called("setWebhook")) == 1
            assert not api.called("deleteWebhook")
            told = api.called("setWebhook")[0]
            assert (told["allowed_updates"], told["secret_token"]) == (UPDATES, SECRET)
            api.webhook |= {"url": "https://elsewhere.example/"}
            stop = asyncio.Event()
            second = asyncio.create_task(serve(other, stop))
            async with served(api, settings) as bot:
                await bot.talk(42).send("/start")
                assert bot.talk(42).ours
            stop.set()
            await second
            assert 2 <= len(api.called("setWebhook")) <= 3
            new_secret = settings | {"WEBHOOK_SECRET": "another-secret-of-the-webhook"}
            async with served(api, new_secret) as bot:
                await bot.talk(42).send("/help")
                assert len(bot.talk(42).ours) == 2
            assert api.webhook["url"] == address(settings["WEBHOOK_URL"], new_secret["WEBHOOK_SECRET"])
            api.fail_next("getWebhookInfo", 401, "Unauthorized")
            with pytest.raises(InvalidToken):
                await serve(settings)
            api.webhook = {}
            api.fail_next("setWebhook", 400, "Bad Request: bad webhook: IP address 10.0.0.1 is reserved")
            with pytest.raises(BadRequest, match="reserved"):
                await serve(settings, asyncio.Event())

    asyncio.run(start())


@pytest.mark.parametrize("webhook", [False, True])
def test_the_work_at_hand_is_finished(webhook: bool) -> None:
    """Told to stop in the middle of an edit: it is made, the webhook stays, and what comes later waits at Telegram."""

    async def stop() -> None:
        async with BotApiServer() as api:
            async with served(api, settings_for(api, webhook=webhook)) as bot:
                talk = bot.talk(42)
                await talk.send("/start")
                go_on = api.hold_next("editMessageText")
                await talk.person.tap(talk.last.message_id, "The Rhine")
                await until(lambda: bool(api.called("editMessageText")))
                bot.stop.set()
                asyncio.get_running_loop().call_later(0.1, go_on.set)
            assert "What kind of vessel" in talk.text
            assert bool(api.webhook) is webhook
            await talk.person.send("/help")
            assert len(api.pending) == 1
            async with served(api, settings_for(api, webhook=webhook)):
                await talk.bot.idle()
                assert "/privacy" in talk.text
            assert len(talk.ours) == 2

    asyncio.run(stop())


def test_a_token_that_is_revoked_while_the_bot_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.serving.LOOK_EVERY", 0.02)

    async def run() -> None:
        async with BotApiServer() as api:
            bot_settings = settings_for(api)
            work = asyncio.create_task(serve(bot_settings, asyncio.Event()))
            await until(lambda: bool(api.called("getUpdates")))
            api.token = "7000000001:another-token-that-BotFather-wrote"
            await api.user(42).send("wake")
            with pytest.raises(InvalidToken, match="revoked"):
                await work

    asyncio.run(run())


# Health pages and numbers.


def test_readiness_tells_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.serving.LOOK_EVERY", 0.02)

    async def run() -> None:
        async with BotApiServer() as api:
            async with served(api, settings_for(api, webhook=True)) as bot:
                assert await bot.get("/healthz") == (200, '{"alive": true}')
                assert await bot.get("/readyz") == (200, '{"ready": true, "problems": {}, "hints": {}}')
                mine, api.webhook = api.webhook, {}
                await _unready(bot, "webhook")
                api.webhook = mine
                async with asyncio.timeout(30):
                    while (await bot.get("/readyz"))[0] != 200:
                        await asyncio.sleep(0.01)
                monkeypatch.setattr("bot.serving.REACHED_WITHIN", -1.0)
                await _unready(bot, "telegram")
                go_on = api.hold_next("sendMessage")
                await bot.talk(42).person.send("/start")
                await until(lambda: bool(api.called("sendMessage")))
                bot.stop.set()
                await _unready(bot, "process")
                go_on.set()
            assert bot.talk(42).ours

    asyncio.run(run())


async def _unready(bot: Served, name: str) -> None:
    async with asyncio.timeout(30):
        while name not in json.loads((found := await bot.get("/readyz"))[1])["problems"]:
            await asyncio.sleep(0.01)
    assert found[0] == 503


def test_the_health_pages_may_share_the_address_of_the_webhook() -> None:
    async def run() -> None:
        async with BotApiServer() as api:
            settings = settings_for(api, webhook=True)
            async with served(api, settings | {"HEALTH": settings["LISTEN"]}) as bot:
                await bot.talk(42).send("/start")
                assert bot.talk(42).ours
                assert (await bot.get("/metrics"))[0] == 200
            async with served(api, settings) as bot:
                answer = await AsyncHTTPClient().fetch(f"http://{settings['LISTEN']}/metrics", raise_error=False)
                assert answer.code == 404

    asyncio.run(run())


PERSON = {"first_name": "Wilhelmina", "language_code": "de"}
PERSON_ID = 123454321
TEXTS = ("geheimer Schiffsname", "82,5")


async def a_whole_dialogue(bot: Served) -> None:
    """Commands, taps, typed numbers and texts, faults of Telegram and of ours."""
    talk = bot.talk(PERSON_ID, **PERSON)
    await talk.send("/start wRvM")
    await talk.reply(TEXTS[1])
    await talk.send(TEXTS[0])
    await talk.send("/start wRvMl82_5mA1eS2")
    bot.api.fail_next("editMessageText", 400, f"Bad Request: chat {PERSON_ID} has a new id -1001234543210")
    await talk.tap(f"wd{'wRvMl82_5mA1eS2'}")
    bot.api.flood_next("sendMessage", 4_000)
    await talk.send("/help")
    bot.api.block(PERSON_ID)
    bot.api.push("message", talk.last.json() | {"from": talk.person.about, "text": TEXTS[0]})
    await bot.idle()


@with_webhook
async def test_the_numbers(bot: Served) -> None:
    await a_whole_dialogue(bot)
    status, text = await bot.get("/metrics")
    assert status == 200
    for line in (
        'rheincrew_updates_total{kind="command"}',
        'rheincrew_updates_total{kind="tap"}',
        'rheincrew_update_seconds_bucket{kind="message",le="0.1"}',
        'rheincrew_outcomes_total{kind="question",regulation=""}',
        'rheincrew_outcomes_total{kind="determined",regulation="rheinschpersv-2023"}',
        'rheincrew_telegram_errors_total{kind="too_many"}',
        'rheincrew_telegram_errors_total{kind="closed"}',
        'rheincrew_telegram_seconds_count{method="sendMessage"}',
        "rheincrew_updates_waiting 0.0",
        "rheincrew_failures_total",
        "process_resident_memory_bytes",
    ):
        assert line in text
    assert_tells_nothing(text, bot.api.token)
    assert "wRvM" not in text


def assert_tells_nothing(text: str, token: str) -> None:
    """Neither the token nor anything of the person stands in a text."""
    for secret in (
        token,
        token.partition(":")[2],
        SECRET,
        PERSON["first_name"],
        *TEXTS,
        str(PERSON_ID),
        "1001234543210",
    ):
        assert secret not in text


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("webhook", [False, True])
def test_the_log_tells_nothing_of_anybody(as_json: bool, webhook: bool, caplog: pytest.LogCaptureFixture) -> None:
    """Every record of a dialogue with faults, as the program writes them."""

    async def run() -> None:
        async with BotApiServer() as api:
            formatter = MaskingFormatter(api.token, SECRET, json=as_json)
            async with served(api, settings_for(api, webhook=webhook)) as bot:
                await a_whole_dialogue(bot)
            lines = [formatter.format(record) for record in caplog.records if record.name not in ("httpx", "asyncio")]
            assert any("an update failed" in line for line in lines)
            assert any("not delivered" in line for line in lines)
            text = "\n".join(lines)
            assert "Traceback" in text
            assert "<number>" in text
            assert_tells_nothing(re.sub(r'File "[^"]*"', "", text).replace("def ", ""), api.token)
            if as_json:
                found = [json.loads(line) for line in lines]
                assert {"time", "level", "logger", "message"} <= set.intersection(*(set(entry) for entry in found))

    with caplog.at_level(logging.INFO):
        asyncio.run(run())


def test_words_of_strange_errors_are_not_written() -> None:
    try:
        try:
            raise KeyError("a name")
        except KeyError as error:
            raise ValueError("what somebody typed") from error
    except ValueError as error:
        found = (type(error), error, error.__traceback__)
    record = logging.getLogger("test").makeRecord("test", logging.ERROR, "x", 1, "it failed", (), found)
    for formatter in (MaskingFormatter(), MaskingFormatter(json=True)):
        line = formatter.format(record)
        assert "KeyError" in line
        assert "ValueError" in line
        assert "a name" not in line.replace('"a name"', "").replace('\\"a name\\"', "")
