"""A test double of the Telegram Bot API: the real client library talks to it over HTTP.

    async with BotApiServer() as api:
        bot = Bot(api.token, base_url=api.base_url)
        await api.user(42, language_code="de").send("/start")

It keeps chats and messages, plays the people who write and tap, refuses what Telegram refuses with Telegram's own
words, and fails on order. Where it is stricter than Telegram, the docstring says so.
"""

from .limits import ApiError
from .server import BotApiServer, until
from .world import Chat, Message, Person

__all__ = ["ApiError", "BotApiServer", "Chat", "Message", "Person", "until"]
