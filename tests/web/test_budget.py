"""What a visit costs: bytes and requests over the wire, and nothing that jumps."""

import time
from collections.abc import Iterator
from itertools import pairwise
from threading import Thread
from urllib.request import Request, urlopen
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from playwright.sync_api import Browser, CDPSession
from werkzeug.serving import make_server

from core import LANGUAGES
from tests.web.browsing import NEEDS_CHROMIUM, context
from web.app import create_app
from web.settings import Settings

pytestmark = NEEDS_CHROMIUM

FIRST_VISIT = 42 * 1024
REQUESTS = 8
STEP = 5 * 1024
WALK = ("/", "/r/wR", "/r/wRvD", "/r/wRvDaY", "/r/wRvDaYp250", "/r/wRvDaYp250mB", "/r/wRvDaYp250mBeABC")


class Wire:
    """Counts what a page brings over the wire: requests, and bytes with their headers."""

    def __init__(self, browser: CDPSession) -> None:
        self.sizes: dict[str, float] = {}
        self.addresses: dict[str, str] = {}
        browser.send("Network.enable")
        browser.on("Network.requestWillBeSent", lambda e: self.addresses.update({e["requestId"]: e["request"]["url"]}))
        browser.on("Network.loadingFinished", lambda e: self.sizes.update({e["requestId"]: e["encodedDataLength"]}))

    @property
    def total(self) -> float:
        return sum(self.sizes.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_visit_is_small(browser: Browser, server: str, language: str) -> None:
    with context(browser, base_url=server) as opened:
        page = opened.new_page()
        wire = Wire(opened.new_cdp_session(page))
        page.goto(f"/{language}/", wait_until="networkidle")
        page.wait_for_timeout(300)  # the icon of the page comes last
        # The browsers that tests drive leave the manifest and the service worker away; others bring them.
        besides = [f"{server}/{language}/app.webmanifest", f"{server}/sw.js"]
        assert len({*wire.addresses.values(), *besides}) <= REQUESTS, wire.addresses
        assert wire.total + sum(map(on_the_wire, besides)) <= FIRST_VISIT


def on_the_wire(address: str) -> int:
    """Return the bytes of an answer with its headers."""
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip"})) as response:
        return len(response.read()) + len(str(response.headers))


def test_a_step_brings_its_page_and_nothing_else(browser: Browser, server: str) -> None:
    with context(browser, base_url=server) as opened:
        page = opened.new_page()
        page.goto("/fr" + WALK[0], wait_until="networkidle")
        page.wait_for_timeout(300)
        wire = Wire(opened.new_cdp_session(page))
        for here, there in pairwise(WALK):
            before = wire.total, len(wire.addresses)
            page.evaluate(
                "href => { const a = document.querySelector('a.opt'); a.href = href; a.click(); }", "/fr" + there
            )
            page.wait_for_url("**/fr" + there)
            page.wait_for_load_state("networkidle")
            new = set(list(wire.addresses.values())[before[1] :])
            pages = {address for address in new if not address.startswith("data:") and "/static/" not in address}
            assert pages == {f"{server}/fr{there}"}, here
            assert wire.total - before[0] <= STEP, there


SHIFTS = """() => { window.shifts = []; new PerformanceObserver(list => {
    for (const entry of list.getEntries()) for (const source of entry.sources) {
        const node = source.node;
        window.shifts.push((node ? node.outerHTML || node.textContent : "gone").slice(0, 80));
    }
}).observe({ type: "layout-shift", buffered: true }); }"""


@pytest.fixture(scope="module")
def slow_server() -> Iterator[str]:
    """The address of a server whose pages arrive in pieces, as where the signal is poor: the browser paints each."""
    app = create_app(Settings())

    def in_pieces(environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        body = b"".join(app(environ, start_response))
        if not environ["PATH_INFO"].startswith("/de/"):
            yield body
            return
        for start in range(0, len(body), 300):
            yield body[start : start + 300]
            time.sleep(0.02)

    server = make_server("127.0.0.1", 0, in_pieces, threaded=True)
    Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()


@pytest.mark.parametrize("last", ["</h1>", "</main>", "<footer>", "</p>\n<a", "</footer>"])
def test_half_a_page_is_not_shown(browser: Browser, server: str, last: str) -> None:
    with context(browser, base_url=server) as opened:
        page = opened.new_page()
        page.goto("/de/r/wRvM")
        assert page.locator("h1").is_visible()
        html = page.request.get("/de/r/wRvM").text()
        page.route(
            "**/r/wRvM",
            lambda route: route.fulfill(body=html[: html.rindex(last) + len(last)], content_type="text/html"),
        )
        page.goto("/de/r/wRvM")
        assert not page.locator("h1").is_visible()


@pytest.mark.parametrize(
    "path", ["/de/", "/de/r/wRvM", "/de/r/wRvMl82_5mA1eS1", "/de/vessels", "/de/share/wRvT", "/de/errata"]
)
def test_nothing_jumps(browser: Browser, slow_server: str, path: str) -> None:
    with context(browser, base_url=slow_server) as opened:
        page = opened.new_page()
        page.add_init_script(f"({SHIFTS})()")
        page.goto(path, wait_until="networkidle")
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate("window.shifts") == []
