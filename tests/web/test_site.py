"""The pages of text, the manifest, static files, settings: what belongs to the site and not to a case."""

import gzip
import hashlib
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from core import LANGUAGES, Result
from core.errata import errata
from core.law import versions
from web.app import create_app
from web.assets import FOLDER, asset, static_url
from web.info import INFO
from web.settings import SETTINGS, SettingError, Settings, from_environment, read_settings


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings()).test_client()


def operated(**settings: str) -> FlaskClient:
    return create_app(read_settings(settings)).test_client()


# -------------------------------------------------------------------------------------------- pages of text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", [info.name for info in INFO] + ["vessels", "share/"])
def test_the_pages_of_text_stand_in_every_language(client: FlaskClient, language: str, page: str) -> None:
    response = client.get(f"/{language}/{page}")
    assert response.status_code == 200
    assert f'<html lang="{language}">' in response.text
    assert response.text.count("<h1") == 1


@pytest.mark.parametrize("path", ["/en/", "/en/r/wR", "/en/r/wRvT", "/en/errata", "/en/nowhere"])
def test_every_page_leads_to_the_pages_of_text(client: FlaskClient, path: str) -> None:
    html = client.get(path).text
    footer = html[html.index("<footer>") :]
    for page in ("vessels", "sources", "coverage", "errata", "privacy", "imprint", "accessibility"):
        assert f'href="/en/{page}"' in footer


def test_the_sources_and_the_coverage_name_every_regulation(client: FlaskClient) -> None:
    assert "BGBl. 2024 II Nr. 508" in client.get("/en/sources").text
    html = client.get("/en/coverage").text
    for name, years in (("RheinSchPersV 2023", "2023-04-14 –"), ("BinSchPersV", "2022-01-18 –")):
        assert f"<strong>{name}</strong> ({years}): complete" in html


def test_every_reading_of_the_data_is_an_erratum() -> None:
    """A cell that differs between published texts cannot be read silently."""
    listed = {entry.id for entry in errata("en")}
    for version in versions():
        for table in version.tables.values():
            assert {reading.id for reading in table.readings} <= listed
            assert {cell.reading for cell in table.school_cells.values() if cell.reading} <= listed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_errata_say_what_differs_and_what_is_counted(client: FlaskClient, language: str) -> None:
    html = client.get(f"/{language}/errata").text
    for entry in errata(language):
        assert entry.url in html
    assert not re.search(r"\{\w+\}", html)


def test_an_erratum_is_what_the_answers_do(client: FlaskClient, results: list[Result]) -> None:
    """R1, R2, R4, R5 are notices too: whoever reads the page finds them again at the answer."""
    said = {notice.id for result in results for notice in result.notices}
    assert {"R1", "R2", "R4", "R5"} <= said
    page = client.get("/en/errata").text
    assert "Group 5, A2 S2, number of engineers: the German text prints 0" in page
    assert "1 is counted" in page


def test_the_imprint_is_the_operators(client: FlaskClient, tmp_path: Path) -> None:
    assert "has not said yet" in client.get("/en/imprint").text
    html = operated(IMPRINT="<b>Reederei</b> Test\n Rheinufer 1", CONTACT="mail@crew.example").get("/en/imprint").text
    assert "&lt;b&gt;Reederei&lt;/b&gt; Test<br>" in html
    assert 'href="mailto:mail@crew.example"' in html
    file = tmp_path / "imprint.txt"
    file.write_text("Reederei Müller\n\nTel. 0221", encoding="utf-8")
    html = operated(IMPRINT_FILE=str(file), CONTACT="https://crew.example/contact").get("/de/imprint").text
    assert "<p>Reederei Müller</p>" in html
    assert "<p>Tel. 0221</p>" in html
    assert 'href="https://crew.example/contact"' in html


def test_barriers_are_reported_to_the_contact(client: FlaskClient) -> None:
    assert "see the imprint" in client.get("/en/accessibility").text
    assert "mailto:a11y@crew.example" in operated(CONTACT="a11y@crew.example").get("/en/accessibility").text


# -------------------------------------------------------------------------------------------- found and installed


@pytest.mark.parametrize("path", ["", "r/wR", "r/wRvMl82_5mA1eS2", "errata", "rest/wRvMl82_5mA1eS2", "vessels"])
def test_search_engines_are_told_address_languages_and_content(path: str) -> None:
    html = operated(PUBLIC_URL="https://crew.example/").get(f"/fr/{path}").text
    assert f'<link rel="canonical" href="https://crew.example/fr/{path}">' in html
    for language in LANGUAGES:  # the languages of a case are links of the page anyway, and each of its bytes is dear
        link = f'<link rel="alternate" hreflang="{language}" href="https://crew.example/{language}/{path}">'
        assert (link in html) != ("/" in path)
        assert f'href="/{language}/{path}"' in html
    description = re.search(r'<meta name="description" content="([^"]+)">', html)
    assert description
    assert len(description[1]) > 40


def test_a_case_with_people_is_the_page_of_the_case(client: FlaskClient) -> None:
    html = client.get("/en/r/wRvMl82_5mA1eS2-B1").text
    assert '<link rel="canonical" href="http://localhost/en/r/wRvMl82_5mA1eS2">' in html


