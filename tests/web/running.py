"""A real server that can be stopped and started again at the same address."""

import gzip
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self
from urllib.request import urlopen

from web.app import berlin_today
from web.pack.store import Packs
from web.settings import Settings


class Site:
    """The page at an address of its own, with packs from a folder."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"http://localhost:{self._port}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def keep(self, language: str, pack: bytes) -> None:
        """Put a pack where the server finds it."""
        Packs(Settings(packs=str(self._folder))).keep(language, berlin_today(), pack)

    def falsify(self) -> None:
        """Change every pack that is kept, but for its length."""
        for path in self._folder.glob("*/*.gz"):
            path.write_bytes(gzip.compress(b" " * len(gzip.decompress(path.read_bytes())), 1))

    def cut(self) -> None:
        """Leave away the end of every pack that is kept."""
        for path in self._folder.glob("*/*.gz"):
            path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes())[:-2000], 1))

    def start(self, app: str = "web:create_app()", **settings: str) -> None:
        """Start the server, and wait until it answers."""
        command = [sys.executable, "-m", "gunicorn", "--threads", "4", "--bind", f"127.0.0.1:{self._port}",
                   "--no-control-socket", "--log-level", "warning", app]  # fmt: skip
        environment = os.environ | {"PUBLIC_URL": "", "PACKS": str(self._folder), **settings}
        self._process = subprocess.Popen(command, env=environment)
        for _ in range(100):
            try:
                with urlopen(f"{self.address}/en/"):
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError(self.address)

    def stop(self) -> None:
        """Stop the server: from now on nothing answers."""
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Take every connection at the address of the stopped server, and never answer."""
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            deaf.bind(("127.0.0.1", self._port))
            deaf.listen(50)
            yield


def changed(pack: dict[str, Any], before: str, after: str) -> dict[str, Any]:
    """Return a pack in which one of its texts is another."""
    atoms = [after if atom == before else atom for atom in pack["heap"]["atoms"]]
    assert atoms != pack["heap"]["atoms"]
    return {**pack, "heap": {**pack["heap"], "atoms": atoms}}
