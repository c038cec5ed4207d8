"""The HTTP server: reads requests as the client library sends them, queues updates, and fails on order."""

import asyncio
import json
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Final, Self, TypeVar

from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from .formatting import Json
from .limits import ApiError, Upload, bad_request, checked_webhook, conflict
from .world import World

T = TypeVar("T")

FREE_TEXT: Final = {
    "text", "name", "description", "short_description", "callback_query_id", "inline_message_id", "language_code",
    "parse_mode", "url", "secret_token", "action", "caption", "inline_query_id", "next_offset",
}  # fmt: skip
OTHER_POLLER: Final = "terminated by other getUpdates request; make sure that only one bot instance is running"
HAS_WEBHOOK: Final = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)


class DropConnection(Exception):  # noqa: N818
    """Ordered: close the connection instead of answering, or in the middle of the answer."""

    def __init__(self, *, halfway: bool = False) -> None:
        super().__init__()
        self.halfway = halfway


async def until(done: Callable[[], object]) -> None:
    """Wait until something is so. TimeoutError if that takes too long."""
    async with asyncio.timeout(30):
        while not done():
            await asyncio.sleep(0.005)


class BotApiServer(World):
    """A Bot API server for one bot, on a free port of this machine.

    Use it as an async context manager, or `with BotApiServer.in_thread() as api` when the bot runs elsewhere.
    """

    def __init__(self, username: str = "rheincrew_test_bot") -> None:
        super().__init__(username)
        self.port = 0
        self.webhook: Json = {}
        self._loop: asyncio.AbstractEventLoop
        self._http: HTTPServer
        self._poller: asyncio.Future[None] | None = None
        self._deliveries: dict[int, asyncio.Task[None]] = {}
        self._client: AsyncHTTPClient
        self._given: dict[int, Json] = {}
        self._held = False
        self._in_flight = 0
        self._last_activity = 0.0
        self._failures: defaultdict[str, deque[ApiError]] = defaultdict(deque)
        self._delays: defaultdict[str, deque[float | asyncio.Event]] = defaultdict(deque)
        self._drops: defaultdict[str, deque[str]] = defaultdict(deque)
        self._methods: dict[str, Callable[[Json], Any]] = self.methods() | {
            "getUpdates": self._get_updates,
            "setWebhook": self._set_webhook,
            "deleteWebhook": self._delete_webhook,
            "getWebhookInfo": self._get_webhook_info,
        }
        self._names = {name.lower(): name for name in self._methods}

    @property
    def base_url(self) -> str:
        """What to give the client library as base_url; it appends the token."""
        return f"http://127.0.0.1:{self.port}/bot"

    # Starting and stopping.

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        routes = [(r"/bot([^/]+)/([^/]+)", _Handler, {"api": self}), (r".*", _Handler, {"api": self})]
        sockets = bind_sockets(0, "127.0.0.1")
        self.port = sockets[0].getsockname()[1]
        self._http = HTTPServer(Application(routes, log_function=lambda _handler: None))
        self._http.add_sockets(sockets)
        self._client = AsyncHTTPClient(force_instance=True, max_clients=100)
        return self

    async def __aexit__(self, *_error: object) -> None:
        for delivery in self._deliveries.values():
            delivery.cancel()
        await asyncio.gather(*self._deliveries.values(), return_exceptions=True)
        self._client.close()
        self._end_poll(None)
        self._http.stop()
        await self._http.close_all_connections()

    @classmethod
    @contextmanager
    def in_thread(cls, username: str = "rheincrew_test_bot") -> Iterator[Self]:
        """Run a server in a thread of its own; people's actions may then be awaited from any loop, or see `run`."""
        api, started, stop = cls(username), Future[None](), asyncio.Event()

        async def serve() -> None:
            async with api:
                started.set_result(None)
                await stop.wait()

        def work() -> None:
            try:
                asyncio.run(serve())
            except BaseException as error:
                if started.done():
                    raise
                started.set_exception(error)

        thread = threading.Thread(target=work, name="bot-api", daemon=True)
        thread.start()
        started.result(10)
        try:
            yield api
        finally:
            api._loop.call_soon_threadsafe(stop.set)
            thread.join(10)

    async def on_loop(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's own loop."""
        if asyncio.get_running_loop() is self._loop:
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    def run(self, work: Coroutine[Any, Any, T], timeout: float = 30) -> T:
        """Do something in the server's loop from a test without one, such as `api.run(api.user(42).send("/start"))`."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout)

    async def settled(self, timeout: float = 30, quiet: float = 0.05) -> None:
        """Wait until the bot has taken every update and then made no request for `quiet` seconds.

        A bot that works longer than that between two requests needs a larger `quiet`. TimeoutError when it does not
        come to rest in time.
        """
        await self.on_loop(self._settled(timeout, quiet))

    async def _settled(self, timeout: float, quiet: float) -> None:
        end = time.monotonic() + timeout
        while self.pending or self._in_flight or time.monotonic() - self._last_activity < quiet:
            if time.monotonic() > end:
                raise TimeoutError(f"{len(self.pending)} updates not taken, {self._in_flight} requests not answered")
            await asyncio.sleep(0.005)

    # Faults to order.

    def fail_next(
        self, method: str, status: int, description: str, parameters: Json | None = None, times: int = 1
    ) -> None:
        """Refuse the next calls of a method; nothing happens in the chats."""
        self._failures[method].extend([ApiError(status, description, parameters)] * times)

    def flood_next(self, method: str, retry_after: int, times: int = 1) -> None:
        """Refuse the next calls of a method as too many."""
        words = f"Too Many Requests: retry after {retry_after}"
        self.fail_next(method, 429, words, {"retry_after": retry_after}, times)

    def delay_next(self, method: str, seconds: float) -> None:
        """Let the next call of a method wait before it is carried out."""
        self._delays[method].append(seconds)

    def hold_next(self, method: str) -> asyncio.Event:
        """Let the next call of a method wait until the returned event is set (in the loop of the server)."""
        go_on = asyncio.Event()
        self._delays[method].append(go_on)
        return go_on

    def drop_connection_next(self, method: str, *, after: bool = False, halfway: bool = False) -> None:
        """Lose the next call of a method; with `after` carry it out and lose the answer, with `halfway` the end of it."""
        self._drops[method].append("halfway" if halfway else "after" if after else "before")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep updates back in `pending`, so that they can be put in another order; they go out together at the end."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            self._loop.call_soon_threadsafe(self.updates_arrived)

    def repeat(self, update_id: int) -> None:
        """Give an update to the bot once more, as Telegram does if it never learned that it had arrived."""
        self.pending.append(self._given[update_id])
        self._loop.call_soon_threadsafe(self.updates_arrived)

    # Requests.

    async def answer(self, token: str, method: str, params: Json) -> Any:
        """Carry out one call, with the faults ordered for it."""
        if token != self.token:
            raise ApiError(401, "Unauthorized")
        if (name := self._names.get(method.lower())) is None:
            raise ApiError(404, "Not Found")
        self.calls.append((name, params))
        weight = 0 if name == "getUpdates" else 1  # a bot at rest waits in getUpdates
        self._in_flight += weight
        try:
            if self._delays[name]:
                delay = self._delays[name].popleft()
                await (delay.wait() if isinstance(delay, asyncio.Event) else asyncio.sleep(delay))
            drop = self._drops[name].popleft() if self._drops[name] else None
            if drop == "before":
                raise DropConnection
            if self._failures[name]:
                raise self._failures[name].popleft()
            result = self._methods[name](params)
            if asyncio.iscoroutine(result):
                result = await result
            if drop:
                raise DropConnection(halfway=drop == "halfway")
            return result
        finally:
            self._in_flight -= weight
            if weight:
                self._last_activity = time.monotonic()

    def client_gone(self, method: str) -> None:
        """A client closed its connection before it had an answer."""
        if method.lower() == "getupdates":
            self._end_poll(None)

    # Updates: polling and webhook.

    def updates_arrived(self) -> None:
        """Wake whoever takes the updates."""
        self._last_activity = time.monotonic()
        if self._held:
            return
        self._end_poll(None)
        if "127.0.0.1" in self.webhook.get("url", ""):
            for queue in {queue_of(update) for update in self.pending} - self._deliveries.keys():
                self._deliveries[queue] = self._loop.create_task(self._deliver(queue))

    def _end_poll(self, refusal: ApiError | None) -> None:
        if self._poller and not self._poller.done():
            if refusal:
                self._poller.set_exception(refusal)
            else:
                self._poller.set_result(None)

    async def _get_updates(self, params: Json) -> list[Json]:
        if self.webhook:
            raise conflict(HAS_WEBHOOK)
        self._end_poll(conflict(OTHER_POLLER))
        offset, waiting = int(params.get("offset") or 0), len(self.pending)
        if offset < 0:
            del self.pending[:offset]
        self.pending = [update for update in self.pending if update["update_id"] >= offset]
        if len(self.pending) < waiting:
            self._last_activity = time.monotonic()
        if "allowed_updates" in params:
            self.allowed_updates = list(params["allowed_updates"])
        if (not self.pending or self._held) and (timeout := float(params.get("timeout") or 0)) > 0:
            poller = self._poller = self._loop.create_future()
            await asyncio.wait([poller], timeout=timeout)
            if poller.done():
                poller.result()  # raises if another poller or a webhook took over
            else:
                poller.cancel()
        given = [] if self._held else self.pending[: min(max(int(params.get("limit") or 100), 1), 100)]
        self._given |= {update["update_id"]: update for update in given}
        return given

    def _set_webhook(self, params: Json) -> bool:
        if not params.get("url"):
            return self._delete_webhook(params)
        keep = ("ip_address", "max_connections", "allowed_updates", "secret_token")
        self.webhook = {"url": checked_webhook(params)} | {key: params[key] for key in keep if key in params}
        self.allowed_updates = list(params.get("allowed_updates", self.allowed_updates))
        self._end_poll(conflict("terminated by setWebhook request"))
        if params.get("drop_pending_updates"):
            self.pending.clear()
        self.updates_arrived()
        return True

    def _delete_webhook(self, params: Json) -> bool:
        self.webhook = {}
        if params.get("drop_pending_updates"):
            self.pending.clear()
        return True

    def _get_webhook_info(self, _params: Json) -> Json:
        shown = {key: value for key, value in self.webhook.items() if key != "secret_token"}
        return {"url": "", "has_custom_certificate": False, "pending_update_count": len(self.pending)} | shown

    async def _deliver(self, queue: int) -> None:
        """Bring the updates of one queue to a webhook on this machine, one after the other, until it takes them.

        As Telegram does: the updates of one person keep their order, those of different people go side by side.
        """
        try:
            while self.webhook and (update := next((u for u in self.pending if queue_of(u) == queue), None)):
                headers = {"Content-Type": "application/json"}
                if secret := self.webhook.get("secret_token"):
                    headers["X-Telegram-Bot-Api-Secret-Token"] = secret
                url, body = self.webhook["url"], json.dumps(update)
                try:
                    await self._client.fetch(url, method="POST", headers=headers, body=body, request_timeout=60)
                except Exception as error:
                    if self.webhook:
                        self.webhook |= {"last_error_date": int(time.time()), "last_error_message": str(error)}
                    await asyncio.sleep(0.05)
                else:
                    self._given[update["update_id"]] = update
                    self.pending = [other for other in self.pending if other is not update]
                self._last_activity = time.monotonic()
        finally:
            del self._deliveries[queue]


def queue_of(update: Json) -> int:
    """The queue in which Telegram brings an update to a webhook: that of its chat, or of the person who taps or asks."""
    kind, content = next((kind, content) for kind, content in update.items() if kind != "update_id")
    return int(content["chat"]["id"] if kind == "message" else content.get("from", {}).get("id", 0))


class _Handler(RequestHandler):
    """One call of a method, by GET or POST."""

    def initialize(self, api: BotApiServer) -> None:
        self.api, self.method, self.gone = api, "", False

    async def get(self, token: str = "", method: str = "") -> None:
        self.method = method
        status = 200
        try:
            if not method:
                raise ApiError(404, "Not Found")
            answer: Json = {"ok": True, "result": await self.api.answer(token, method, read_params(self.request))}
        except DropConnection as drop:
            stream = self.detach()
            if drop.halfway:
                await stream.write(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"ok":true,"res')
            stream.close()
            return
        except ApiError as error:
            status, answer = error.status, {"ok": False, "error_code": error.status, "description": error.description}
            answer |= {"parameters": error.parameters} if error.parameters else {}
        if not self.gone:
            self.set_status(status)
            try:
                await self.finish(answer)
            except StreamClosedError:
                self.gone = True

    async def post(self, token: str = "", method: str = "") -> None:
        await self.get(token, method)

    def on_connection_close(self) -> None:
        self.gone = True
        self.api.client_gone(self.method)


def read_params(request: HTTPServerRequest) -> Json:
    """The parameters of a request: query string, form, multipart or JSON body, with nested objects decoded."""
    values: Json = {name: found[-1].decode() for name, found in request.arguments.items()}
    values |= {name: Upload(files[0]["filename"], files[0]["body"]) for name, files in request.files.items()}
    if request.headers.get("Content-Type", "").startswith("application/json") and request.body:
        try:
            values |= json.loads(request.body)
        except ValueError as error:
            raise bad_request("can't parse JSON object") from error
    values = {name: values.get(_attached(value), value) for name, value in values.items()}
    return {name: _decoded(name, value) for name, value in values.items()}


def _attached(value: Any) -> str:
    """The name of the file that a parameter points to; empty if it does not."""
    return value.removeprefix("attach://") if isinstance(value, str) and value.startswith("attach://") else ""


def _decoded(name: str, value: Any) -> Any:
    if name in FREE_TEXT or not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
