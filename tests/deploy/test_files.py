"""The files of deploy/, each by the validator of the program that reads it.

No container engine and no cluster runs here, and systemd does not start services: what cannot be run is at least checked so.
A validator that this machine lacks skips its test and says so.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from bot.settings import SETTINGS as OF_THE_BOT
from tests.deploy.configured import caddy, certificate, nginx
from web.app import SECURITY_HEADERS
from web.settings import SETTINGS as OF_THE_PAGE

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
KUBERNETES = sorted(path for path in (DEPLOY / "kubernetes").glob("*.yaml") if path.name != "kustomization.yaml")
UNITS = ("rheincrew-web.socket", "rheincrew-web.service", "rheincrew-bot.service")
FOR_GUNICORN = {"WEB_CONCURRENCY", "WEB_THREADS"}


def run(*command: str | Path) -> str:
    """Run a command that must succeed and return what it said."""
    done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def tool(name: str, where: str = "") -> str:
    """Return the path of a program, beside Python or on the machine; skip the test without it."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not on this machine{where}")
    return found


# ------------------------------------------------------------------------------------------------ the container


def test_the_container_file_has_no_fault() -> None:
    run(tool("hadolint"), DEPLOY / "Containerfile")


def test_the_container_is_sealed_and_small() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    last = text.rpartition("\nFROM ")[2]
    assert re.search(r"^USER 10001:10001$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last
    assert "pip install" not in last
    assert "curl" not in text
    assert "apt-get" not in text


def test_everything_that_is_copied_is_let_into_the_build() -> None:
    let_in = {
        line[1:]
        for line in (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    copied = re.findall(
        r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    files = {file for line in copied for file in line.split()}
    assert files == let_in
    assert all((ROOT / file).exists() for file in files)
    assert (ROOT / ".dockerignore").resolve() == ROOT / ".containerignore"


def test_every_package_is_in_the_container() -> None:
    """What the wheel is made of is copied, file by file."""
    packages = re.search(r"^packages = (\[.*\])$", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert packages
    for package in yaml.safe_load(packages[1]):
        assert f"COPY {package} {package}\n" in (DEPLOY / "Containerfile").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------ compose


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_the_compose_file_keeps_to_its_schema() -> None:
    run(tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")


def test_every_service_is_sealed_and_only_the_proxy_is_reached() -> None:
    for name, service in compose()["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "mem_limit" in service, name
        assert ("ports" in service) == (name == "proxy"), name
    assert compose()["networks"]["data"] == {"internal": True}
    assert compose()["services"]["web"]["networks"] == ["inside"]


def test_no_secret_of_compose_is_in_a_file_of_the_project() -> None:
    given = compose()
    for service in given["services"].values():
        for name, value in service.get("environment", {}).items():
            assert not re.search(r"TOKEN$|SECRET$|PASSWORD$|DATABASE_URL$", name)
            assert not name.endswith("_FILE") or value.removeprefix("/run/secrets/") in service["secrets"]
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"deploy/secrets/", "deploy/.env"} <= set(ignored)
    assert all(secret["file"].startswith("secrets/") for secret in given["secrets"].values())


# ------------------------------------------------------------------------------------------------ systemd


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units with the programs of this machine in place of those they are meant for."""
    for name in UNITS:
        text = (DEPLOY / "systemd" / name).read_text(encoding="utf-8")
        text = text.replace("/opt/rheincrew/current/venv/bin", str(Path(sys.executable).parent))
        (tmp_path / name).write_text(text.replace("/opt/rheincrew/current", str(ROOT)), encoding="utf-8")
    return tmp_path


def test_systemd_understands_the_units(units: Path) -> None:
    said = run(tool("systemd-analyze"), "verify", "--man=no", *(units / name for name in UNITS))
    assert [line for line in said.splitlines() if "rheincrew" in line] == []


@pytest.mark.parametrize(("name", "exposed"), [("rheincrew-web.service", 5), ("rheincrew-bot.service", 15)])
def test_the_services_are_exposed_to_next_to_nothing(units: Path, name: str, exposed: int) -> None:
    """The exposure that systemd counts, in tenths: 0 is nothing, 100 everything."""
    run(tool("systemd-analyze"), "security", "--no-pager", "--offline=true", f"--threshold={exposed}", units / name)


def test_the_sockets_are_those_that_the_page_believes_in() -> None:
    socket = (DEPLOY / "systemd" / "rheincrew-web.socket").read_text(encoding="utf-8")
    service = (DEPLOY / "systemd" / "rheincrew-web.service").read_text(encoding="utf-8")
    page, numbers = re.findall(r"^ListenStream=(\S+)$", socket, re.MULTILINE)
    assert page == next(setting.default for setting in OF_THE_PAGE if setting.name == "LISTEN")
    assert f"HEALTH={numbers} " in service


# ------------------------------------------------------------------------------------------------ the proxies


def test_nginx_understands_its_file(tmp_path: Path) -> None:
    certificate(tmp_path, tool("openssl"))
    run(tool("nginx"), "-t", "-q", "-c", nginx(tmp_path, 18080, 18443, 18000, 18081))


@pytest.mark.parametrize("name", ["Caddyfile", "compose.Caddyfile"])
def test_caddy_understands_its_files(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_HOST", "crew.example")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run(tool("caddy"), "validate", "--adapter", "caddyfile", "--config", DEPLOY / "caddy" / name)
    run(tool("caddy"), "validate", "--config", caddy(tmp_path, 18080, 18000, 18081), "--adapter", "caddyfile")


def test_nginx_sends_exported_pages_with_the_headers_of_the_page() -> None:
    given = dict(
        re.findall(
            r'^ +add_header (\S+) "(.*)" always;$', (DEPLOY / "nginx" / "exported.conf").read_text("utf-8"), re.M
        )
    )
    assert {name: given.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS


# ------------------------------------------------------------------------------------------------ Kubernetes


def resources() -> Iterator[dict[str, Any]]:
    for path in KUBERNETES:
        yield from yaml.safe_load_all(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("version", ["1.30", kubernetes_validate.latest_version()])
def test_kubernetes_understands_every_resource(version: str) -> None:
    for resource in resources():
        kubernetes_validate.validate(resource, version, strict=True)


def test_every_file_of_kubernetes_is_applied() -> None:
    whole = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text(encoding="utf-8"))
    assert sorted(whole["resources"]) == [path.name for path in KUBERNETES]


def test_page_and_bot_scale_apart_and_are_sealed() -> None:
    by_kind: dict[str, dict[str, Any]] = {}
    for resource in resources():
        by_kind.setdefault(resource["kind"], {})[resource["metadata"]["name"]] = resource
    for name in ("web", "bot"):
        deployment, scaler = by_kind["Deployment"][name], by_kind["HorizontalPodAutoscaler"][name]
        assert "replicas" not in deployment["spec"], "applying would undo what the scaler did"
        assert scaler["spec"]["scaleTargetRef"]["name"] == name
        budget = by_kind["PodDisruptionBudget"][name]["spec"]
        assert scaler["spec"]["minReplicas"] > budget["minAvailable"] >= 1
        pod = deployment["spec"]["template"]["spec"]
        (container,) = pod["containers"]
        assert {"startupProbe", "readinessProbe", "livenessProbe"} <= set(container)
        assert pod["securityContext"]["runAsNonRoot"]
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert name in by_kind["NetworkPolicy"]
    assert by_kind["NetworkPolicy"]["nobody"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}


def test_no_secret_of_kubernetes_is_in_a_file_of_the_project() -> None:
    for resource in resources():
        assert resource["kind"] != "Secret"
        if resource["kind"] == "Deployment":
            for variable in resource["spec"]["template"]["spec"]["containers"][0]["env"]:
                assert not re.search(r"TOKEN$|SECRET$|PASSWORD$|DATABASE_URL$", variable["name"])


# ------------------------------------------------------------------------------------------------ all together


def test_every_setting_that_is_given_exists() -> None:
    """What compose, Kubernetes and the units set is a setting of the page or of the bot."""
    given: set[str] = set()
    for name in ("web", "bot"):
        given |= set(compose()["services"][name]["environment"])
    for resource in resources():
        if resource["kind"] == "Deployment":
            given |= {variable["name"] for variable in resource["spec"]["template"]["spec"]["containers"][0]["env"]}
        if resource["kind"] == "ConfigMap":
            given |= set(resource["data"])
    for name in UNITS:
        for line in re.findall(
            r"^Environment=(.+)$", (DEPLOY / "systemd" / name).read_text(encoding="utf-8"), re.MULTILINE
        ):
            given |= {pair.partition("=")[0] for pair in line.split()}
    known = {setting.name for setting in (*OF_THE_PAGE, *OF_THE_BOT)} | FOR_GUNICORN
    of_the_system = {"PYTHONDONTWRITEBYTECODE", "XDG_CACHE_HOME", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"}
    assert {name.removesuffix("_FILE") for name in given} - known - of_the_system == set()
