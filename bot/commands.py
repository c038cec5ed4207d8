"""The commands: one table that feeds the handlers, the command menu and the help text."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.kept import Shelf
from bot.screen import Screen, View, bold, esc, paragraphs
from bot.screens import language_screen, start_row, start_screen
from bot.tap import Action
from bot.vessels import forget_screen, news_screen, private_screen, vessels_screen
from core.spoken import EXAMPLES
from core.text import Text

DESCRIPTION = Text(
    "How many crew, and of which rank, must your vessel have aboard on the Rhine and on the other German waterways? "
    "Answer a few questions by tapping and read the minimum crew, the provisions, who may replace whom, and the rest times. "
    "Tap Start."
)
"""What somebody reads before the first message; at most 512 characters in every language."""
SHORT_DESCRIPTION = Text("The minimum crew of your vessel on the Rhine and the German waterways, with the provisions")
"""What stands in the profile of the bot; at most 120 characters in every language."""


_IN_ONE_LINE = Text("You may also write in one line what you sail, such as “{example}”.", {"example": EXAMPLES[0]})


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its words in the menu, and the screen that it shows for its argument.

    ``shelf`` stands in for ``show`` where the screen needs what somebody has saved; it then blocks, may raise
    StoreError, and is shown in a private chat only.
    """

    name: str
    about: Text
    show: Callable[[View, str], Screen] | None = None
    shelf: Callable[[View, Shelf], Screen] | None = None


def command_named(name: str) -> Command | None:
    """Return a command by its name: in /start it stands for the command (``t.me/BOT?start=vessels``)."""
    return next((command for command in COMMANDS if command.name == name), None)


def command_screen(command: Command, argument: str, view: View, shelf: Shelf | None) -> Screen:
    """Return the screen of a command. ``shelf`` is ``None`` outside private chats. Raises StoreError."""
    if command.show:
        return command.show(view, argument)
    if command.shelf and shelf:
        return command.shelf(view, shelf)
    return private_screen(view)


def _start(view: View, argument: str) -> Screen:
    """Show the first question, or what a deep link opens."""
    return start_screen(argument, view)


def _new(view: View, _argument: str) -> Screen:
    """Show the first question."""
    return start_screen("", view)


def _vessels(view: View, shelf: Shelf) -> Screen:
    """List the saved vessels."""
    return vessels_screen(shelf.vessels(), 1, view)


def _news(view: View, shelf: Shelf) -> Screen:
    """Say whether news are on."""
    return news_screen(shelf.store.news(shelf.person), view)


def _forget(view: View, shelf: Shelf) -> Screen:
    """Ask whether all is to be deleted."""
    return forget_screen(shelf.vessels(), view)


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
        esc(say(_IN_ONE_LINE)),
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
    """Say what is stored, and what is not."""
    say = view.say
    kept = (
        Text("The vessels that you save: the name that you give, the case, the people counted with it, the day, your "
             "language, and the answer last told, so that you can be told when the law changes it."),
        Text("The language, if you choose another one than that of your Telegram."),
        Text("That you do not want news, if you switch them off."),
        Text("With each of these the number that Telegram has for you, so that nobody else can see it."),
    )  # fmt: skip
    text = paragraphs(
        bold(say(Text("Privacy"))),
        esc(say(Text("Only what you ask the bot to keep is stored:"))),
        "\n".join(f"– {esc(say(line))}" for line in kept),
        esc(
            say(
                Text(
                    "Nothing else: no answers that you did not save, no messages, no name of yours. Each button carries "
                    "the whole case itself. Who opens an address that you share sees the case in it, and nothing of you."
                )
            )
        ),
        esc(say(Text("/forget deletes all of it at once."))),
        esc(
            say(Text("Telegram keeps the messages of this chat by its own rules. You can delete the chat at any time."))
        ),
    )
    return Screen(text, ((view.button(Text("Delete all"), Action.FORGET),), *start_row(view)))


COMMANDS = (
    Command("start", Text("Find the minimum crew"), show=_start),
    Command("new", Text("Begin a new case"), show=_new),
    Command("vessels", Text("My saved vessels"), shelf=_vessels),
    Command("news", Text("News when the law changes"), shelf=_news),
    Command("language", Text("Choose the language"), show=_language),
    Command("help", Text("How it works"), show=help_screen),
    Command("privacy", Text("What is stored"), show=_privacy),
    Command("forget", Text("Delete all that is stored of me"), shelf=_forget),
)
"""The one table: command menu, help text and handlers are made from it."""


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
    return Screen(paragraphs(esc(view.say(text)), esc(view.say(_IN_ONE_LINE))), start_row(view))


def failed_screen(view: View) -> Screen:
    """Say that something broke on our side."""
    text = Text("Something went wrong here. Please tap again, or start a new case.")
    return Screen(esc(view.say(text)), start_row(view))
