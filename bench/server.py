"""Throughput and p99 over real connections: the answer page against a bare Flask page and a static file, same server."""

import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from bench.measure import Line, Section
from bench.page import CASE

CONNECTIONS = 8
REQUESTS = 300
ROUNDS = 3
PATHS = {
    "answer page": ("web:create_app()", CASE),
    "JSON interface": (
        "web:create_app()",
        "/api/v1/step?water=rhine&vessel=motor-vessel&length_m=82.5&mode=A1&equipment=S1",
    ),
    "bare Flask page": ("bench.page:bare_app()", "/"),
    "static file": ("web:create_app()", "/static/app.css"),
}


def measure() -> Section:
    """Return requests a second and latencies, the best of the rounds in which the paths take turns."""
    best: dict[str, tuple[float, float, float]] = {}
    with server("web:create_app()") as ours, server("bench.page:bare_app()") as bare:
        ports = {"web:create_app()": ours, "bench.page:bare_app()": bare}
        for _ in range(ROUNDS + 1):
            for name, (app, path) in PATHS.items():
                found = load(ports[app], path)
                best[name] = max(best.get(name, found), found)
    lines = []
    for name in ("answer page", "JSON interface"):
        for yardstick in ("bare Flask page", "static file"):
            rate, median, last = best[name]
            other = best[yardstick]
            lines.append(
                Line(
                    f"{name} / {yardstick}",
                    f"{rate:,.0f}/s, median {median * 1e3:.1f} ms, p99 {last * 1e3:.1f} ms",
                    f"{other[0]:,.0f}/s, median {other[1] * 1e3:.1f} ms, p99 {other[2] * 1e3:.1f} ms",
                    f"{rate / other[0]:.2f} of the requests",
                )
            )
    return Section(
        "The page over the network",
        f"gunicorn with one process and four threads on this machine, {CONNECTIONS} connections that stay open, "
        f"{CONNECTIONS * REQUESTS:,} requests a round; the program that asks runs beside it.",
        lines,
    )


@contextmanager
def server(app: str) -> Iterator[int]:
    """Run an application under gunicorn on a free port of this machine while the block lasts."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    command = [
        sys.executable, "-m", "gunicorn", "--workers", "1", "--threads", "4", "--keep-alive", "30", "--no-control-socket",
        "--log-level", "critical", "--bind", f"127.0.0.1:{port}", app,
    ]  # fmt: skip
    with subprocess.Popen(command) as process:
        try:
            _wait(port)
            yield port
        finally:
            process.terminate()


def _wait(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(port)


def load(port: int, path: str) -> tuple[float, float, float]:
    """Return requests a second, the median and the 99th percentile of their seconds. Raises RuntimeError for a bad answer."""
    spent: list[float] = []
    bad: list[int] = []

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for _ in range(REQUESTS):
            start = time.perf_counter()
            connection.request("GET", path)
            response = connection.getresponse()
            response.read()
            spent.append(time.perf_counter() - start)
            if response.status != 200:
                bad.append(response.status)
        connection.close()

    threads = [Thread(target=ask) for _ in range(CONNECTIONS)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    if bad or len(spent) != CONNECTIONS * REQUESTS:
        raise RuntimeError(f"{path}: {len(spent)} answers, {bad[:3]}")
    spent.sort()
    return len(spent) / seconds, spent[len(spent) // 2], spent[len(spent) * 99 // 100]
