"""Memory of one process: after the import, and after every page of a language was made, against a bare Flask page."""

import subprocess
import sys

from bench.measure import Line, Section

_RSS = "import re; print(int(re.search(r'VmRSS:\\s+(\\d+)', open('/proc/self/status').read())[1]))"
_BARE = """
import flask
from bench.page import bare_app
app = bare_app()
assert app.test_client().get("/").status_code == 200
"""
_PAGE = """
from web.app import create_app
from web.settings import Settings
client = create_app(Settings()).test_client()
assert client.get("/de/").status_code == 200
"""
_CORE = """
from datetime import date
from core import answer
answer({"water": "rhine"}, "de", date(2026, 11, 30))
"""
_BOT = """
import bot.app
"""
_ALL = f"""{_PAGE}
from datetime import date
from core import Result, encode
from core.space import walk
for outcome in walk(date(2026, 11, 30)):
    code = encode(outcome.normal if isinstance(outcome, Result) else outcome.facts)
    path = f"/de/r/{{code}}" if code else "/de/"
    assert client.get(path, follow_redirects=True).status_code == 200, code
"""


def measure() -> Section:
    """Return the memory of each process at its end."""
    bare = _megabytes(_BARE)
    parts = {
        "the core, one answer": _CORE,
        "the page, first page": _PAGE,
        "the page, after every page of one language": _ALL,
        "the bot, imported": _BOT,
    }
    lines = []
    for what, program in parts.items():
        ours = _megabytes(program)
        lines.append(Line(what, f"{ours:.0f} MB", f"{bare:.0f} MB", f"{ours / bare:.2f} times as much"))
    return Section(
        "Memory of a process", "Resident memory of a fresh process. The yardstick is a bare Flask page.", lines
    )


def _megabytes(program: str) -> float:
    done = subprocess.run([sys.executable, "-c", program + _RSS], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1]) / 1024
