"""The page without a network, in real Chromium: the server is really stopped, and comes back changed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.web.browsing import CHROMIUM, NEEDS_CHROMIUM, OPTIONS, PHONE
from tests.web.running import Site, changed
from web.pack.shared import compact

pytestmark = NEEDS_CHROMIUM
OFFLINE = "main > .offline"
SENTENCE = "Wie lange fahren Sie innerhalb von 24 Stunden?"
OTHER_SENTENCE = "Wie viele Stunden fahren Sie am Tag?"


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with browser.new_context(base_url=site.address, viewport=PHONE, locale="de-DE") as context:
        page = context.new_page()
        page.set_default_timeout(20_000)
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        yield page
        assert said == []


def get_ready(page: Page, state: str = "ready") -> None:
    """Open the page once with a network, and wait until it says that it works without one too."""
    page.goto("/de/privacy")
    line = page.locator("#offline")
    words = str(line.get_attribute(f"data-{state}")).partition("*")[0]
    expect(line).to_contain_text(words, timeout=30_000)


def test_everything_works_while_nothing_answers(page: Page, site: Site) -> None:
    get_ready(page)
    site.stop()

    # From the first question to an answer, by taps; a typed number; the address is always that of the case.
    page.goto("/de/")
    expect(page.locator(OFFLINE)).to_have_count(1)
    page.evaluate("document.documentElement.dataset.mark = 'same document'")
    page.get_by_role("link", name="Auf dem Rhein").click()
    page.wait_for_url("**/de/r/wR")
    page.locator("a.opt", has_text="Motorschiff").click()
    page.wait_for_url("**/de/r/wRvM")
    page.get_by_label("Genaue Zahl").fill("8250")
    page.get_by_role("button", name="Weiter").click()
    page.get_by_role("alert").wait_for()
    expect(page.get_by_role("alert")).to_contain_text("300")
    page.get_by_role("alert").get_by_role("link", name="82,50 m").click()
    page.wait_for_url("**/de/r/wRvMl82_5")
    page.locator("a.opt", has_text="A1 · ").click()
    page.wait_for_url("**/de/r/wRvMl82_5mA1")
    page.locator("a.opt").nth(0).click()
    page.wait_for_url("**/de/r/wRvMl82_5mA1eS2")
    expect(page.locator("h1")).to_contain_text("82,50")
    assert page.evaluate("document.documentElement.dataset.mark") == "same document", "htmx works on"
    expect(page.locator(OFFLINE)).to_have_count(1)

    # The people aboard, in place.
    for letter in "BML":
        page.locator(f"#more-{letter}").click()
        page.wait_for_url(f"**{letter}1")
    expect(page.locator("#verdict.sufficient")).to_be_visible()
    page.locator("#fewer-L").click()
    expect(page.locator("#verdict.insufficient")).to_be_visible()
    expect(page.locator(".modes li")).to_have_count(3)

    # An earlier answer is changed; the others and the people stay.
    page.locator(".chip", has_text="82,50").click()
    page.wait_for_url("**/de/r/wRvMmA1eS2-B1M1")
    page.locator("a.opt", has_text="über 86").click()
    page.wait_for_url("**/de/r/wRvMlDmA1eS2-B1M1")


@pytest.mark.parametrize(
    ("address", "proper", "heading"),
    [
        ("/", "/de/", "Wo fahren Sie?"),
        ("/de/?code=wRvM&length_m=82,5", "/de/r/wRvMl82_5", SENTENCE),
        ("/de/equipment?code=wRvMl82_5mA1&s1=a", "/de/r/wRvMl82_5mA1eABC", "Rhein"),
        ("/de/water?code=&q=Mosel", "/de/r/wGjUy4", None),
        ("/de/r/wRvMl82_5mA9", None, "Dieser Code ist kein Fall"),
        ("/de/sources", None, "Quellen"),
        ("/de/vessels", None, None),
        ("/de/rest/wRvMl82_5mA1eS2", None, None),
        ("/de/more/wRvMl82_5mA1eS2-B1", None, None),
        ("/de/r/wH", None, "Hafen"),
        ("/de/r/wRvT", None, "Rhein"),
        ("/de/r/wGvCfG2jUmAeS2", None, "Deutsche"),
        ("/de/r/wGvAxFgCpAAeNMxsMxmN", None, None),
    ],
)
def test_every_kind_of_address_has_its_page(ready: Page, address: str, proper: str | None, heading: str | None) -> None:
    ready.goto(address)
    assert ready.url.endswith(proper or address)
    expect(ready.locator(OFFLINE)).to_have_count(1)
    if heading:
        expect(ready.locator("h1")).to_contain_text(heading)


def test_a_case_is_shared_by_a_code_drawn_on_the_device(ready: Page) -> None:
    ready.goto("/de/r/wRvMl82_5mA1eS2")
    ready.locator("a[href='/de/share/wRvMl82_5mA1eS2']").click()
    ready.locator("#share-qr path[d^=M]").wait_for(state="attached")
    assert ready.locator("#share-link").inner_text().endswith("/de/r/wRvMl82_5mA1eS2")
    expect(ready.locator(OFFLINE)).to_have_count(1)


def test_what_needs_a_network_says_so(ready: Page) -> None:
    ready.goto("/de/r/wRvMl82_5mA1eS2")
    ready.locator("summary", has_text="Trifft das auf Sie zu?").click()
    ready.goto("/de/?code=wRvMl82_5mA1eS2&date=2020-01-01")
    ready.locator("main a.opt").first.click()
    ready.wait_for_url("**/de/r/wRvMl82_5mA1eS2")
    ready.goto("/de/nothing-like-this")
    expect(ready.locator(OFFLINE)).to_have_count(1)
    ready.goto("/fr/r/wRvM")
    expect(ready.locator("main")).to_contain_text("Deutsch")
    ready.locator("main a.opt", has_text="Deutsch").click()
    ready.wait_for_url("**/de/r/wRvM")


@pytest.fixture(scope="module")
def ready(browser: Browser, pack: Callable[[str], bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page that is ready, and whose server is stopped."""
    with (
        Site(tmp_path_factory.mktemp("packs")) as site,
        browser.new_context(base_url=site.address, viewport=PHONE, locale="de-DE") as context,
    ):
        site.keep("de", pack("de"))
        site.start()
        page = context.new_page()
        page.set_default_timeout(20_000)
        get_ready(page)
        site.stop()
        yield page


