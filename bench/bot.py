"""``python -m bench bot``: taps a second of the bot against a bot of the same library that only edits a constant text.

Both run as programs of their own, by long polling, against the same small Bot API server, which is far faster than they
are. People who tap through the interview wait for the edited message before they tap again.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections import Counter, deque
from datetime import date
from typing import Any
from urllib.parse import parse_qs

import psutil

from bench.measure import Line, Section
from bot.screen import View
from bot.screens import screen

TOKEN = "7000000001:AAtoken-of-the-bench-000000000000000000"
PEOPLE = 50
"""So many people tap at the same time, each in a chat of their own."""
WARM, TAPS, ROUNDS = 1_000, 1_000, 4
"""Taps before the measurement, taps of a round, rounds."""
SHOWN = "gworsakcqe2hbp"
"""The taps that change the message and need nothing but what the button carries."""
TODAY = date.today()  # noqa: DTZ011


def walk(seed: int, length: int = 4_000) -> list[str]:
    """Return what the buttons carry that somebody taps: from the start to an answer, its details, and again."""
    chance, view = random.Random(seed), View("de", TODAY, "bench_bot")
    taps: list[str] = []
    data = "gd"
    while len(taps) < length:
        taps.append(data)
        shown = screen(data, view)
        found = [button.data for row in shown.rows for button in row if button.tap and button.tap.action in SHOWN]
        data = chance.choice(found) if found else "gd"
    return taps


class Server:
    """As much of the Bot API as both bots call; it counts the edited messages."""

    def __init__(self, taps: list[str]) -> None:
        self.taps, self.edits, self.calls = taps, 0, Counter[str]()
        self.waiting = deque(range(1, PEOPLE + 1))
        self.ids = 0
        self.more = asyncio.Event()
        self.more.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                method = head.split(b" ", 2)[1].rsplit(b"/", 1)[1].decode()
                length = next(
                    (int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0
                )
                body = await reader.readexactly(length)
                result = await self.answer(method, body)
                content = json.dumps({"ok": True, "result": result}).encode()
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(content)
                )
                writer.write(content)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            writer.close()

    async def answer(self, method: str, body: bytes) -> Any:  # noqa: ANN401
        """Return the result of a call."""
        self.calls[method] += 1
        match method:
            case "getMe":
                return {"id": 7000000001, "is_bot": True, "first_name": "Bench", "username": "bench_bot"}
            case "getUpdates":
                return await self.updates()
            case "editMessageText":
                values = parse_qs(body.decode())
                chat, text = int(values["chat_id"][0]), values["text"][0]
                self.edits += 1
                self.edited(chat, text)
                return self.message(chat) | {"text": text}
            case "getMyCommands":
                return []
            case "getMyDescription" | "getMyShortDescription":
                return {"description": "", "short_description": ""}
            case _:
                return True

    async def updates(self) -> list[dict[str, Any]]:
        """Return a tap of everybody who waits for nothing."""
        try:
            await asyncio.wait_for(self.more.wait(), 5)
        except TimeoutError:
            return []
        found = []
        while self.waiting:
            self.ids += 1
            chat = self.waiting.popleft()
            who = {"id": chat, "is_bot": False, "first_name": "Kim", "language_code": "de"}
            query = {"id": str(self.ids), "from": who, "message": self.message(chat), "chat_instance": "1"}
            query["data"] = self.data_of(chat)
            found.append({"update_id": self.ids, "callback_query": query})
        self.more.clear()
        return found

    def data_of(self, chat: int) -> str:
        """Return what the button carries that somebody taps now."""
        return self.taps[(self.ids + chat * 37) % len(self.taps)]

    def edited(self, chat: int, _text: str) -> None:
        """Let somebody whose message was edited tap again."""
        self.waiting.append(chat)
        self.more.set()

    def message(self, chat: int) -> dict[str, Any]:
        """Return the message in which somebody taps."""
        me = {"id": 7000000001, "is_bot": True, "first_name": "Bench", "username": "bench_bot"}
        place = {"id": chat, "type": "private", "first_name": "Kim"}
        return {"message_id": 7, "from": me, "chat": place, "date": 1, "text": "x"}


async def rate(module: str, taps: list[str]) -> float:
    """Return taps a second of a bot that has a processor to itself: the best of some rounds.

    What counts is the time of the processor that its process used, so others on this machine change little.
    """
    server = Server(taps)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    environment = {**os.environ, "TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_URL": f"http://127.0.0.1:{port}/bot"}
    program = subprocess.Popen([sys.executable, "-m", module], env=environment, stderr=subprocess.DEVNULL)
    try:
        process, best = psutil.Process(program.pid), 0.0
        await until(server, WARM)
        for _round in range(ROUNDS):
            edits, before = server.edits, process.cpu_times()
            await until(server, edits + TAPS)
            now = process.cpu_times()
            best = max(best, (server.edits - edits) / (now.user + now.system - before.user - before.system))
        return best
    finally:
        program.kill()
        program.wait()
        listening.close()


async def until(server: Server, edits: int) -> None:
    """Wait until so many messages were edited. Raises TimeoutError if that takes too long."""
    async with asyncio.timeout(120):
        while server.edits < edits:
            await asyncio.sleep(0.05)


def measure() -> Section:
    """Compare taps a second of our bot with those of the yardstick."""
    taps = walk(1)
    ours, yardstick = asyncio.run(rate("bot", taps)), asyncio.run(rate("bench.constant", taps))
    ratio = ours / yardstick
    line = Line(
        "taps a second in one process", f"{ours:.0f}", f"{yardstick:.0f}", f"{ratio:.2f}", "at least 0.70", ratio < 0.7
    )
    return Section(
        "The bot",
        "Fifty people tap through the interview by long polling; the yardstick is a bot of the same library that only edits a "
        "constant text. What counts is the time of the processor that each uses.",
        [line],
        ("Rheincrew", "constant text"),
    )
