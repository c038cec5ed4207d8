"""A real server and real Chromium, for the tests that need them."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
NEEDS_CHROMIUM = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the page is not tried in a browser"),
]
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PHONE = {"width": 360, "height": 740}


@contextmanager
def serving(environment: Mapping[str, str]) -> Iterator[str]:
    """Serve the page as in production, with one process; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--threads", "4", "--bind", f"127.0.0.1:{port}", "--no-control-socket",
               "--log-level", "warning", "web:create_app()"]  # fmt: skip
    with subprocess.Popen(command, env=os.environ | {"PUBLIC_URL": ""} | dict(environment)) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            for _ in range(100):
                try:
                    with urlopen(f"{address}/en/"):
                        break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()


def context(browser: Browser, **options: object) -> BrowserContext:
    """Return a browser of its own, as a phone unless said otherwise."""
    return browser.new_context(**{"viewport": PHONE, "locale": "de-DE", "service_workers": "block", **options})


def is_trouble(message: ConsoleMessage) -> bool:
    """A page that says 422 or 404 on purpose is reported by the browser, and the worker that ``context`` keeps away.

    Everything else is a fault of ours.
    """
    on_purpose = "status of 4" in message.text or "blocked by Playwright" in message.text
    return message.type in ("error", "warning") and not on_purpose
