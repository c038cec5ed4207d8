"""``python deploy/sbom.py FILE``: the bill of materials of a release, as CycloneDX 1.6 in JSON.

It lists every package of the deployment lock with its hashes, and every file of other people that lies in the project.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).resolve().parent.parent


def vendored() -> list[dict[str, Any]]:
    """Return the files of other people as CycloneDX has them."""
    files = tomllib.loads((ROOT / "deploy" / "vendored.toml").read_text(encoding="utf-8"))["file"]
    return [
        {
            "bom-ref": file["path"],
            "type": "library",
            "name": file["name"],
            "version": file["version"],
            "licenses": [{"license": {"id": file["licence"]}}],
            "purl": f"pkg:npm/{file['name']}@{file['version']}",
            "hashes": [{"alg": "SHA-256", "content": file["sha256"]}],
            "evidence": {"occurrences": [{"location": file["path"]}]},
        }
        for file in files
    ]


def bill() -> dict[str, Any]:
    """Return the whole bill. Raises ValueError if it does not keep to its schema, CalledProcessError if it cannot be made."""
    tool = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "cyclonedx_py",
        "requirements",
        "--output-reproducible",
        "--of",
        "JSON",
    ]
    given = [str(ROOT / "deploy" / "requirements.txt"), "--pyproject", str(ROOT / "pyproject.toml")]
    found: dict[str, Any] = json.loads(subprocess.run([*tool, *given], check=True, capture_output=True).stdout)
    found["components"] += vendored()
    found["dependencies"] = [
        {
            "ref": found["metadata"]["component"]["bom-ref"],
            "dependsOn": [part["bom-ref"] for part in found["components"]],
        }
    ]
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(found)):
        raise ValueError(str(wrong))
    return found


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(bill(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
