"""The programs: ``python -m bot`` and ``python -m bot.terminal``, each in a process of its own."""

import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO

from telegram.error import NetworkError

from bot.logs import MaskingFormatter
from bot.terminal import main as talk_at_terminal
from tests.botapi import BotApiServer


def terminal(lines: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A talk at the terminal, without a process of its own."""
    output, said = StringIO(), sys.stdin
    sys.stdin = StringIO(lines)
    try:
        with redirect_stdout(output), redirect_stderr(StringIO()):
            status = talk_at_terminal(list(arguments))
    except SystemExit as ended:
        status = int(ended.code or 0)
    finally:
        sys.stdin = said
    return subprocess.CompletedProcess(arguments, status, output.getvalue(), "")


def terminal_process(lines: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "bot.terminal", *arguments]
    return subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=False)


def numbers(output: str, label: str) -> str:
    """The number of a button in the last screen that shows it."""
    found = re.findall(rf"^ *(\d+)  {re.escape(label)}$", output.replace("\u00a0", " "), re.MULTILINE)
    return str(found[-1])


def test_a_talk_at_the_terminal(language: str) -> None:
    """Numbers, a typed measure, a wrong one, back, details, and the end of the input."""
    run = terminal_process if language == "de" else terminal
    done = run("1\n1\n8250\nb\n82,5\n1\nb\n1\n1\n\n1\nb\n", "--language", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search("82[.,]50\u00a0m?", done.stdout)
    assert "<b>" not in done.stdout
    assert "§ 19.02" in done.stdout or "19.02" in done.stdout


def test_what_the_terminal_says() -> None:
    done = terminal("1\n1\nx\n82.5\n99\n1\n1\nq\nnever read\n")
    text = done.stdout.replace("\u00a0", " ")
    assert "“x” is not a number" in text
    assert "Rhine · Motor vessel · 82.50 m\n" in text
    assert "There is no button “99”." in text
    assert "1 × boatmaster" in text
    assert text.count("Type a number, b for back, q to quit.") == 7
    typing = numbers(text, "Type a number")
    prompted = terminal(f"1\n1\n{typing}\nb\n{typing}\n82,5\n").stdout.replace("\u00a0", " ")
    assert prompted.count("Please write a number between 5 and 300 m.") == 2
    assert "Rhine · Motor vessel · 82.50 m\n" in prompted
    for ending in ("", "q\n", "b\nb\nq\n", f"1\n1\n{typing}\n", f"1\n1\n{typing}\nq\n"):
        assert terminal(ending).returncode == 0


def test_the_terminal_finds_waters() -> None:
    """A name is typed at once, or after the button; a wrong one is told."""
    start = terminal("").stdout
    by_name = numbers(start, "Find by name")
    text = terminal(f"nowhere\nb\n{by_name}\nMDK\n1\nq\n").stdout.replace("\u00a0", " ")
    assert "No water on the list is called “nowhere”." in text
    assert "Please write the name of the river or canal" in text
    assert "Which water do you mean by “MDK”?" in text
    assert "German waterway · Usual waterway · Zone 4\n\nWhat kind of vessel is it?" in text
    assert "Zone 2" in terminal("Kiel Canal\n1\nq\n").stdout.replace("\u00a0", " ")


def test_the_terminal_counts_the_people_aboard() -> None:
    answer = "1\n1\n82,5\n1\n1\n"
    opened = answer + numbers(terminal(answer).stdout, "Do my people suffice?") + "\n"
    for label in ("+ 0 × boatmasters", "+ 0 × boatmen", "+ 0 × apprentices"):
        opened += numbers(terminal(opened).stdout, label) + "\n"
    text = terminal(opened).stdout
    assert text.index("✕ Insufficient") < text.index("✓ Sufficient")
    assert "Minimum crew" in terminal(opened + numbers(text, "Back to the answer") + "\n").stdout.rpartition("✓")[2]


def test_the_terminal_changes_its_language() -> None:
    start = terminal("").stdout
    changed = terminal(f"{numbers(start, 'Language')}\n1\n").stdout
    assert "Deutsch" in changed
    assert terminal("", "--language", "xx").returncode == 2


@contextmanager
def bot_process(api: BotApiServer, token: str) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "TELEGRAM_TOKEN": token, "TELEGRAM_API_URL": api.base_url}
    environment["DATABASE_URL"] = "sqlite://"
    environment.pop("PUBLIC_URL", None)
    command = [sys.executable, "-W", "error", "-m", "bot"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def wait_until_it_polls(api: BotApiServer) -> None:
    for _ in range(400):
        if api.called("getUpdates"):
            return
        time.sleep(0.05)
    raise TimeoutError


def test_the_bot_serves_and_stops_on_sigterm() -> None:
    with BotApiServer.in_thread() as api, bot_process(api, api.token) as process:
        wait_until_it_polls(api)
        api.run(api.user(42).send("/start"))
        for _ in range(200):
            if any(message.from_bot for message in api.chat(42).messages.values()):
                break
            time.sleep(0.05)
        assert "Where are you sailing?" in (api.chat(42).last.text or "")
        process.send_signal(signal.SIGTERM)
        _out, log = process.communicate(timeout=15)
        assert process.returncode == 0
        assert "the bot stopped" in log
        assert api.token not in log
        assert "Traceback" not in log
        assert api.called("getUpdates")[-1]["allowed_updates"] == ["message", "callback_query", "inline_query"]


def test_a_refused_token_is_not_written() -> None:
    token = "7000000009:AAanother-token-that-nobody-may-read"
    with BotApiServer.in_thread() as api, bot_process(api, token) as process:
        _out, log = process.communicate(timeout=30)
        assert process.returncode == 1
        assert "rejected by the server" in log
        assert token not in log
        assert token.partition(":")[2] not in log


def test_without_a_token() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "TELEGRAM_TOKEN"}
    done = subprocess.run([sys.executable, "-m", "bot"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "TELEGRAM_TOKEN" in done.stderr


def test_tokens_are_masked_everywhere() -> None:
    token = "7000000001:AAtest-double-of-the-bot-api-000000"
    logger = logging.getLogger("test")
    try:
        raise NetworkError(f"https://api.telegram.org/bot{token}/getMe")
    except NetworkError:
        record = logger.makeRecord("test", logging.ERROR, "x", 1, "at %s", (token,), sys.exc_info())
    for formatter in (MaskingFormatter(token), MaskingFormatter(), MaskingFormatter(token, json=True)):
        line = formatter.format(record)
        assert "Traceback" in line
        assert "AAtest" not in line
        assert line.count("<token>") == 2
