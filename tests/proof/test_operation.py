"""The commands of docs/operation.md, as they stand there, from the first to the last, on a machine made up for them."""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.proof.serving import ROOT, free_port

pytestmark = pytest.mark.proof

DOCUMENT = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh run\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
NAMES = set(re.findall(r"^export ([A-Z]+)=", DOCUMENT, re.MULTILINE))
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
NEEDED = ("curl", "sqlite3", "pg_dump", "git")
SAVED = ("Anna", "Bo’s ferry")


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    """The address of a database of a server that is there for this test only."""
    if not PROGRAMS:
        pytest.skip("PostgreSQL is not on this machine: its backup is not tried")
    folder, programs, port = Path("/tmp") / f"rheincrew-postgresql-{os.getpid()}", PROGRAMS[-1], free_port()
    # It refuses to be run by root.
    other = ["runuser", "--user", "postgres", "--"] if os.geteuid() == 0 else []
    folder.mkdir(mode=0o700)
    if other:
        shutil.chown(folder, "postgres")
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": "/"}
    try:
        subprocess.run(
            [*other, programs / "initdb", "--auth=trust", "--username=rheincrew", "-D", folder / "data"], **quiet
        )  # type: ignore[call-overload]
        options = f"-h 127.0.0.1 -p {port} -k {folder} -c fsync=off"
        start = [*other, programs / "pg_ctl", "-w", "-D", folder / "data", "-o", options, "-l", folder / "log", "start"]
        subprocess.run(start, **quiet)  # type: ignore[call-overload]
        try:
            yield f"postgresql://rheincrew@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*other, programs / "pg_ctl", "-w", "-D", folder / "data", "-m", "fast", "stop"], **quiet)  # type: ignore[call-overload]
    finally:
        shutil.rmtree(folder)


def sql(address: str, *statements: str) -> list[str]:
    """Run statements in a database of either kind and return the first column of the last one."""
    if address.startswith("postgresql:"):
        said = subprocess.run(
            ["psql", address, "-v", "ON_ERROR_STOP=1", "-qAt", *(part for each in statements for part in ("-c", each))],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        return said.stdout.splitlines()
    with closing(sqlite3.connect(address)) as connection, connection:
        for statement in statements:
            found = connection.execute(statement).fetchall()
        return [str(row[0]) for row in found]


def source(folder: Path) -> Path:
    """Copy what belongs to the project, as a release would."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)
    return folder


def test_every_command_that_can_be_run_here_does_what_it_says(tmp_path: Path, postgresql: str) -> None:
    for tool in NEEDED:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not on this machine: docs/operation.md is not tried")
    data, file = tmp_path / "data", str(tmp_path / "data" / "rheincrew.db")
    data.mkdir()
    values = ", ".join(f"('{name}')" for name in SAVED)
    for address in (file, postgresql):
        sql(address, "CREATE TABLE saved (name text PRIMARY KEY)", f"INSERT INTO saved VALUES {values}")
    given = {
        "ROOT": str(tmp_path / "root"), "SOURCE": str(source(tmp_path / "source")), "RELEASE": "0.7.0", "NEW": "",
        "PAGE": f"127.0.0.1:{free_port()}", "NUMBERS": f"127.0.0.1:{free_port()}",
        "DATA": str(data), "BACKUP": str(tmp_path / "backup"),
    }  # fmt: skip
    assert set(given) >= NAMES
    environment = {**os.environ, **given, "DATABASE_URL": postgresql}
    for name in ("VIRTUAL_ENV", "PYTHONPATH", "COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"):
        environment.pop(name, None)
    try:
        for block in BLOCKS:
            if "rm -f" in block or "pg_restore --clean" in block:  # there must be something to restore
                sql(file if "rm -f" in block else postgresql, "DELETE FROM saved", "INSERT INTO saved VALUES ('lost')")
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block], env=environment, cwd=tmp_path, check=False, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900,
            )  # fmt: skip
            assert done.returncode == 0, f"{block}\n{done.stdout}"
    finally:
        pid = tmp_path / "root" / "web.pid"
        if pid.exists():
            os.kill(int(pid.read_text(encoding="utf-8")), 15)
    for address in (file, postgresql):
        assert sql(address, "SELECT name FROM saved ORDER BY name") == sorted(SAVED)
    assert not pid.exists()


def test_the_document_keeps_its_order_and_runs_most_of_its_commands() -> None:
    assert re.findall(r"^## (.+)$", DOCUMENT, re.MULTILINE) == ["Install", "Update", "Back up", "Watch", "Scale"]
    for section in re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)[1:]:
        assert "```sh run" in section, section[:20]
    assert len(BLOCKS) > len(re.findall(r"^```sh$", DOCUMENT, re.MULTILINE))
