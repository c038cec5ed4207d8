"""Where everything comes from: each package by version and hash, each file of other people by hash, all in one bill."""

import hashlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VENDORED = tomllib.loads((ROOT / "deploy" / "vendored.toml").read_text(encoding="utf-8"))["file"]
LOCKS = ("requirements.txt", "requirements-build.txt", "requirements-dev.txt")


def locked(name: str) -> dict[str, str]:
    """Return what a lock says of each package, by name. ValueError for a line that is no package of one version."""
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            match = re.fullmatch(r"([a-z0-9._-]+)==(\S+)((?: +--hash=sha256:[0-9a-f]{64})+)\s*", line)
            if match is None:
                raise ValueError(line)
            found[match[1]] = match[2]
    return found


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=]", requirement)[0].lower() for requirement in requirements}


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_of_a_lock_has_one_version_and_its_hashes(name: str) -> None:
    assert locked(name)


def test_everything_that_runs_is_locked() -> None:
    assert names(PROJECT["project"]["dependencies"]) <= set(locked("requirements.txt"))


def test_everything_that_builds_is_locked() -> None:
    assert names(PROJECT["build-system"]["requires"]) <= set(locked("requirements-build.txt"))


def test_everything_that_tests_is_locked() -> None:
    assert names(PROJECT["project"]["optional-dependencies"]["dev"]) <= set(locked("requirements-dev.txt"))


def test_what_runs_is_what_was_tested() -> None:
    tested = locked("requirements-dev.txt")
    assert {name: tested.get(name) for name in locked("requirements.txt")} == locked("requirements.txt")


@pytest.mark.parametrize("file", VENDORED, ids=lambda file: file["name"])
def test_the_files_of_others_are_as_they_were_published(file: dict[str, str]) -> None:
    assert hashlib.sha256((ROOT / file["path"]).read_bytes()).hexdigest() == file["sha256"]


def test_every_file_of_others_is_listed() -> None:
    """Ours is written to be read: short lines. What is not is somebody else's, and so is what comes with a licence."""
    listed = {file["path"] for file in VENDORED}
    for path in sorted((ROOT / "web" / "static").glob("*.*js")):
        lines = path.read_text(encoding="utf-8").splitlines()
        licensed = path.with_name(f"{path.stem}.LICENSE.txt").exists()
        if licensed or max(map(len, lines)) > 500:
            assert str(path.relative_to(ROOT)) in listed


def test_the_bill_of_materials_names_them_all(tmp_path: Path) -> None:
    target = tmp_path / "dist" / "sbom.json"
    subprocess.run([sys.executable, ROOT / "deploy" / "sbom.py", target], check=True)
    bill = json.loads(target.read_text(encoding="utf-8"))
    assert bill["specVersion"] == "1.6"
    found = {part["name"]: part["version"] for part in bill["components"]}
    assert found == locked("requirements.txt") | {file["name"]: file["version"] for file in VENDORED}
    for part in bill["components"]:
        hashes = part.get("hashes") or part["externalReferences"][0]["hashes"]
        assert all(each["alg"] == "SHA-256" for each in hashes)
