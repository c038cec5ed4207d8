"""The proxies' files of deploy/ as they are, but for ports, host and certificate, so that they can be tried on one machine."""

import subprocess
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"


def certificate(folder: Path, openssl: str) -> None:
    """Write a certificate for crew.example that nobody has signed."""
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
               "-subj", "/CN=crew.example", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with each part that must be in it replaced."""
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    return text


def nginx(folder: Path, plain: int, tls: int, web: int, bot: int) -> Path:
    """Write nginx' own file around ours into a folder and return its path."""
    ours = replaced(
        (DEPLOY / "nginx" / "rheincrew.conf").read_text(encoding="utf-8"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("    listen [::]:80;\n", ""),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{tls} ssl http2;"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("/etc/letsencrypt/live/crew.example", str(folder)),
        ("/var/cache/nginx", str(folder)),
        ("/var/log/nginx", str(folder)),
        ("127.0.0.1:8000", f"127.0.0.1:{web}"),
        ("127.0.0.1:8081", f"127.0.0.1:{bot}"),
    )
    paths = "\n".join(
        f"    {name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off;\nuser root;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx-errors.log;\n"
        f"events {{}}\nhttp {{\n{paths}\n    include {folder}/rheincrew.conf;\n}}\n",
        encoding="utf-8",
    )
    (folder / "rheincrew.conf").write_text(ours, encoding="utf-8")
    return whole


def caddy(folder: Path, plain: int, web: int, bot: int) -> Path:
    """Write Caddy's file into a folder, without TLS and without its administration, and return its path."""
    ours = replaced(
        (DEPLOY / "caddy" / "Caddyfile").read_text(encoding="utf-8"),
        ("{$SITE_HOST:localhost} {", f"http://:{plain} {{\n\tbind 127.0.0.1"),
        ("127.0.0.1:8000", f"127.0.0.1:{web}"),
        ("127.0.0.1:8081", f"127.0.0.1:{bot}"),
    )
    whole = folder / "Caddyfile"
    whole.write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n\n{ours}", encoding="utf-8")
    (folder / "common.caddy").write_text(
        (DEPLOY / "caddy" / "common.caddy").read_text(encoding="utf-8"), encoding="utf-8"
    )
    return whole
