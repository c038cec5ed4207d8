"""In which order updates are worked on: those of one chat one after the other, those of many chats side by side.

So of two quick taps the later one wins, whatever the network does to the first. Telegram brings the updates of a person
to a webhook one by one and waits for our answer, which comes when the work is done: this holds for many processes too.
What comes late all the same, after a newer tap on that message, is left out.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable
from time import perf_counter
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.metrics import LEFT_OUT, UPDATE_SECONDS, UPDATES, WAITING

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

AT_ONCE = 64
"""So many updates are worked on at once; one that waits for its chat takes no place."""
MOST_OF_A_CHAT = 50
"""So many updates of one chat may wait; nobody taps that fast by hand, so what comes on top is left out."""
REMEMBERED = 4_000
"""So many numbers of updates are remembered, to know those that come twice."""
_LATE = 1_000
"""A tap is late if its number is below that of the newest by less: after a week of silence Telegram starts anywhere."""
_NO_BOUND = 1_000_000  # the library's own bound would count those that wait for their chat


class InOrder(BaseUpdateProcessor):
    """Gives each update its turn. Leaves out one that was brought before."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        super().__init__(_NO_BOUND)
        self._places = asyncio.Semaphore(at_once)
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._waiting: Counter[int] = Counter()
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._newest: OrderedDict[tuple[int, int], int] = OrderedDict()

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to put away."""

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Work on an update when its chat has its turn and there is a place."""
        kind, start = kind_of(update), perf_counter()
        UPDATES.labels(kind).inc()
        chat = _chat_of(update)
        if why := self._left_out(update, chat):
            LEFT_OUT.labels(why).inc()
            coroutine.close()  # type: ignore[attr-defined]
            return
        turn = self._turns.setdefault(chat, asyncio.Lock()) if chat else asyncio.Lock()
        self._waiting[chat] += 1
        WAITING.inc()
        try:
            async with turn, self._places:
                await coroutine
        finally:
            WAITING.dec()
            self._waiting[chat] -= 1
            if not self._waiting[chat]:
                del self._waiting[chat]
            UPDATE_SECONDS.labels(kind).observe(perf_counter() - start)

    def _left_out(self, update: object, chat: int) -> str:
        """Return why an update is not worked on; nothing if it is."""
        if not isinstance(update, Update):
            return ""
        if update.update_id in self._seen:
            return "repeated"
        if chat and self._waiting[chat] >= MOST_OF_A_CHAT:
            return "too_many"
        _keep(self._seen, update.update_id, None)
        if (query := update.callback_query) and query.message:
            place = (chat, query.message.message_id)
            if 0 < self._newest.get(place, 0) - update.update_id < _LATE:
                return "late"
            _keep(self._newest, place, update.update_id)
        return ""


def _keep(memory: OrderedDict[_Key, _Value], key: _Key, value: _Value) -> None:
    """Remember something as the newest; forget the oldest where there is no more room."""
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > REMEMBERED:
        memory.popitem(last=False)


def kind_of(update: object) -> str:
    """Return what an update is, in one word."""
    if not isinstance(update, Update):
        return "other"
    if update.callback_query:
        return "tap"
    if update.inline_query:
        return "inline"
    if message := update.message:
        return "command" if (message.text or "").startswith("/") else "message"
    return "other"


def _chat_of(update: object) -> int:
    """Return the chat whose updates keep their order; 0 where there is no order to keep."""
    if not isinstance(update, Update) or update.inline_query:
        return 0  # each inline query has an answer of its own
    found = update.effective_chat or update.effective_user
    return found.id if found else 0
