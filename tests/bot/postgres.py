"""A PostgreSQL of the tests' own, from Debian's package, in a folder that goes with it."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PROGRAMS = "/usr/lib/postgresql"


def programs() -> Path | None:
    """The folder with the programs of the newest PostgreSQL installed; ``None`` without one."""
    found = sorted(Path(_PROGRAMS).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


@contextmanager
def postgres() -> Iterator[str]:
    """Run a server and yield the address of its empty database. Raises RuntimeError if it does not start."""
    folder = programs()
    assert folder, "ask programs() first"
    home = Path(tempfile.mkdtemp(prefix="rheincrew-postgres-"))
    who = _other_user() if os.geteuid() == 0 else None  # it refuses to be run by root
    if who:
        shutil.chown(home, who)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = str(home / "data")
    create = [
        str(folder / "initdb"),
        "-D",
        data,
        "-U",
        "rheincrew",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale",
        "C.UTF-8",
        "-N",
    ]
    subprocess.run(create, user=who, cwd=home, check=True, capture_output=True)
    start = [str(folder / "postgres"), "-D", data, "-k", str(home), "-h", "127.0.0.1", "-p", str(port), "-F"]
    with (home / "log").open("wb") as log, subprocess.Popen(start, user=who, cwd=home, stderr=log) as server:
        try:
            _wait(folder, server, port, home / "log")
            yield f"postgresql://rheincrew@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()  # lets those who are at work finish
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
    shutil.rmtree(home, ignore_errors=True)


def _other_user() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _wait(folder: Path, server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _attempt in range(600):
        if server.poll() is not None:
            break
        ask = [str(folder / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
        if subprocess.run(ask, check=False).returncode == 0:
            return
        time.sleep(0.1)
    raise RuntimeError(f"PostgreSQL did not start: {log.read_text(errors='replace')[-1_000:]}")
