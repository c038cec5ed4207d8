"""The bot at work against the test server, with a person who writes and taps."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from tornado.httpclient import AsyncHTTPClient

from bot.app import UPDATES, Bots, build
from bot.serving import serve
from bot.settings import read_settings
from bot.store import IN_MEMORY, Store
from tests.bot.database import empty_database
from tests.botapi import BotApiServer, Message, Person

SECRET = "a-secret-of-the-webhook"


def plain_spaces(text: str) -> str:
    """A text with plain spaces for those that do not break."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@dataclass
class Running:
    """The bot and the server that it polls."""

    api: BotApiServer
    application: Bots | None

    def talk(self, user_id: int, **about: Any) -> "Dialogue":
        """Somebody who has started the bot, or who is in a group with it; see ``BotApiServer.user``."""
        return Dialogue(self.api, self.api.user(user_id, **about), self)

    async def idle(self, timeout: float = 30) -> None:
        """Wait until the bot has taken every update and finished with it. TimeoutError if that takes too long."""
        assert self.application
        end, quiet = time.monotonic() + timeout, 0
        while quiet < 4:
            busy = self.api.pending or not self.application.update_queue.empty()
            busy = busy or self.application.update_processor.current_concurrent_updates > 0
            quiet = 0 if busy else quiet + 1
            if time.monotonic() > end:
                raise TimeoutError
            await asyncio.sleep(0.002)


@dataclass
class Dialogue:
    """One person with the bot; every action waits until the bot has done its part."""

    api: BotApiServer
    person: Person
    bot: Running

    @property
    def last(self) -> Message:
        """The newest message of the bot."""
        return self.person.chat.last

    @property
    def text(self) -> str:
        """Its text, with plain spaces."""
        return plain_spaces(self.last.text or "")

    @property
    def labels(self) -> list[str]:
        """The words on its buttons."""
        return [plain_spaces(button["text"]) for button in self.last.buttons]

    @property
    def ours(self) -> list[Message]:
        """All messages of the bot."""
        return [message for message in self.person.chat.messages.values() if message.from_bot]

    def data(self, label: str) -> str:
        """The callback data of a button. LookupError if the message does not show it."""
        for button in self.last.buttons:
            if plain_spaces(button["text"]) == label:
                return str(button["callback_data"])
        raise LookupError(f"{label!r} is not among {self.labels}")

    async def send(self, text: str) -> None:
        """Write to the bot."""
        await self.person.send(text)
        await self.bot.idle()

    async def reply(self, text: str) -> None:
        """Reply to the newest message."""
        await self.person.reply(self.last.message_id, text)
        await self.bot.idle()

    async def tap(self, *buttons: str) -> None:
        """Tap buttons one after the other, by words or callback data."""
        for button in buttons:
            data = button if any(b.get("callback_data") == button for b in self.last.buttons) else self.data(button)
            await self.person.tap(self.last.message_id, data)
            await self.bot.idle()


@dataclass
class Served(Running):
    """The whole program as ``python -m bot`` runs it, in the loop of the test; ``stop`` tells it to stop."""

    settings: dict[str, str] = field(default_factory=dict)
    stop: asyncio.Event = field(default_factory=asyncio.Event)

    async def idle(self, timeout: float = 30) -> None:
        """Wait until every update was taken and every request of the bot is answered."""
        await self.api.settled(timeout, quiet=0.25)

    async def get(self, path: str) -> tuple[int, str]:
        """Status and text of one of the health pages."""
        answer = await AsyncHTTPClient().fetch(f"http://{self.settings['HEALTH']}{path}", raise_error=False)
        return answer.code, answer.body.decode()


def free_address() -> str:
    """An address on this machine where nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{found.getsockname()[1]}"


def settings_for(api: BotApiServer, *, webhook: bool = False, **others: str) -> dict[str, str]:
    """Settings for a bot at the test server, by polling or at a webhook, with its health pages."""
    found = {"TELEGRAM_TOKEN": api.token, "TELEGRAM_API_URL": api.base_url, "HEALTH": free_address()}
    found["DATABASE_URL"] = IN_MEMORY
    if webhook:
        found |= {"LISTEN": free_address(), "WEBHOOK_SECRET": SECRET}
        found["WEBHOOK_URL"] = f"http://{found['LISTEN']}/telegram"
    return read_settings(found | others)


@asynccontextmanager
async def served(api: BotApiServer, settings: dict[str, str]) -> AsyncIterator[Served]:
    """The program at work, ready; it is stopped at the end as SIGTERM stops it."""
    bot = Served(api, None, settings)
    work = asyncio.create_task(serve(settings, bot.stop))
    try:
        for _attempt in range(500):
            with suppress(OSError):
                if (await bot.get("/readyz"))[0] == 200:
                    break
            if work.done():
                work.result()
            await asyncio.sleep(0.01)
        else:
            raise TimeoutError((await bot.get("/readyz"))[1])
        yield bot
    finally:
        bot.stop.set()
        await work


@asynccontextmanager
async def running(public_url: str = "", store: Store | None = None) -> AsyncIterator[Running]:
    """A server with the bot polling it; without a store, what is saved ends with it."""
    async with (
        BotApiServer() as api,
        build(
            api.token, public_url=public_url, api_url=api.base_url, store=store or Store(empty_database())
        ) as application,
    ):
        assert application.updater
        await application.start()
        await application.updater.start_polling(allowed_updates=UPDATES)
        try:
            yield Running(api, application)
        finally:
            await application.updater.stop()
            await application.stop()
            application.bot_data["store"].close()


def with_dialogue(test: Callable[[Dialogue], Awaitable[None]]) -> Callable[[], None]:
    """Run an asynchronous test with an English-speaking person in a private chat."""

    @wraps(test)
    def in_loop() -> None:
        async def inner() -> None:
            async with running() as bot:
                await test(bot.talk(42))

        asyncio.run(inner())

    del in_loop.__wrapped__  # pytest would look for its argument
    return in_loop
