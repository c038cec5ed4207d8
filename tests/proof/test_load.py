"""64 connections for two minutes: pages, interface and checks in turn. No request fails, memory stays flat, none waits for long.

The same while the server takes over new code again and again, and while it is started anew. ``LOAD_SECONDS`` makes it shorter.
"""

import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from core import LANGUAGES, Question, Result, encode
from core.facts import plain
from tests.proof.serving import Served, serving

WRK = shutil.which("wrk")
pytestmark = [
    pytest.mark.proof,
    pytest.mark.skipif(WRK is None, reason="wrk is not on this machine: the page is not put under load"),
]

SECONDS = int(os.environ.get("LOAD_SECONDS") or 120)
CONNECTIONS = 64
FEW_KEPT = {"PAGE_CACHE": "150", "API_RATE": "600"}
"""Fewer pages are kept than are asked for, so that pages are made anew all the time and the cache is full at once."""


@pytest.fixture(scope="module")
def requests(outcomes: list[Question | Result], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is asked, all over the answer space: three pages, a file, a question to the interface and a check out of six."""
    lines = []
    for number, outcome in enumerate(Random(1).sample(outcomes, 400)):
        language, facts = LANGUAGES[number % 4], {key: plain(value) for key, value in outcome.facts.items()}
        code = encode(outcome.facts)
        case = f"/{language}/r/{code}" if code else f"/{language}/"
        lines += [("GET", case, ""), ("GET", f"/{language}/sources", ""), ("GET", f"{case}-B1M2" if code else case, "")]
        lines.append(("GET", f"/api/v1/step?{urlencode({**facts, 'language': language})}", ""))
        lines.append(("GET", "/static/app.css", ""))
        check = {
            "facts": facts,
            "language": language,
            "aboard": [{"rank": "boatmaster"}, {"rank": "boatman", "count": 2}],
        }
        lines.append(("POST", "/api/v1/check", json.dumps(check)))
    Random(2).shuffle(lines)
    file = tmp_path_factory.mktemp("load") / "requests.txt"
    file.write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")
    return file


def load(server: Served, requests: Path, seconds: int, meanwhile: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Put the server under load, do something again and again meanwhile, and return what came of it."""
    script = str(Path(__file__).with_name("load.lua"))
    command = [WRK or "wrk", "--threads", "2", "--connections", str(CONNECTIONS), "--duration", f"{seconds}s", "--timeout", "20s",
               "--script", script, server.address, "--", str(requests)]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as wrk:
        while wrk.poll() is None:
            time.sleep(1)
            meanwhile()
        said, _ = wrk.communicate()
    assert wrk.returncode == 0, said
    found: dict[str, Any] = json.loads(said.splitlines()[-1])
    sys.stdout.write(f"\n{found['requests'] / found['seconds']:.0f} requests/s {found}\n")
    return found


def failed(found: dict[str, Any]) -> dict[str, int]:
    return {kind: found[kind] for kind in ("connect", "read", "write", "timeout", "status") if found[kind]}


def test_under_load_nothing_fails_memory_stays_flat_and_nobody_waits_long(requests: Path) -> None:
    """How long people wait is measured again, twice at most: on a busy machine it measures the machine."""
    memory: list[int] = []
    with serving(**FEW_KEPT) as server:
        load(server, requests, max(SECONDS // 6, 5))
        for _ in range(3):
            memory.clear()
            found = load(server, requests, SECONDS, lambda: memory.append(server.memory()))
            assert failed(found) == {}
            if found["p99"] <= 10 * found["median"]:
                break
    assert found["requests"] > 20 * SECONDS
    assert found["p99"] <= 10 * found["median"]
    early, late = (statistics.median(part) for part in (memory[: len(memory) // 4], memory[-len(memory) // 4 :]))
    sys.stdout.write(f"memory: {early / 1e6:.1f} MB, then {late / 1e6:.1f} MB\n")
    assert late <= early * 1.05


def test_new_code_is_taken_over_without_a_failed_request(requests: Path) -> None:
    with serving(**FEW_KEPT) as server:
        count = iter(range(1, 10_000))

        def reload() -> None:
            if next(count) % 10 == 5:
                server.process.send_signal(signal.SIGHUP)

        found = load(server, requests, SECONDS, reload)
    assert failed(found) == {}


def test_the_server_is_started_anew_without_a_failed_request(requests: Path) -> None:
    with serving(held=True, **FEW_KEPT) as server:
        count = iter(range(1, 10_000))

        def restart() -> None:
            if next(count) % 10 == 5:
                server.stop()
                server.start()

        found = load(server, requests, SECONDS // 2, restart)
    assert failed(found) == {}
