"""nginx and Caddy as deploy/ sets them up, before the page as it is served in earnest."""

import gzip
import http.client
import json
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from pathlib import Path

import pytest

from core import encode
from tests.deploy.configured import DEPLOY, caddy, certificate, nginx, replaced
from tests.proof.serving import Served, free_port, serving
from web.app import SECURITY_HEADERS, create_app
from web.export import export
from web.settings import Settings

pytestmark = pytest.mark.proof
CASE = "/nl/r/wRvMl82_5mA1eS2"
PART = {"water": "rhine", "vessel": "towed"}


@dataclass
class Proxy:
    """A proxy that runs: how to ask it, its folder, and the page behind it."""

    connect: Callable[[], http.client.HTTPConnection]
    folder: Path
    behind: Served

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
        connection = self.connect()
        connection.request(method, path, headers={"Host": "crew.example", **headers})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    def wait(self) -> None:
        for _ in range(200):
            try:
                self.ask("/healthz")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise TimeoutError


@contextmanager
def proxy(name: str, folder: Path, server: Served, exported: Path | None = None) -> Iterator[Proxy]:
    program, plain, tls = shutil.which(name), free_port(), free_port()
    if program is None:
        pytest.skip(f"{name} is not on this machine: it is not tried before the page")
    if name == "nginx":
        certificate(folder, "openssl")
        command = [program, "-c", nginx(folder, plain, tls, server.port, free_port())]
        if exported:
            put_exported(folder, exported)
        trusted = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        trusted.check_hostname = False
        made = Proxy(lambda: http.client.HTTPSConnection("127.0.0.1", tls, context=trusted, timeout=20), folder, server)
    else:
        command = [program, "run", "--adapter", "caddyfile", "--config", caddy(folder, plain, server.port, free_port())]
        made = Proxy(lambda: http.client.HTTPConnection("127.0.0.1", plain, timeout=20), folder, server)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env={**os.environ, "HOME": str(folder)}, **quiet) as process:  # type: ignore[call-overload]
        try:
            made.wait()
            yield made
        finally:
            process.terminate()
            process.wait(30)


def put_exported(folder: Path, exported: Path) -> None:
    """Do with rheincrew.conf what exported.conf says."""
    ours = folder / "rheincrew.conf"
    text, place = ours.read_text(encoding="utf-8"), (DEPLOY / "nginx" / "exported.conf").read_text(encoding="utf-8")
    before, _, rest = text.partition("    location / {")
    _, _, after = rest.partition("    }\n")
    line = next(line for line in place.splitlines() if "map $args" in line).lstrip("# ")
    line = replaced(line, ("/srv/rheincrew", str(exported)))
    ours.write_text(f"{line}\n{before}{place}{after}", encoding="utf-8")


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with (
        serving(PROXIES="1", API_RATE="5") as server,
        proxy(request.param, tmp_path_factory.mktemp(request.param), server) as made,
    ):
        yield made


@pytest.mark.parametrize("path", ["/nl/", CASE, "/static/app.css", "/api/v1/openapi.json", "/no/such/page"])
def test_headers_come_through_once(running: Proxy, path: str) -> None:
    response, _ = running.ask(path)
    for name in SECURITY_HEADERS:
        assert len(response.msg.get_all(name, [])) == 1, name
    assert response.msg.get_all("Strict-Transport-Security") == ["max-age=63072000; includeSubDomains"]
    assert len(response.msg.get_all("Cache-Control", [])) <= 1
    assert "gunicorn" not in str(response.msg).lower()
    assert not {"Via", "X-Powered-By"} & set(response.msg)


def test_pages_come_through_as_they_are(running: Proxy) -> None:
    _, plain = running.ask(CASE)
    assert plain == create_app(Settings()).test_client().get(CASE, base_url="https://crew.example").get_data().replace(
        b"https://crew.example",
        b"https://crew.example" if running.folder.name.startswith("nginx") else b"http://crew.example",
    )
    response, packed = running.ask(CASE, **{"Accept-Encoding": "gzip"})
    assert response.msg.get_all("Content-Encoding") == ["gzip"]
    assert gzip.decompress(packed) == plain
    again, nothing = running.ask(CASE, **{"If-None-Match": response.msg["ETag"]})
    assert (again.status, nothing) == (304, b"")


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_the_pages_of_those_who_run_it_are_closed(running: Proxy, path: str) -> None:
    response, body = running.ask(path)
    assert response.status == 404
    assert b"rheincrew_requests" not in body


def test_who_asks_the_interface_too_fast_is_told(running: Proxy) -> None:
    answers = [running.ask("/api/v1/step", **{"X-Forwarded-For": f"198.51.100.{n}"})[0].status for n in range(8)]
    assert set(answers) == {200}, "the address of this machine is never limited by the page"
    if running.folder.name.startswith("nginx"):
        found = [running.ask("/api/v1/step") for _ in range(400)]
        refused = [(response, body) for response, body in found if response.status == 429]
        assert refused
        assert set(json.loads(refused[0][1])["error"]) == {"key", "value", "message"}
        assert refused[0][0].msg["Retry-After"] == "1"


# nginx does not wait; systemd holds the sockets for it (tests/proof/test_load.py).
@pytest.mark.parametrize("running", ["caddy"], indirect=True)
def test_a_page_that_is_started_anew_is_waited_for(running: Proxy) -> None:
    running.behind.stop()
    with ThreadPoolExecutor() as beside:
        asked = beside.submit(running.ask, "/nl/")
        running.behind.start()
        assert asked.result()[0].status == 200


def test_nothing_is_logged_of_anybody(running: Proxy) -> None:
    running.ask(f"{CASE}?from=203.0.113.7")
    time.sleep(0.2)
    for log in running.folder.glob("*.log"):
        text = log.read_text(encoding="utf-8")
        assert "wRvM" not in text
        assert "127.0.0.1" not in text


def test_exported_pages_are_sent_by_nginx_itself(tmp_path: Path) -> None:
    site = Settings(public_url="https://crew.example")
    export(tmp_path / "site", site, ("nl",), PART)
    (tmp_path / "nginx").mkdir()
    client = create_app(site).test_client()
    with (
        serving(PUBLIC_URL=site.public_url) as server,
        proxy("nginx", tmp_path / "nginx", server, tmp_path / "site") as made,
    ):
        server.stop()
        for path in ("/nl/", "/nl/sources", f"/nl/r/{encode(PART)}"):
            response, body = made.ask(path)
            sent = client.get(path, base_url=site.public_url)
            assert (response.status, body) == (200, sent.get_data())
            for name, value in SECURITY_HEADERS.items():
                assert response.msg.get_all(name) == [value]
            for name in ("Content-Type", "Cache-Control"):
                assert response.msg.get_all(name) == [sent.headers[name]]
            response, packed = made.ask(path, **{"Accept-Encoding": "gzip"})
            assert gzip.decompress(packed) == body
            assert response.msg["Vary"] == "Accept-Encoding"
        assert made.ask("/nl/?water=rhine")[0].status == 502, "what has a query is for the program"
        server.start()
        assert made.ask("/nl/?water=rhine")[0].status == 302
        assert made.ask(CASE)[0].status == 200
