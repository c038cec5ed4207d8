"""What the tests in a browser share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.web.browsing import CHROMIUM, OPTIONS, context, is_trouble, serving


@pytest.fixture(scope="package")
def server() -> Iterator[str]:
    """The address of a running server."""
    with serving({"TELEGRAM_BOT": "rheincrew_bot"}) as address:
        yield address


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, of which there can be one at a time; gone before other tests need an event loop."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
    yield chromium
    chromium.close()


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A phone with an empty memory; whatever its console says against the page fails the test."""
    with context(browser, base_url=server) as opened:
        page = opened.new_page()
        page.set_default_timeout(5000)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text) if is_trouble(message) else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        yield page
        assert said == []