def test_a_new_pack_takes_over_as_a_whole(page: Page, site: Site, german: dict[str, Any]) -> None:
    get_ready(page)
    site.stop()
    page.goto("/de/r/wRvMlB")
    expect(page.locator("h1")).to_have_text(SENTENCE)
    site.keep("de", compact(changed(german, SENTENCE, OTHER_SENTENCE)))
    site.start()
    for code in ("wRvMlC", "wRvMl90", "wRvMl91", "wRvMl92"):  # a busy machine may take longer than the worker waits
        page.goto(f"/de/r/{code}")
        if not page.locator(OFFLINE).count():
            break
    expect(page.locator(OFFLINE)).to_have_count(0)  # the network is back
    get_ready(page)
    site.stop()
    page.goto("/de/r/wRvMlD")
    expect(page.locator("h1")).to_have_text(OTHER_SENTENCE)
    kept = page.evaluate("async () => (await caches.keys()).filter((name) => name.includes('-de-')).length")
    assert kept == 1, "the old pack is gone"


@pytest.mark.proof
def test_a_broken_pack_changes_nothing(page: Page, site: Site, german: dict[str, Any]) -> None:
    get_ready(page)
    site.stop()
    site.keep("de", compact(changed(german, SENTENCE, OTHER_SENTENCE)))
    for spoil in (site.falsify, site.cut):
        spoil()
        site.start()
        get_ready(page)
        site.stop()
        page.goto("/de/r/wRvMlB")
        expect(page.locator(OFFLINE)).to_have_count(1)
        expect(page.locator("h1")).to_have_text(SENTENCE)


@pytest.mark.proof
def test_the_app_starts_without_a_network_in_a_browser_that_was_closed(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """As an installed app starts from its icon: a new process, the profile of the device, no server."""

    def start() -> BrowserContext:
        return playwright.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=CHROMIUM, args=OPTIONS, viewport=PHONE, base_url=site.address
        )

    with start() as context:
        get_ready(context.pages[0])
    site.stop()
    with start() as context:
        page = context.pages[0]
        page.goto("/de/")
        expect(page.locator(OFFLINE)).to_have_count(1)
        page.goto("/de/r/wRvMl82_5mA1eS2-B1M1L1")
        expect(page.locator("#verdict.sufficient")).to_be_visible()


@pytest.mark.proof
def test_no_pack_is_no_trouble(browser: Browser, tmp_path: Path) -> None:
    """A server that cannot build packs serves pages all the same."""
    unusable = tmp_path / "file"
    unusable.write_text("not a folder")
    with Site(unusable) as site, browser.new_context(base_url=site.address) as context:
        site.start()
        page = context.new_page()
        page.goto("/de/r/wR")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.goto("/de/r/wRvM")
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator("#offline")).to_have_text("")


@pytest.mark.proof
def test_a_pack_whose_law_has_passed_says_so(page: Page, site: Site) -> None:
    site.stop()
    site.start("tests.web.outdated:app")
    get_ready(page, "old")
    site.stop()
    page.goto("/de/r/wRvMlA")
    expect(page.locator("main > .offline.old")).to_have_count(1)
    expect(page.locator(OFFLINE)).to_contain_text("2020")


@pytest.mark.proof
def test_a_slow_network_is_not_waited_for_for_ever(page: Page, site: Site) -> None:
    get_ready(page)
    site.stop()
    with site.silent():
        page.goto("/de/r/wRvMlB")
        expect(page.locator(OFFLINE)).to_have_count(1)
        expect(page.locator("h1")).to_have_text(SENTENCE)


def test_a_worker_is_one_script_for_the_whole_site(page: Page) -> None:
    response = page.request.get("/sw.js")
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in response.headers["content-security-policy"]
    description = page.request.get("/pack/de.json").json()
    pack = page.request.get(description["file"])
    assert len(pack.body()) == description["bytes"]
    assert "immutable" in pack.headers["cache-control"]
    assert json.loads(pack.body())["language"] == "de"
    assert page.request.get("/pack/de-0000000000000000.json").status == 404
    assert page.request.get("/pack/..%2Fde.json").status == 404
