"""Lighthouse on start, question and answer, as a phone on a slow network, in every language."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import LANGUAGES
from tests.web.browsing import CHROMIUM, serving

LIGHTHOUSE = "lighthouse@13.5.0"
RUNS, FAST = 5, 98
PAGES = {"start": "/{}/", "question": "/{}/r/wRvM", "answer": "/{}/r/wRvMl82_5mA1eS1"}
THE_SAME_EACH_TIME = ("accessibility", "best-practices", "seo")

pytestmark = [
    pytest.mark.proof,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: Lighthouse is not run"),
    pytest.mark.skipif(shutil.which("npm") is None, reason="no Node.js on this machine: Lighthouse is not run"),
]


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, installed from the npm registry; skipped, and said so, where that cannot be reached."""
    folder = tmp_path_factory.mktemp("lighthouse")
    command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", LIGHTHOUSE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        pytest.skip(f"Lighthouse cannot be installed here: {done.stderr.strip()[-300:]}")
    return folder / "node_modules" / ".bin" / "lighthouse"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving({}) as address:
        yield address


def report(lighthouse: Path, url: str, *categories: str) -> dict[str, Any]:
    """Return these categories of one run with their scores, and what cost points."""
    command = [
        str(lighthouse),
        url,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(categories)}",
        "--chrome-flags=--headless --no-sandbox --disable-gpu",
    ]
    environment = os.environ | {"CHROME_PATH": str(CHROMIUM)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=True, env=environment)
    found = json.loads(done.stdout)
    assert found.get("runtimeError") is None, found["runtimeError"]
    return {
        name: (
            round(category["score"] * 100),
            [each["id"] for each in category["auditRefs"] if each["weight"] and _lost(found["audits"][each["id"]])],
        )
        for name, category in found["categories"].items()
    }


def _lost(audit: dict[str, Any]) -> bool:
    return audit["score"] is not None and audit["score"] < 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_as_good_as_it_can_be(lighthouse: Path, server: str, page: str, language: str) -> None:
    """The median of five runs is fast once three are; five are measured again, twice at most: a busy machine is slow."""
    url = server + PAGES[page].format(language)
    for name, (score, lost) in report(lighthouse, url, *THE_SAME_EACH_TIME).items():
        assert score == 100, (name, lost)
    for _ in range(3):
        runs: list[Any] = []
        while len(runs) < RUNS:
            runs.append(report(lighthouse, url, "performance")["performance"])
            if sum(score >= FAST for score, _ in runs) > RUNS // 2:
                return
    pytest.fail(f"performance: {runs}")
