"""What takes minutes: hard kills amid a hundred dialogues, PostgreSQL with two processes, ten thousand chats.

Run by ``make proof``. The bot is the real program in processes of its own; what it should have answered is drawn here, by
the pure function of the tap.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import psutil
import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError
from tornado.httpserver import HTTPServer
from tornado.web import Application, RequestHandler

from bench.bot import TOKEN, Server
from bot.case import open_case
from bot.screen import Screen, View
from bot.screens import screen, typed_screen
from bot.store import Store
from bot.tap import LETTERS, Action, Tap, read_tap
from core import LANGUAGES, Question, Result
from tests.bot.postgres import postgres, programs
from tests.bot.running import SECRET, free_address
from tests.botapi import BotApiServer, Message, Person
from tests.botapi.formatting import read_html

pytestmark = pytest.mark.proof

PURE = frozenset(
    (
        Action.CASE, Action.WHY, Action.REPLACE, Action.REST, Action.SAFETY, Action.APPLIES, Action.NOTICES, Action.CHANGE,
        Action.ASK_AGAIN, Action.TYPE, Action.ITEMS, Action.S2_ITEM, Action.SHARE, Action.LANGUAGE, Action.OTHER_CREW,
        Action.PEOPLE,
    )
)  # fmt: skip
"""The taps whose screen needs nothing but what the button carries."""
TYPED = ("82,5", "8250", "<b>x", "1.2.2024", "Mosel", "50")
DIALOGUES, TAPS, KILLS = 100, 20, 10
PATIENCE = 120.0
"""Seconds after which an answer counts as missing."""


def today() -> Any:
    """The day for which the bot answers."""
    return datetime.now(ZoneInfo("Europe/Berlin")).date()


# ------------------------------------------------------------------------------------------------ the bot in processes


@dataclass
class Fleet:
    """One or more processes of the bot; each can be killed and started again at any moment."""

    api: BotApiServer
    environment: dict[str, str]
    addresses: list[str]
    log: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    generation: int = 0
    """How often a process was killed: what was asked for before a kill may have gone with it."""
    up: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None:
        """Start every process, and wait until they are ready."""
        self.processes = [self._run(place) for place in range(len(self.addresses))]
        for place in range(len(self.addresses)):
            await self._ready(place)
        self.up.set()

    async def kill(self, place: int) -> None:
        """Kill a process with SIGKILL and start it again at once."""
        self.up.clear()
        self.processes[place].kill()
        self.processes[place].wait()
        self.generation += 1
        self.processes[place] = self._run(place)
        await self._ready(place)
        self.up.set()

    def _run(self, place: int) -> subprocess.Popen[bytes]:
        own = {"LISTEN": self.addresses[place], "HEALTH": self.addresses[place]}
        if "WEBHOOK_URL" not in self.environment:
            own = {"HEALTH": self.addresses[place]}
        with self.log.open("ab") as log:
            environment = {**os.environ, **self.environment, **own}
            return subprocess.Popen([sys.executable, "-W", "error", "-m", "bot"], env=environment, stderr=log)

    async def _ready(self, place: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                assert self.processes[place].poll() is None, self.log.read_text(encoding="utf-8")[-2_000:]
                try:
                    await AsyncHTTPClient().fetch(f"http://{self.addresses[place]}/readyz")
                except (HTTPClientError, OSError):
                    await asyncio.sleep(0.05)
                else:
                    return

    async def stop(self) -> None:
        """Stop every process with SIGTERM; each must end well."""
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            assert await asyncio.to_thread(process.wait, 60) == 0


class _Proxy(RequestHandler):
    """One address for many processes: each request goes to the next one; 502 if that one is away."""

    def initialize(self, addresses: "cycle[str]") -> None:
        self.addresses = addresses

    async def post(self) -> None:
        url = f"http://{next(self.addresses)}{self.request.uri}"
        try:
            answer = await AsyncHTTPClient().fetch(
                url,
                method="POST",
                headers=self.request.headers,
                body=self.request.body,
                request_timeout=60,
                raise_error=False,
            )
            self.set_status(502 if answer.code == 599 else answer.code)
        except (HTTPClientError, OSError):  # killed amid the request
            self.set_status(502)


@asynccontextmanager
async def fleet(database: str, log: Path, *, webhook: bool) -> AsyncIterator[Fleet]:
    """The bot at the test server: one process that polls, or two at a webhook behind one address."""
    AsyncHTTPClient.configure(None, max_clients=300)
    async with BotApiServer() as api:
        environment = {"TELEGRAM_TOKEN": api.token, "TELEGRAM_API_URL": api.base_url, "DATABASE_URL": database}
        addresses = [free_address() for _process in range(2 if webhook else 1)]
        proxy = HTTPServer(
            Application([(r".*", _Proxy, {"addresses": cycle(addresses)})], log_function=lambda _handler: None)
        )
        if webhook:
            host, _colon, port = free_address().partition(":")
            proxy.listen(int(port), host)
            environment |= {
                "WEBHOOK_URL": f"http://{host}:{port}/telegram",
                "WEBHOOK_SECRET": SECRET,
                "LOG_FORMAT": "json",
            }
        found = Fleet(api, environment, addresses, log)
        try:
            await found.start()
            yield found
            await found.stop()
        finally:
            for process in found.processes:
                process.kill()
                process.wait()
            proxy.stop()


# ------------------------------------------------------------------------------------------------ dialogues


@dataclass
class Talk:
    """One person who taps at random, saves vessels, and looks at every answer."""

    fleet: Fleet
    person: Person
    language: str
    chance: random.Random
    webhook: bool
    checked: int = 0
    again: int = 0
    saved: set[str] = field(default_factory=set)
    """The cases that the bot said it had saved."""

    @property
    def view(self) -> View:
        """For whom the bot draws."""
        return View(self.language, today(), self.fleet.api.username, inline=True)

    @property
    def last(self) -> Message:
        """The newest message of the bot."""
        return self.person.chat.last

    async def run(self) -> None:
        """From /start through some taps; an answer is saved now and then."""
        await self._until(
            lambda: self.person.send("/start"), lambda: any(m.from_bot for m in self.person.chat.messages.values())
        )
        for _tap in range(TAPS):
            found = self._choices()
            if not found:
                await self._tap(f"g{LETTERS[self.language]}", in_message=False)
                continue
            tap = read_tap(self.chance.choice(found))
            if tap.action is Action.SAVE:
                await self._save(tap)
            else:
                await self._tap(tap.data)

    def _choices(self) -> list[str]:
        data = [str(button["callback_data"]) for button in self.last.buttons if "callback_data" in button]
        pure = [each for each in data if read_tap(each).action in PURE]
        saving = [
            each for each in data if read_tap(each).action is Action.SAVE and "d" not in read_tap(each).code[-9:-6]
        ]
        return pure + saving * 3

    async def _tap(self, data: str, *, in_message: bool = True) -> None:
        message = self.last
        if not in_message:
            message.reply_markup = {"inline_keyboard": [[{"text": "Start", "callback_data": data}]]}
        shown = screen(data, self.view)
        if shown.placeholder:
            before = len(self.person.chat.messages)
            await self._until(
                lambda: self.person.tap(message.message_id, data),
                lambda: len(self.person.chat.messages) > before and self._shows(self.last, shown),
            )
            await self._reply(read_tap(data))
        else:
            await self._until(lambda: self._touch(message, data), lambda: self._shows(message, shown))
        self.checked += 1

    async def _touch(self, message: Message, data: str) -> None:
        """Tap a button; one that is gone was tapped before, and its screen is there or on its way."""
        try:
            await self.person.tap(message.message_id, data)
        except LookupError:
            self.again -= 1

    async def _reply(self, tap: Tap) -> None:
        prompt, typed = self.last, self.chance.choice(TYPED)
        shown = typed_screen(tap, typed, self.view)
        await self._until(
            lambda: self.person.reply(prompt.message_id, typed),
            lambda: self.last is not prompt and self._shows(self.last, shown),
        )

    async def _save(self, tap: Tap) -> None:
        """Save the case under the name that is suggested; it counts as saved once the bot has said so."""
        case, message = open_case(tap.code, today()), self.last
        assert isinstance(case.outcome, Result)
        save_now = Tap(Action.SAVE_NOW, tap.language, tap.code, tap.extra).data
        await self._until(
            lambda: self._touch(message, tap.data),
            lambda: save_now in [button.get("callback_data") for button in message.buttons],
        )
        await self._until(
            lambda: self._touch(message, save_now),
            lambda: any(
                read_tap(b["callback_data"]).action is Action.RENAME for b in message.buttons if "callback_data" in b
            ),
        )
        self.saved.add(case.code)
        back = Tap(Action.CASE, tap.language, tap.code, tap.extra).data
        message.reply_markup = {"inline_keyboard": [[{"text": "On", "callback_data": back}]]}

    def _shows(self, message: Message, shown: Screen) -> bool:
        """Whether a message shows exactly a screen."""
        text = read_html(shown.text)[0].strip()
        data = [button.data for row in shown.rows for button in row if button.data]
        return message.text == text and data == [b["callback_data"] for b in message.buttons if "callback_data" in b]

    async def _until(self, act: Callable[[], Any], done: Callable[[], bool]) -> None:
        """Do something and wait for the answer; do it again only if a process was killed meanwhile (never at a webhook)."""
        generation = self.fleet.generation
        await act()
        async with asyncio.timeout(PATIENCE):
            while not done():
                await asyncio.sleep(0.01)
                if not self.webhook and self.fleet.generation != generation:
                    await self.fleet.up.wait()
                    generation = self.fleet.generation
                    await asyncio.sleep(0.3)
                    if not done():
                        self.again += 1
                        await act()


async def dialogues(bots: Fleet, database: str, *, webhook: bool) -> None:
    """A hundred dialogues while processes are killed at random; then look what is stored."""
    chance = random.Random(7)
    talks = []
    for number in range(DIALOGUES):
        language = LANGUAGES[number % len(LANGUAGES)]
        person = bots.api.user(7_000_000 + number, language_code=language, first_name="Wilhelmina")
        talks.append(Talk(bots, person, language, random.Random(number), webhook))
    running = asyncio.gather(*(talk.run() for talk in talks))
    kills = 0
    while not running.done() and kills < KILLS:
        await asyncio.sleep(chance.uniform(0.5, 2))
        await bots.kill(chance.randrange(len(bots.addresses)))
        kills += 1
    await running
    assert kills >= 3
    assert sum(talk.checked for talk in talks) > DIALOGUES * TAPS / 2
    saved = sum(len(talk.saved) for talk in talks)
    assert saved > 20
    store = Store(database)
    try:
        for talk in talks:
            assert {vessel.code for vessel in store.vessels(talk.person.about["id"])} == talk.saved
    finally:
        store.close()
    text = bots.log.read_text(encoding="utf-8")
    for secret in (bots.api.token, SECRET, "Wilhelmina", "70000", *TYPED[:3]):
        assert secret not in text
    assert "Traceback" not in text


def test_killed_amid_a_hundred_dialogues(tmp_path: Path) -> None:
    """One process by polling, SQLite: every tap after a restart is answered rightly, every saved vessel is there."""

    async def run() -> None:
        database = f"sqlite:///{tmp_path}/bot.db"
        async with fleet(database, tmp_path / "log", webhook=False) as bots:
            await dialogues(bots, database, webhook=False)

    asyncio.run(run())


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_two_processes_behind_one_address_killed_amid_a_hundred_dialogues(tmp_path: Path) -> None:
    """At a webhook, PostgreSQL: as above, and nobody has to tap twice, whatever is killed."""

    async def run(database: str) -> None:
        async with fleet(database, tmp_path / "log", webhook=True) as bots:
            await dialogues(bots, database, webhook=True)

    with postgres() as database:
        asyncio.run(run(database))


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_the_suite_of_the_store_on_postgresql() -> None:
    """The tests of everything that is stored, run again on PostgreSQL."""
    tests = [f"tests/bot/test_{name}.py" for name in ("store", "vessels", "news", "share", "dialogue")]
    with postgres() as database:
        environment = {**os.environ, "TEST_DATABASE_URL": database}
        command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *tests]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4_000:]


# ------------------------------------------------------------------------------------------------ many


CHATS = 10_000
EARLY = 2_000
AT_ONCE = 100
WALKS = 1_000
"""So many different ways through the interview: what is kept of the law is then kept after the first chats, and what
grows later would be kept of chats."""
AS_DEPLOYED = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "65536"}
"""As in deploy/: with a heap for each thread the memory levels off after 19,000 chats only."""
GROWTH = 1.05
"""How much more memory the process may have after all chats than after the first ones."""


class Crowd(Server):
    """Chats that walk through the interview, one tap after the other; the next one comes when one is through."""

    def __init__(self) -> None:
        super().__init__([])
        self.waiting.clear()
        self.next = 0
        self.expects: dict[int, tuple[str, Screen]] = {}
        self.chances: dict[int, random.Random] = {}
        self.through, self.answers = 0, 0
        self.wrong: list[str] = []
        for _chat in range(AT_ONCE):
            self.enter()

    def enter(self) -> None:
        """Let the next chat begin."""
        if self.next < CHATS:
            self.next += 1
            language = LANGUAGES[self.next % len(LANGUAGES)]
            self.chances[self.next] = random.Random(self.next % WALKS)
            self.ask(self.next, f"g{LETTERS[language]}")

    def ask(self, chat: int, data: str) -> None:
        """Let a chat tap."""
        self.expects[chat] = (data, screen(data, View("de", today(), "bench_bot")))
        self.waiting.append(chat)
        self.more.set()

    def data_of(self, chat: int) -> str:
        """What the button carries that a chat taps now."""
        return self.expects[chat][0]

    def edited(self, chat: int, text: str) -> None:
        """Look at what is shown, and go on to the end of the interview, then to something beside the answer."""
        (data, shown), chance = self.expects.pop(chat), self.chances[chat]
        if text != shown.text:
            self.wrong.append(text)
        taken = [b.tap for row in shown.rows for b in row if b.tap]
        onward = [tap for tap in taken if tap.action is Action.CASE and len(tap.code) > len(read_tap(data).code)]
        beside = [tap for tap in taken if tap.action in PURE - {Action.CASE, Action.TYPE}]
        if isinstance(shown.outcome, Question) and onward:
            self.ask(chat, chance.choice(onward).data)
        elif isinstance(shown.outcome, Result) and beside:
            self.answers += 1
            self.ask(chat, chance.choice(beside).data)
        else:
            self.through += 1
            del self.chances[chat]
            self.enter()


def test_ten_thousand_chats_in_one_process() -> None:
    """All are answered, rightly, and the memory of the process stays flat."""

    async def run() -> tuple[int, int]:
        crowd = Crowd()
        listening = await asyncio.start_server(crowd.serve, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        environment = {**os.environ, "TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_URL": f"http://127.0.0.1:{port}/bot"}
        environment |= {"DATABASE_URL": "sqlite://", **AS_DEPLOYED}
        program = subprocess.Popen([sys.executable, "-m", "bot"], env=environment, stderr=subprocess.DEVNULL)
        try:
            process = psutil.Process(program.pid)
            early = 0
            async with asyncio.timeout(1_500):
                while crowd.through < CHATS:
                    await asyncio.sleep(0.2)
                    assert program.poll() is None
                    if not early and crowd.through >= EARLY:
                        early = process.memory_info().rss
            assert not crowd.wrong
            assert crowd.answers >= CHATS
            assert crowd.edits > 4 * CHATS
            return early, process.memory_info().rss
        finally:
            program.kill()
            program.wait()
            listening.close()

    early, late = asyncio.run(run())
    assert late < GROWTH * early, f"{early >> 20} MiB after {EARLY} chats, {late >> 20} MiB after {CHATS}"
