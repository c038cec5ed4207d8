"""The page as files: a part of it is exported, served by Python's own web server, and compared with the program."""

import gzip
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient

from core import Question, encode
from core.space import walk
from web.app import SECURITY_HEADERS, berlin_today, create_app
from web.export import Exported, ExportError, export, file_of, main
from web.pack.store import Packs
from web.settings import Settings

SITE = "https://crew.example"
PART = {"water": "rhine", "vessel": "pusher"}


def settings(folder: Path, site: str = SITE) -> Settings:
    """Settings with packs that are there; what is in them is tried elsewhere."""
    found = Settings(public_url=site, packs=str(folder))
    for language in ("de", "fr"):
        Packs(found).keep(language, berlin_today(), b"{}")
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Exported]:
    place = tmp_path_factory.mktemp("export")
    return place / "site", export(place / "site", settings(place / "packs"), ("de", "fr"), PART)


class Host(SimpleHTTPRequestHandler):
    """A host as CDNs are: an address without an ending is the page of that name."""

    def translate_path(self, path: str) -> str:
        found = Path(super().translate_path(path))
        page = found.with_name(f"{found.name}.html")
        return str(page if not found.exists() and page.exists() else found) + ("/" if path.endswith("/") else "")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def host(made: tuple[Path, Exported]) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(made[0]))) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings(public_url=SITE)).test_client()


def test_every_page_is_what_the_program_would_send(host: str, client: FlaskClient) -> None:
    outcomes = list(walk(berlin_today(), PART))
    for number, outcome in enumerate(outcomes):
        language = ("de", "fr")[number % 2]
        path = f"/{language}/r/{encode(outcome.facts)}"
        with urlopen(host + path) as page, client.get(path, base_url=SITE) as sent:
            assert page.read() == sent.get_data(), path
            assert page.headers["Content-Type"].partition(";")[0] == sent.content_type.partition(";")[0]
    assert len(outcomes) > 50


def test_whoever_taps_stays_among_the_files(made: tuple[Path, Exported], client: FlaskClient) -> None:
    folder, _ = made
    for outcome in walk(berlin_today(), PART):
        if isinstance(outcome, Question):
            page = client.get(f"/de/r/{encode(outcome.facts)}", base_url=SITE).text
            options = re.findall(r'<a class="opt[^"]*" href="(/de/r/[^"]*)"', page)
            assert all((folder / file_of(option, "text/html")).exists() for option in options if "rel=" not in option)


@pytest.mark.parametrize(
    "path", ["/de/", "/fr/", "/de/sources", "/static/app.css", "/static/icon-192.png", "/robots.txt"]
)
def test_what_is_beside_the_cases_is_there(host: str, client: FlaskClient, path: str) -> None:
    with urlopen(host + path) as page, client.get(path, base_url=SITE) as sent:
        assert page.read() == sent.get_data()


def test_files_are_there_compressed_too(made: tuple[Path, Exported]) -> None:
    folder, done = made
    pages = [path for path in folder.resolve().rglob("*") if path.is_file() and path.suffix != ".gz"]
    assert len(pages) == done.files
    for page in pages:
        packed = page.with_name(f"{page.name}.gz")
        if packed.exists():
            assert gzip.decompress(packed.read_bytes()) == page.read_bytes()
        assert packed.exists() or page.suffix != ".html"
    assert done.packed < done.plain / 3


def test_nothing_but_the_chosen_languages(made: tuple[Path, Exported]) -> None:
    assert {path.name for path in made[0].iterdir() if path.is_dir()} >= {"de", "fr", "static"}
    assert not (made[0] / "en").exists()


def test_the_host_is_told_the_headers(made: tuple[Path, Exported]) -> None:
    told = (made[0] / "_headers").read_text(encoding="utf-8")
    for name, value in SECURITY_HEADERS.items():
        assert f"  {name}: {value}\n" in told


def test_exported_again_nothing_changes_and_otherwise_all_at_once(tmp_path: Path) -> None:
    folder, small = tmp_path / "made" / "site", {"water": "rhine", "vessel": "towed"}
    assert export(folder, settings(tmp_path / "packs"), ("de",), small).changed
    first = folder.resolve()
    assert not export(folder, settings(tmp_path / "packs"), ("de",), small).changed
    assert folder.resolve() == first
    assert export(folder, settings(tmp_path / "packs", "https://other.example"), ("de",), small).changed
    assert folder.resolve() != first
    assert first.exists(), "whoever is being sent a file of before gets it to its end"
    assert sorted(path.name for path in folder.parent.iterdir()) == ["site", "site.d"]
    assert len(list((tmp_path / "made" / "site.d").iterdir())) == 2


def test_it_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ExportError, match="is there already"):
        export(tmp_path, Settings(public_url=SITE))
    monkeypatch.delenv("PUBLIC_URL", raising=False)
    assert main([str(tmp_path / "site")]) == 2
    assert "PUBLIC_URL is not set" in capsys.readouterr().err
