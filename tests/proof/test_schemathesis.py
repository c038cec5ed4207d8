"""The description of the interface against the running server: schemathesis makes up requests, valid and broken ones.

No request may break the server, and every answer keeps to the schema, status and content type that the description names.
"""

import json
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.proof

ROOT = Path(__file__).parents[2]
OPENAPI = "/api/v1/openapi.json"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The page and the interface as they run in operation, on a free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "gunicorn", "--workers", "2", "--threads", "2", "--no-control-socket", "--log-level", "critical",
        "--bind", f"127.0.0.1:{port}", "web:create_app()",
    ]  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(address + OPENAPI, timeout=5).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()


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
