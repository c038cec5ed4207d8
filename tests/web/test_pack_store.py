"""Packs are built once, by a process of their own, and appear as a whole."""

import hashlib
import os
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from core.law import versions
from web.app import create_app
from web.pack.store import Kept, Packs, folder_of, key, period
from web.settings import Settings


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would have been started."""
    commands: list[list[str]] = []

    class Builder:
        def __init__(self, command: list[str], env: dict[str, str]) -> None:
            assert env["PUBLIC_URL"] == "https://example.org", "the pack is built for the same settings"
            commands.append(command)
            self.returncode: int | None = None

        def poll(self) -> int | None:
            return self.returncode

    monkeypatch.setattr("web.pack.store.subprocess.Popen", Builder)
    return commands


def test_a_pack_that_is_not_there_is_built_once(
    tmp_path: Path, started: list[list[str]], today: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.app.berlin_today", lambda: today)
    settings = Settings(public_url="https://example.org", packs=str(tmp_path))
    client: FlaskClient = create_app(settings).test_client()
    for language in ("de", "de", "fr"):
        response = client.get(f"/pack/{language}.json")
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) > 0
    assert len(started) == 1
    assert started[0][1:3] == ["-m", "web.pack"]
    assert started[0][-4:] == ["de", "nl", "fr", "en"], "the language that was asked for comes first"
    kept = Packs(settings).keep("de", today, b'{"words": "a"}' * 50)
    description = client.get("/pack/de.json")
    assert description.json is not None
    assert description.json["file"] == f"/pack/{kept.file}"
    assert description.json["site"] == "https://example.org"
    assert client.get("/pack/de.json", headers={"If-None-Match": description.headers["ETag"]}).status_code == 304
    plain = client.get(f"/pack/{kept.file}")
    packed = client.get(f"/pack/{kept.file}", headers={"Accept-Encoding": "gzip"})
    assert len(plain.data) == kept.bytes
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data)


def test_a_builder_that_fails_is_not_started_again_at_once(
    tmp_path: Path, started: list[list[str]], today: date, caplog: pytest.LogCaptureFixture
) -> None:
    packs = Packs(Settings(public_url="https://example.org", packs=str(tmp_path)))
    assert packs.find("de", today) is None
    packs._builder.returncode = 2  # type: ignore[union-attr]
    assert packs.find("de", today) is None
    assert packs.find("de", today) is None
    assert len(started) == 1
    assert "PACKS" in caplog.text


def test_a_state_of_the_law_has_packs_of_its_own(today: date) -> None:
    start = max(version.start for version in versions() if version.start <= today)
    settings = Settings()
    assert period(start)[0] == start
    assert period(start - timedelta(days=1))[1] == start
    assert key(settings, start) == key(settings, today)
    assert key(settings, start - timedelta(days=1)) != key(settings, today)
    assert key(Settings(public_url="https://example.org"), today) != key(settings, today)
    assert key(Settings(page_cache=1, packs="x"), today) == key(settings, today)


def test_old_packs_are_removed_but_the_newest(tmp_path: Path, today: date) -> None:
    for number in range(5):
        packs = Packs(Settings(public_url=f"https://{number}.example.org", packs=str(tmp_path)))
        packs.keep("de", today, b"{}")
        folder = tmp_path / key(Settings(public_url=f"https://{number}.example.org"), today)
        os.utime(folder, (number, number))
    packs.tidy_up()
    assert len([each for each in tmp_path.iterdir() if each.is_dir()]) == 3
    found = packs.find("de", today)
    assert found
    assert found == Kept(f"de-{found.sha256[:16]}.json", 2, hashlib.sha256(b"{}").hexdigest())


def test_the_folder_is_the_one_that_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert folder_of(Settings()) == Path("/caches/rheincrew/packs")
    assert folder_of(Settings(packs="/srv/packs")) == Path("/srv/packs")


@pytest.mark.proof
def test_two_processes_build_once(tmp_path: Path, today: date) -> None:
    environment = {**os.environ, "PACKS": str(tmp_path)}
    command = [sys.executable, "-m", "web.pack", "--day", today.isoformat(), "--languages", "en"]
    builders = [subprocess.Popen(command, env=environment) for _ in range(2)]
    assert [builder.wait() for builder in builders] == [0, 0]
    (pack,) = tmp_path.glob("*/*.gz")
    assert pack.stat().st_size < 200 * 1024
    before = pack.stat().st_mtime_ns
    subprocess.run(command, env=environment, check=True)
    assert pack.stat().st_mtime_ns == before, "what is there is not built again"


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path, today: date) -> None:
    unusable = tmp_path / "file"
    unusable.write_text("not a folder")
    command = [sys.executable, "-m", "web.pack", "--day", today.isoformat()]
    done = subprocess.run(
        command, env={**os.environ, "PACKS": str(unusable)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert str(unusable) in done.stderr
    assert "PACKS" in done.stderr
