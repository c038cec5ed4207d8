"""The pages for those who run the bot: does it live, can it serve, what did it count."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from tornado.routing import URLSpec
from tornado.web import RequestHandler

from bot.metrics import REGISTRY

Check = Callable[[], Awaitable[str]]
"""Answers with what is wrong, in a sentence that names nobody; with nothing if all is well."""


@dataclass(slots=True)
class Health:
    """The checks that must pass before the process may be given work, by name; and those that are only told.

    Without its database the bot still answers questions, and all processes have the same one: it is told.
    """

    checks: dict[str, Check] = field(default_factory=dict)
    told: dict[str, Check] = field(default_factory=dict)
    process: str = "is starting"
    """What the process does instead of serving; nothing while it serves."""

    async def problems(self) -> dict[str, str]:
        """Return what is wrong now, by the name of its check."""
        found = {"process": self.process} if self.process else {}
        return found | await _wrong(self.checks)

    async def hints(self) -> dict[str, str]:
        """Return what is wrong though the process can serve."""
        return await _wrong(self.told)

    def routes(self) -> list[URLSpec]:
        """Return the pages: /healthz, /readyz and /metrics."""
        ready = URLSpec("/readyz", _Ready, {"health": self})
        return [URLSpec("/healthz", _Alive), ready, URLSpec("/metrics", _Metrics)]


async def _wrong(checks: Mapping[str, Check]) -> dict[str, str]:
    return {name: wrong for name, check in checks.items() if (wrong := await check())}


class _Alive(RequestHandler):
    """Answers as long as the loop of the process turns."""

    def get(self) -> None:
        self.finish({"alive": True})


class _Ready(RequestHandler):
    """200 if the process can serve, 503 and why if not."""

    def initialize(self, health: Health) -> None:
        self.health = health

    async def get(self) -> None:
        problems, hints = await self.health.problems(), await self.health.hints()
        self.set_status(503 if problems else 200)
        await self.finish({"ready": not problems, "problems": problems, "hints": hints})


class _Metrics(RequestHandler):
    """The numbers, as Prometheus reads them."""

    def get(self) -> None:
        self.set_header("Content-Type", CONTENT_TYPE_LATEST)
        self.finish(generate_latest(REGISTRY))
