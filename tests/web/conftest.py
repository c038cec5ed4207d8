"""What the tests of the page without a network share: the interview as a tree, and packs made of it once."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.running import CHROMIUM, OPTIONS, Site
from web.app import create_app
from web.pack.build import build
from web.pack.graph import Node, grow
from web.settings import Settings


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


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A real Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def site(tmp_path: Path, pack: Callable[[str], bytes]) -> Iterator[Site]:
    """A server that has the German pack and can be stopped and started again."""
    with Site(tmp_path / "packs") as running:
        running.keep("de", pack("de"))
        running.start()
        yield running
