"""The page as it is served in earnest: gunicorn with the configuration of deploy/, on ports of this machine."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

import psutil

ROOT = Path(__file__).parents[2]
CONFIGURATION = ROOT / "deploy" / "gunicorn.conf.py"
# As a service manager does: the sockets are numbers 3 and 4, and the process is told that they are meant for it.
HAND_OVER = (
    'exec {page}<&"$0" {numbers}<&"$1"; exec 3<&"$page" 4<&"$numbers"; shift; LISTEN_PID=$$ LISTEN_FDS=2 exec "$@"'
)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def fetch(url: str, within: float = 30) -> bytes:
    """Return what is at an address, as soon as it is. TimeoutError if that takes too long."""
    end = time.monotonic() + within
    while True:
        try:
            with urlopen(url, timeout=within) as response:
                found: bytes = response.read()
                return found
        except OSError:
            if time.monotonic() > end:
                raise TimeoutError(url) from None
            time.sleep(0.05)


@dataclass
class Served:
    """A running server: its ports, its process, and its sockets where they are held for it."""

    port: int
    health: int
    environment: Mapping[str, str]
    sockets: tuple[socket.socket, ...] = ()
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Start the server and wait until it is ready."""
        command = [sys.executable, "-m", "gunicorn", "--config", str(CONFIGURATION)]
        if self.sockets:
            numbers = [str(each.fileno()) for each in self.sockets]
            command = ["bash", "-c", HAND_OVER, numbers[0], numbers[1], *command]
        given = {"LISTEN": f"127.0.0.1:{self.port}", "HEALTH": f"127.0.0.1:{self.health}", "WEB_CONCURRENCY": "2"}
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **given, **self.environment},
            pass_fds=[each.fileno() for each in self.sockets],
            stderr=subprocess.DEVNULL,
        )
        fetch(f"http://127.0.0.1:{self.health}/readyz")

    def stop(self) -> None:
        """Stop the server when the requests at hand are done."""
        self.process.terminate()
        assert self.process.wait(60) == 0

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    def memory(self) -> int:
        """Return the bytes that the processes of the server have to themselves."""
        found = 0
        for process in (parent := psutil.Process(self.process.pid), *parent.children(recursive=True)):
            try:
                found += process.memory_full_info().uss
            except psutil.NoSuchProcess:  # it has just been replaced
                continue
        return found


@contextmanager
def serving(*, held: bool = False, **environment: str) -> Iterator[Served]:
    """Serve the page; ``held``: its sockets outlive the server, as they do under systemd."""
    sockets = tuple(socket.create_server(("127.0.0.1", 0), backlog=2048) for _ in range(2)) if held else ()
    ports = [each.getsockname()[1] for each in sockets] or [free_port(), free_port()]
    server = Served(ports[0], ports[1], environment, sockets)
    server.start()
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(60)
        for each in sockets:
            each.close()
