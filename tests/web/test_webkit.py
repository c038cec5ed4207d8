"""The page without a network in WebKit, by Debian's driver (it cannot install): the server is really stopped."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.web.running import Site, changed
from web.pack.shared import compact

DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
pytestmark = [
    pytest.mark.proof,
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # selenium warns of itself
    pytest.mark.skipif(
        not (DRIVER and SCREEN and BROWSER), reason="no webkit2gtk-driver or no xvfb: the page is not tried in WebKit"
    ),
]


@pytest.fixture
def screen() -> Iterator[str]:
    """The name of a screen that nobody sees."""
    reading, writing = os.pipe()
    command = [str(SCREEN), "-displayfd", str(writing), "-screen", "0", "400x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        with os.fdopen(reading) as said:
            name = f":{said.readline().strip()}"
        yield name
        process.terminate()


@pytest.fixture
def webkit(screen: str) -> Iterator[webdriver.WebKitGTK]:
    """WebKit, driven."""
    options = Options()
    options.binary_location = str(BROWSER)
    options.add_argument("--automation")
    # The sandbox of its processes cannot be had in every container.
    environment = {**os.environ, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "DISPLAY": screen}
    driver = webdriver.WebKitGTK(options, Service(str(DRIVER), env=environment))
    driver.set_script_timeout(30)
    driver.set_page_load_timeout(30)
    yield driver
    driver.quit()


class Visitor:
    """Someone who opens pages of a site and taps."""

    def __init__(self, driver: webdriver.WebKitGTK, site: Site) -> None:
        self._driver = driver
        self._site = site

    def open(self, address: str) -> None:
        self._driver.get(self._site.address + address)

    def wait(self, ready: Callable[[], object]) -> None:
        WebDriverWait(self._driver, 20).until(lambda _: ready())

    def get_ready(self) -> None:
        self.open("/de/privacy")
        line = self._driver.find_element(By.ID, "offline")
        words = str(line.get_attribute("data-ready")).partition("*")[0]
        self.wait(lambda: words in line.text)

    def see(self, selector: str) -> list[str]:
        return [each.text for each in self._driver.find_elements(By.CSS_SELECTOR, selector)]

    def tap(self, selector: str, place: int, then: str) -> None:
        """Tap one of these, and wait for the address that it leads to."""
        element = self._driver.find_elements(By.CSS_SELECTOR, selector)[place]
        self._driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        self.wait(lambda: self.address() == then)
        self.wait(lambda: self.see("h1"))

    def type(self, selector: str, text: str) -> None:
        self._driver.find_element(By.CSS_SELECTOR, selector).send_keys(text)

    def address(self) -> str:
        return self._driver.current_url.removeprefix(self._site.address)

    def run(self, script: str) -> Any:
        return self._driver.execute_script(script)

    def packs(self) -> list[str]:
        """Return the names of the stores of German packs."""
        script = "caches.keys().then((names) => arguments[0](names.filter((name) => name.includes('-de-'))))"
        return list(self._driver.execute_async_script(script))


def test_everything_works_in_webkit_while_nothing_answers(
    webkit: webdriver.WebKitGTK, site: Site, german: dict[str, Any]
) -> None:
    visitor = Visitor(webkit, site)
    visitor.get_ready()
    site.stop()

    visitor.open("/de/")
    assert len(visitor.see("main > .offline")) == 1
    visitor.run("document.documentElement.dataset.mark = 'same document'")
    visitor.tap("a.opt", 0, "/de/r/wR")
    visitor.tap("a.opt", 0, "/de/r/wRvM")
    visitor.type("input[name=length_m]", "82,5")
    visitor.tap("form.field button", 0, "/de/r/wRvMl82_5")
    visitor.tap("a.opt", 0, "/de/r/wRvMl82_5mA1")
    visitor.tap("a.opt", 0, "/de/r/wRvMl82_5mA1eS2")
    assert "82,50" in visitor.see("h1")[0]
    assert visitor.run("return document.documentElement.dataset.mark") == "same document"
    for letter, people in (("B", "B1"), ("M", "B1M1"), ("L", "B1M1L1")):
        visitor.tap(f"#more-{letter}", 0, f"/de/r/wRvMl82_5mA1eS2-{people}")
    visitor.wait(lambda: visitor.see("#verdict.sufficient"))
    visitor.tap("a.chip[href*='wRvMmA1eS2']", 0, "/de/r/wRvMmA1eS2-B1M1L1")

    visitor.open("/de/?code=wRvM&length_m=8250")
    assert visitor.see("[role=alert] a.opt") == ["82,50 m"]
    visitor.open("/de/?code=wRvM&length_m=82,5")
    assert visitor.address() == "/de/r/wRvMl82_5"
    for address in ("/de/r/wH", "/de/r/wRvT", "/de/r/wGvCfG2jUmAeS2", "/de/r/wGvAxFgCpAAeNMxsMxmN", "/de/sources"):
        visitor.open(address)
        assert len(visitor.see("main > .offline")) == 1

    # The server comes back, with another pack.
    before, after = "Wie lange fahren Sie innerhalb von 24 Stunden?", "Wie viele Stunden fahren Sie am Tag?"
    old = visitor.packs()
    site.keep("de", compact(changed(german, before, after)))
    site.start()
    # On a busy machine the first try may fail: then the old pack stays, and the next visit tries again.
    visitor.wait(lambda: visitor.get_ready() or visitor.packs() not in ([], old))
    site.stop()
    visitor.wait(lambda: visitor.open("/de/r/wRvMl77") or visitor.see("h1") == [after])
