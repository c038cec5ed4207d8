"""The commands: one table that feeds the handlers, the command menu and the help text."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.screen import Screen, View, bold, esc, paragraphs
from bot.screens import language_screen, start_row, start_screen
from core.text import Text

DESCRIPTION = Text(
    "How many crew, and of which rank, must your vessel have aboard on the Rhine and on the other German waterways? "
    "Answer a few questions by tapping and read the minimum crew, the provisions, who may replace whom, and the rest times. "
    "Tap Start."
)
"""What somebody reads before the first message; at most 512 characters in every language."""
SHORT_DESCRIPTION = Text("The minimum crew of your vessel on the Rhine and the German waterways, with the provisions")
"""What stands in the profile of the bot; at most 120 characters in every language."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its words in the menu, and the screen that it shows for its argument."""

    name: str
    about: Text
    show: Callable[[View, str], Screen]


def _start(view: View, argument: str) -> Screen:
    """Show the first question, or what a deep link opens."""
    return start_screen(argument, view)


def help_screen(view: View, _argument: str = "") -> Screen:
    """Say what the bot does and list the commands."""
    say = view.say
    commands = "\n".join(f"/{command.name} – {esc(say(command.about))}" for command in COMMANDS)
    text = paragraphs(
        esc(say(Text("Rheincrew says how many crew, and of which rank, your vessel must have aboard, and why."))),
        esc(
            say(
                Text(
                    "Answer the questions by tapping. Where a number is asked for, you may also type it. One message shows "
                    "it all; its buttons stay good, also after weeks."
                )
            )
        ),
        esc(
            say(
                Text(
                    "The entry in your vessel certificate always prevails. Where the law is not clear, the answer says so. "
                    "This is information, no legal advice."
                )
            )
        ),
        commands,
    )
    return Screen(text, start_row(view))


def _language(view: View, _argument: str) -> Screen:
    """Offer the languages."""
    return language_screen(view)


def _privacy(view: View, _argument: str) -> Screen:
    """Say what is stored: nothing."""
    say = view.say
    text = paragraphs(
        bold(say(Text("Privacy"))),
        esc(
            say(
                Text(
                    "The bot stores nothing about you: no name, no chat, no answers. Each button carries the whole case "
                    "itself. Who opens an address that you share sees the case in it, and nothing of you."
                )
            )
        ),
        esc(
            say(Text("Telegram keeps the messages of this chat by its own rules. You can delete the chat at any time."))
        ),
    )
    return Screen(text, start_row(view))


COMMANDS = (
    Command("start", Text("Find the minimum crew"), _start),
    Command("language", Text("Choose the language"), _language),
    Command("help", Text("How it works"), help_screen),
    Command("privacy", Text("What is stored"), _privacy),
)


def number_screen(view: View) -> Screen:
    """Answer a number that was typed without a question."""
    text = Text(
        "I cannot tell which question this number answers. Tap “{button}” below the question and write it as a reply, "
        "or start a new case.",
        {"button": Text("Type a number")},
    )
    return Screen(esc(view.say(text)), start_row(view))


def other_screen(view: View) -> Screen:
    """Answer anything else that was sent: text, a photo, a sticker."""
    text = Text("I ask and you tap: that is all it takes. Start with the button, or read /help.")
    return Screen(esc(view.say(text)), start_row(view))


def failed_screen(view: View) -> Screen:
    """Say that something broke on our side."""
    text = Text("Something went wrong here. Please tap again, or start a new case.")
    return Screen(esc(view.say(text)), start_row(view))
