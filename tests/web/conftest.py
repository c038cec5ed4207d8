"""What the tests of the page share: a server and a browser, and without a network the interview as a tree and its packs."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.web.browsing import CHROMIUM, OPTIONS, context, is_trouble, serving
from tests.web.running import Site
from web.app import create_app
from web.pack.build import build
from web.pack.graph import Node, grow
from web.settings import Settings

expect.set_options(timeout=20_000)  # the machine may be busy


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
        page.set_default_timeout(20_000)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text) if is_trouble(message) else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        yield page
        assert said == []


@pytest.fixture(scope="session")
def tree(today: date) -> Node:
    """The interview as a tree."""
    return grow(today)


@pytest.fixture(scope="session")
def pack(today: date, tree: Node) -> Callable[[str], bytes]:
    """Return the pack of a language, built once."""
    environment = create_app(Settings()).jinja_env
    return cache(lambda language: build(environment, language, tree, today))


@pytest.fixture(scope="session")
def german(pack: Callable[[str], bytes]) -> dict[str, Any]:
    """The German pack, as the worker reads it."""
    return dict(json.loads(pack("de")))


@pytest.fixture
def site(tmp_path: Path, pack: Callable[[str], bytes]) -> Iterator[Site]:
    """A server that has the German pack and can be stopped and started again."""
    with Site(tmp_path / "packs") as running:
        running.keep("de", pack("de"))
        running.start()
        yield running
