"""The bot at work against the test server, with a person who writes and taps."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

from bot.app import UPDATES, Bots, build
from bot.store import Store
from tests.bot.database import empty_database
from tests.botapi import BotApiServer, Message, Person


def plain_spaces(text: str) -> str:
    """A text with plain spaces for those that do not break."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@dataclass
class Running:
    """The bot and the server that it polls."""

    api: BotApiServer
    application: Bots

    def talk(self, user_id: int, **about: Any) -> "Dialogue":
        """Somebody who has started the bot, or who is in a group with it; see ``BotApiServer.user``."""
        return Dialogue(self.api, self.api.user(user_id, **about), self)

    async def idle(self, timeout: float = 10) -> None:
        """Wait until the bot has taken every update and finished with it. TimeoutError if that takes too long."""
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