@pytest.mark.parametrize("path", ["/en/nowhere", "/en/?water=rhine&vessel=raft", "/en/water?code=&q=Elbe"])
def test_what_is_no_page_of_its_own_has_no_address_to_be_found_at(client: FlaskClient, path: str) -> None:
    assert "canonical" not in client.get(path).text


def test_robots_and_sitemap(client: FlaskClient) -> None:
    assert "Sitemap: http://localhost/sitemap.xml" in client.get("/robots.txt").text
    tree = ET.fromstring(client.get("/sitemap.xml").text)
    places = [place.text for place in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert len(places) == len(LANGUAGES) * (1 + len(INFO))
    for place in places:
        assert client.get(str(place).removeprefix("http://localhost")).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_what_is_there(client: FlaskClient, language: str) -> None:
    response = client.get(f"/{language}/app.webmanifest")
    assert response.headers["Content-Type"].startswith("application/manifest+json")
    manifest = json.loads(response.text)
    assert manifest["display"] == "standalone"
    assert manifest["lang"] == language
    assert manifest["start_url"] == f"/{language}/"
    for address in [manifest["start_url"], *(each["url"] for each in manifest["shortcuts"])]:
        assert client.get(address).status_code == 200
    for icon in manifest["icons"]:
        body = client.get(icon["src"]).data
        if icon["type"] == "image/png":
            assert body[:8] == b"\x89PNG\r\n\x1a\n"
            size = int.from_bytes(body[16:20]), int.from_bytes(body[20:24])
            assert "{}x{}".format(*size) == icon["sizes"]
    assert {icon.get("purpose") for icon in manifest["icons"]} >= {"any", "maskable"}
    for icon in ("/favicon.ico", "/apple-touch-icon.png"):
        assert client.get(icon, follow_redirects=True).mimetype == "image/png"


# -------------------------------------------------------------------------------------------- static files


def test_static_files_may_be_kept_for_ever_and_are_compressed(client: FlaskClient) -> None:
    for file in [*(path.name for path in FOLDER.iterdir()), "page.js"]:
        response = client.get(static_url(file), headers={"Accept-Encoding": "gzip"})
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        packed = response.headers.get("Content-Encoding") == "gzip"
        assert (gzip.decompress(response.data) if packed else response.data) == asset(file).body
        assert packed or file.endswith((".png",)) or len(response.data) < 400, file
        assert client.get(f"/static/{file}").headers["Cache-Control"] == "no-cache", "without its version"
        again = client.get(static_url(file), headers={"If-None-Match": response.headers["ETag"]})
        assert again.status_code == 304


@pytest.mark.parametrize("file", ["nothing.css", "../settings.py", "%2e%2e/settings.py", "app.py", ".css"])
def test_nothing_else_is_a_static_file(client: FlaskClient, file: str) -> None:
    assert client.get(f"/static/{file}").status_code == 404


def test_the_vendored_drawing_of_qr_codes_is_the_published_one() -> None:
    """Version 0.1.3 of uqr, ``dist/index.mjs`` of the package in the npm registry."""
    digest = hashlib.sha256((FOLDER / "uqr.mjs").read_bytes()).hexdigest()
    assert digest == "7f0e61c2f13bb3724edee7bfb876e13c54ac9ee4fcfa283c9fa93cfb1241c325"


# -------------------------------------------------------------------------------------------- settings


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    assert from_environment() == Settings()
    monkeypatch.setenv("PUBLIC_URL", "https://crew.example/")
    monkeypatch.setenv("PAGE_CACHE", "7")
    monkeypatch.setenv("TELEGRAM_BOT", "@rheincrew_bot")
    settings = from_environment()
    assert settings == Settings(public_url="https://crew.example", page_cache=7, telegram_bot="rheincrew_bot")
    assert "https://crew.example/en/r/wRvT" in create_app(settings).test_client().get("/en/r/wRvT").text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PUBLIC_URL", "crew.example"),
        ("PUBLIC_URL", "ftp://crew.example"),
        ("PUBLIC_URL", "https://crew.example/crew"),
        ("PUBLIC_URL", "https://crew.example?x"),
        ("PAGE_CACHE", "many"),
        ("PAGE_CACHE", "-1"),
        ("TELEGRAM_BOT", "https://t.me/rheincrew_bot"),
        ("TELEGRAM_BOT", "x"),
        ("IMPRINT_FILE", "/no/such/file"),
        ("CONTACT", "call us"),
        ("CONTACT", "http://crew.example"),
    ],
)
def test_a_bad_setting_is_named_with_what_would_be_right(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=rf"^{name} is .*must"):
        read_settings({name: value})


def test_two_imprints_are_one_too_many(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="set one of them"):
        read_settings({"IMPRINT": "us", "IMPRINT_FILE": str(tmp_path)})


@pytest.mark.parametrize("preload", [[], ["--preload"]])
def test_a_server_with_a_bad_setting_does_not_start_and_says_why_in_a_sentence(preload: list[str]) -> None:
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        *preload,
        "--bind",
        "127.0.0.1:0",
        "--no-control-socket",
        "web:create_app()",
    ]
    done = subprocess.run(
        command, env={"PAGE_CACHE": "many", "PATH": ""}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0
    assert "PAGE_CACHE is 'many': it must be a number of pages, 0 or more" in done.stderr
    assert "Traceback" not in done.stderr
