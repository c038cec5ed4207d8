"""Passing a case on: its addresses, a message that may be forwarded, and a QR code.

Telegram drops all buttons but addresses when a message is forwarded, so nothing here relies on others.
"""

from urllib.parse import quote

from bot.answer import answer_screen, headline, page_address
from bot.case import Case
from bot.people import people_screen
from bot.questions import BACK, BACK_TO_ANSWER, chips_line
from bot.screen import Button, Rows, Screen, View, bold, esc, paragraphs
from bot.tap import Action, deep_link
from core import Question, Result
from core.aboard import MARK, decode_counts
from core.text import Text

_QR = Text("QR code")


def share_screen(case: Case, people: str, view: View) -> Screen:
    """Show the addresses that open this case, and the ways to pass it on.

    ``people`` is the code of the people aboard, without its mark.
    """
    code = full_code(case, people)
    back = view.button(
        BACK if people or isinstance(case.outcome, Question) else BACK_TO_ANSWER, Action.CASE, case.code, people
    )
    addresses = [address for address in (_chat_address(code, view), page_address(code, view)) if address]
    if not addresses:
        return Screen(esc(view.say(Text("There is no address to share here."))), ((back,),))
    text = paragraphs(
        bold(view.say(Text("Share this case"))),
        esc(view.say(Text("Pass this address on: it opens the same case for everybody."))),
        *(esc(address) for address in addresses),
    )
    rows: Rows = ((view.button(_QR, Action.QR, case.code, people),), (back,))
    if view.username:
        words = view.say(Text("Send to a chat"))
        # What is written behind the bot's name is the code; choosing the card sends the answer.
        send = Button(words, query=code) if view.inline and code else Button(words, url=_share_address(addresses[0]))
        post = view.button(Text("A message to forward"), Action.POST, case.code, people)
        rows = ((send,), (post,), *rows)
    return Screen(text, rows)


def post_screen(case: Case, people: str, view: View) -> Screen:
    """Show a case in a message that keeps all its buttons when it is forwarded: they are addresses."""
    outcome = case.outcome
    shown = (
        people_screen(case, outcome, decode_counts(people), view) if people and isinstance(outcome, Result) else None
    )
    if shown is None and isinstance(outcome, Result):
        shown = answer_screen(case, outcome, view)
    return Screen(
        shown.text if shown else open_text(case, view), address_rows(full_code(case, people), view), apart=True
    )


def open_text(case: Case, view: View) -> str:
    """Return what is known of a case that is still a question, and the question."""
    if not isinstance(case.outcome, Question):
        raise TypeError(case)
    known = esc(chips_line(case, view)) if case.facts else ""
    return paragraphs(known, esc(view.say(open_words(case.outcome))))


def open_words(question: Question) -> Text:
    """Return what is said of a case that is still a question."""
    return Text("Not known yet. The next question is: {question}", {"question": question.question})


def address_rows(code: str, view: View) -> Rows:
    """Return the buttons that open a case in the bot and on the page."""
    rows: Rows = ()
    if address := _chat_address(code, view):
        rows += ((Button(view.say(Text("Open in Telegram")), url=address),),)
    if address := page_address(code, view):
        rows += ((Button(view.say(Text("Open page")), url=address),),)
    return rows


def qr_screen(case: Case, people: str, view: View) -> Screen:
    """Show the QR code of a case: the address of the page if there is one, else the one that opens it here."""
    code = full_code(case, people)
    address = page_address(code, view) or _chat_address(code, view)
    if not address:
        return share_screen(case, people, view)
    outcome = case.outcome
    head = headline(case, outcome, view) if isinstance(outcome, Result) else esc(chips_line(case, view))
    words = Text("QR code of this case. Whoever scans it opens the same case. It may be printed and put up aboard.")
    with_people = esc(view.say(Text("The people who are counted are in it too."))) if people else ""
    return Screen(paragraphs(esc(view.say(words)), head, with_people, esc(address)), qr=address)


def full_code(case: Case, people: str) -> str:
    """Return the code of a case with the people aboard."""
    return f"{case.code}{MARK}{people}" if people else case.code


def _chat_address(code: str, view: View) -> str:
    return deep_link(view.username, code) if view.username else ""


def _share_address(address: str) -> str:
    return f"https://t.me/share/url?url={quote(address, safe='')}"
