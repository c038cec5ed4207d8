"""How gunicorn serves the page: ``gunicorn -c deploy/gunicorn.conf.py``. Every choice is an environment variable.

LISTEN           the address served (127.0.0.1:8000)
HEALTH           a second address, where /metrics is served too (empty: no numbers)
WEB_CONCURRENCY  processes (one for each core that this process may use)
WEB_THREADS      threads of each process (4)
LOG_FORMAT       text, or json for one JSON object a line

Nothing of the program is loaded here but in the processes, so HUP brings new code. Started by systemd with sockets, gunicorn
serves those, and LISTEN and HEALTH must say the same as the socket unit.
"""

import logging
import os
import shutil
import tempfile
from pathlib import Path

_HEALTH = os.environ.get("HEALTH", "").strip()
_MADE = "RHEINCREW_METRICS_MADE"

wsgi_app = "web:create_app()"
bind = [os.environ.get("LISTEN", "").strip() or "127.0.0.1:8000", *([_HEALTH] if _HEALTH else [])]
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or len(os.sched_getaffinity(0)))
threads = int(os.environ.get("WEB_THREADS") or 4)
keepalive = 65
"""Seconds; longer than the proxies keep a connection, so that it is they who close it."""
timeout = 30
graceful_timeout = 30
limit_request_fields = 64
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None


class _NoAddresses(logging.Filter):
    """Leaves out what gunicorn says of requests that are no HTTP: it names the sender."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a record is written."""
        return not str(record.msg).startswith("Invalid request from ip")


_JSON = {
    "()": "pythonjsonlogger.json.JsonFormatter",
    "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
    "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
}
_TEXT = {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"no_addresses": {"()": _NoAddresses}},
    "formatters": {"line": _JSON if os.environ.get("LOG_FORMAT", "").strip() == "json" else _TEXT},
    "handlers": {"errors": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["no_addresses"]}},
    "root": {"level": "WARNING", "handlers": ["errors"]},
    "loggers": {
        "gunicorn.error": {"level": "INFO", "propagate": True},
        "gunicorn.access": {"level": "CRITICAL", "propagate": True},
        "web": {"level": "INFO"},
    },
}

# The processes count together in a folder; it must be known before the program is loaded, and empty at the start.
if _HEALTH and not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(
        prefix="rheincrew-", dir=os.environ.get("RUNTIME_DIRECTORY")
    )
    os.environ[_MADE] = "1"


def on_starting(server: object) -> None:
    """Begin with nothing counted."""
    del server
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for file in Path(folder).glob("*.db"):
            file.unlink()


def on_exit(server: object) -> None:
    """Leave no folder behind that was made here."""
    del server
    if os.environ.get(_MADE):
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
