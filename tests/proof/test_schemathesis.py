"""The description of the interface against the running server: schemathesis makes up requests, valid and broken ones.

No request may break the server, and every answer keeps to the schema, status and content type that the description names.
"""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proof.serving import serving

pytestmark = pytest.mark.proof

OPENAPI = "/api/v1/openapi.json"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The page and the interface as they run in operation, on a free port of this machine."""
    with serving() as running:
        yield running.address


def test_the_server_keeps_to_its_description(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A value may be refused although the schema allows it: which values a case can have depends on its other facts."""
    seed, report = random.SystemRandom().randrange(10**6), tmp_path / "report.json"
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", server + OPENAPI, "--checks", "all", "--exclude-checks",
        "positive_data_acceptance", "--max-examples", "500", "--seed", str(seed),
        "--no-color", "--report", "ndjson", "--report-ndjson-path", str(report),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tmp_path, check=False)
    with capsys.disabled():
        print(f"\nschemathesis --seed {seed}", *[line for line in done.stdout.splitlines() if "generated" in line])  # noqa: T201
    assert done.returncode == 0, done.stdout + done.stderr
    assert "GET /api/v1/step" in report.read_text(encoding="utf-8")
    assert json.loads(report.read_text(encoding="utf-8").splitlines()[0])
