"""Chats, people and the bot's account, with every method of the Bot API that does not wait for anything."""

import json
import re
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, Final, TypeVar

from .formatting import Json, with_found
from .limits import (
    MAX_ANSWER,
    MAX_PROFILE,
    ApiError,
    bad_request,
    checked_caption,
    checked_commands,
    checked_inline,
    checked_language,
    checked_markup,
    checked_photo,
    checked_profile,
    checked_text,
)

T = TypeVar("T")

CHAT_ACTIONS: Final = {
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document",
    "choose_sticker", "find_location", "record_video_note", "upload_video_note",
}  # fmt: skip
NOT_MODIFIED: Final = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)
QUERY_TOO_OLD: Final = "query is too old and response timeout expired or query ID is invalid"


@dataclass
class Message:
    """A message as it stands now, with any reply markup (Telegram itself shows bots only inline keyboards)."""

    message_id: int
    chat: Json
    sender: Json
    text: str | None = None
    entities: list[Json] = field(default_factory=list)
    reply_markup: Json | None = None
    reply_to: "Message | None" = None
    extra: Json = field(default_factory=dict)
    date: int = field(default_factory=lambda: int(time.time()))
    edit_date: int | None = None
    photo: bytes | None = None
    inline_id: str = ""
    """Set on a message that came of an inline answer: by it, not by its number, the bot knows and edits it."""

    @property
    def from_bot(self) -> bool:
        """Whether the bot wrote it."""
        return bool(self.sender["is_bot"])

    @property
    def buttons(self) -> list[Json]:
        """All inline buttons, row after row."""
        return [button for row in (self.reply_markup or {}).get("inline_keyboard", []) for button in row]

    def json(self, *, quoting: bool = True) -> Json:
        """The message as the Bot API writes it."""
        words = {"text": self.text, "entities": self.entities or None}
        if self.photo is not None:
            size = {
                "file_id": "photo",
                "file_unique_id": "p",
                "width": 512,
                "height": 512,
                "file_size": len(self.photo),
            }
            words = {"caption": self.text, "caption_entities": self.entities or None, "photo": [size]}
        optional = {
            **words,
            "reply_markup": self.reply_markup if self.buttons else None,
            "reply_to_message": self.reply_to.json(quoting=False) if self.reply_to and quoting else None,
            "edit_date": self.edit_date,
        }
        body = {"message_id": self.message_id, "from": self.sender, "chat": self.chat, "date": self.date, **self.extra}
        return body | {key: value for key, value in optional.items() if value is not None}


@dataclass
class Chat:
    """A chat: who it is, and its messages by id (deleted ones are gone)."""

    about: Json
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def last(self) -> Message:
        """The newest message of the bot."""
        return [message for message in self.messages.values() if message.from_bot][-1]


@dataclass(frozen=True)
class Person:
    """Somebody in a chat. Every action returns the id of the update it makes."""

    world: "World"
    about: Json
    chat: Chat

    async def send(self, text: str) -> int:
        """Write a message; commands in it are marked as Telegram marks them."""
        return await self._do(partial(self._write, {"text": text, "entities": with_found(text, [])}))

    async def reply(self, message_id: int, text: str) -> int:
        """Answer a message of the chat; the update carries that message with its entities."""
        content = {"text": text, "entities": with_found(text, []), "reply_to": self.chat.messages[message_id]}
        return await self._do(partial(self._write, content))

    async def send_sticker(self) -> int:
        """Send a message without text."""
        sticker: Json = {"file_id": "sticker", "file_unique_id": "s", "type": "regular", "width": 512, "height": 512}
        sticker |= {"is_animated": False, "is_video": False}
        return await self._do(partial(self._write, {"extra": {"sticker": sticker}}))

    async def tap(self, message_id: int, button: str) -> int:
        """Tap an inline button, named by its callback data or its text. LookupError if the message shows none."""
        return await self._do(partial(self._tap, message_id, button))

    async def forward(self, message_id: int, to: "Person") -> int:
        """Send a message of this chat on into another one. As in Telegram, only buttons with an address come along."""
        return await self._do(partial(self._forward, message_id, to))

    async def ask_inline(self, query: str, *, offset: str = "") -> str:
        """Write ``@bot query`` in some chat; returns the id of the query, under which `inline_answers` finds the answer."""
        query_id = str(next(self.world.ids))
        about = {"id": query_id, "from": self.about, "query": query, "offset": offset, "chat_type": "sender"}
        self.world.open_queries.add(query_id)
        await self._do(partial(self.world.push, "inline_query", about))
        return query_id

    async def choose(self, query_id: str, result_id: str, *, to: "Person | None" = None) -> Message:
        """Pick one of the results of an inline query: it is sent into the chat of ``to``, else into this one."""
        return await self.world.on_loop(self._choose(query_id, result_id, to or self))

    async def _choose(self, query_id: str, result_id: str, to: "Person") -> Message:
        result = next(each for each in self.world.inline_answers[query_id]["results"] if each["id"] == result_id)
        content = {key: result["sent"][key] for key in ("text", "entities", "reply_markup")}
        message = self.world.post(
            to.chat, self.about, **content, extra={"via_bot": self.world.me}, inline_id=str(next(self.world.ids))
        )
        self.world.push("chosen_inline_result", {"result_id": result_id, "from": self.about, "query": ""})
        self.world.push("message", message.json())
        return message

    async def _do(self, action: Callable[[], int]) -> int:
        async def act() -> int:
            self.world.blocked.discard(self.chat.about["id"])  # who writes again is no longer blocking
            return action()

        return await self.world.on_loop(act())

    def _write(self, content: Json) -> int:
        message = self.world.post(self.chat, self.about, **content)
        return self.world.push("message", message.json())

    def _tap(self, message_id: int, wanted: str) -> int:
        message = self.chat.messages[message_id]
        found = [b for b in message.buttons if wanted in (b.get("callback_data"), b["text"])]
        if not found or "callback_data" not in found[0]:
            raise LookupError(f"no button {wanted!r} to tap, but {[b['text'] for b in message.buttons]}")
        query_id = str(next(self.world.ids))
        self.world.open_queries.add(query_id)
        where = {"inline_message_id": message.inline_id} if message.inline_id else {"message": message.json()}
        query: Json = {"id": query_id, "from": self.about, **where, "chat_instance": "1"}
        return self.world.push("callback_query", query | {"data": found[0]["callback_data"]})

    def _forward(self, message_id: int, to: "Person") -> int:
        message = self.chat.messages[message_id]
        rows = [[b for b in row if "url" in b] for row in (message.reply_markup or {}).get("inline_keyboard", [])]
        rows = [row for row in rows if row]
        origin = {"type": "user", "date": message.date, "sender_user": message.sender}
        copy: Json = {"text": message.text, "entities": message.entities, "photo": message.photo}
        copy |= {"reply_markup": {"inline_keyboard": rows} if rows else None, "extra": {"forward_origin": origin}}
        return self.world.push("message", self.world.post(to.chat, self.about, **copy).json())


class World:
    """Everything Telegram knows about one bot."""

    def __init__(self, username: str = "rheincrew_test_bot") -> None:
        self.username = username
        self.token = "7000000001:AAtest-double-of-the-bot-api-000000"
        self.me: Json = {"id": 7000000001, "is_bot": True, "first_name": "Rheincrew", "username": username}
        self.chats: dict[int, Chat] = {}
        self.blocked: set[int] = set()
        self.open_queries: set[str] = set()
        self.inline_answers: dict[str, Json] = {}
        self.pending: list[Json] = []
        self.allowed_updates: list[str] = []
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.profile: dict[tuple[str, str], str] = {}
        self.menu_buttons: dict[int, Json] = {}
        self.calls: list[tuple[str, Json]] = []
        self.ids = count(100_000_000)
        self._message_ids: dict[int, count[int]] = {0: count(100)}

    async def on_loop(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something where the server runs."""
        return await work

    # What tests use.

    def user(
        self, user_id: int, *, language_code: str | None = "en", first_name: str = "Kim", chat_id: int | None = None
    ) -> Person:
        """A person who has started the bot, or, with a negative chat_id, who writes in a group with the bot."""
        about: Json = {"id": user_id, "is_bot": False, "first_name": first_name}
        if language_code:
            about["language_code"] = language_code
        if chat_id is None or chat_id > 0:
            place: Json = {"id": user_id, "type": "private", "first_name": first_name}
        else:
            place = {"id": chat_id, "type": "supergroup", "title": "Crew"}
        return Person(self, about, self.chats.setdefault(place["id"], Chat(place)))

    def chat(self, chat_id: int) -> Chat:
        """A chat the bot is in."""
        return self.chats[chat_id]

    def called(self, method: str) -> list[Json]:
        """The parameters of all calls of a method, in order."""
        return [params for name, params in self.calls if name == method]

    def block(self, chat_id: int) -> None:
        """From now on a person blocks the bot, or a group has thrown it out, until somebody there acts again."""
        self.blocked.add(chat_id)

    def expire_queries(self) -> None:
        """Let every open query, by a tap or inline, grow too old to be answered."""
        self.open_queries.clear()

    # What happens in chats.

    def post(self, chat: Chat, sender: Json, **content: Any) -> Message:
        """Add a message to a chat. As in Telegram, each supergroup counts its own messages."""
        kind = 0 if chat.about["id"] > 0 else chat.about["id"]
        message_id = next(self._message_ids.setdefault(kind, count(1)))
        chat.messages[message_id] = message = Message(message_id, chat.about, sender, **content)
        return message

    def push(self, kind: str, content: Json) -> int:
        """Queue an update, unless the bot has not asked for its kind."""
        update_id = next(self.ids)
        if not self.allowed_updates or kind in self.allowed_updates:
            # A deep copy: what was sent does not change with the message.
            self.pending.append({"update_id": update_id, kind: json.loads(json.dumps(content))})
            self.updates_arrived()
        return update_id

    def updates_arrived(self) -> None:
        """Called after an update was queued."""

    # The methods of the Bot API.

    def _chat(self, params: Json) -> Chat:
        if params.get("chat_id") in {None, ""}:
            raise bad_request("chat_id is empty")
        if params["chat_id"] not in self.chats:
            raise bad_request("chat not found")
        return self.chats[params["chat_id"]]

    def _open_chat(self, params: Json) -> Chat:
        chat = self._chat(params)
        if chat.about["id"] in self.blocked:
            private = chat.about["type"] == "private"
            reason = "bot was blocked by the user" if private else "bot was kicked from the supergroup chat"
            raise ApiError(403, f"Forbidden: {reason}")
        return chat

    def _message(self, params: Json, missing: str) -> Message:
        if wanted := params.get("inline_message_id"):
            everywhere = (message for chat in self.chats.values() for message in chat.messages.values())
            if found := next((message for message in everywhere if message.inline_id == str(wanted)), None):
                return found
            raise bad_request("MESSAGE_ID_INVALID")
        chat = self._chat(params)
        if not params.get("message_id"):
            raise bad_request("message identifier is not specified")
        if params["message_id"] not in chat.messages:
            raise bad_request(missing)
        return chat.messages[params["message_id"]]

    def get_me(self, _params: Json) -> Json:
        """Who the bot is."""
        rights = dict.fromkeys(("can_read_all_group_messages", "can_connect_to_business", "has_main_web_app"), False)
        return self.me | rights | {"can_join_groups": True, "supports_inline_queries": True}

    def send_message(self, params: Json) -> Json:
        """Post a text of the bot."""
        chat = self._open_chat(params)
        text, entities = checked_text(params, "message is too long")
        markup, quoted = checked_markup(params.get("reply_markup")), params.get("reply_parameters") or {}
        reply_to = chat.messages.get(quoted.get("message_id", 0))
        if quoted and not reply_to and not quoted.get("allow_sending_without_reply"):
            raise bad_request("message to be replied not found")
        extra = {key: params[key] for key in ("link_preview_options",) if key in params}
        content = {"text": text, "entities": entities, "reply_markup": markup, "reply_to": reply_to, "extra": extra}
        return self.post(chat, self.me, **content).json()

    def send_photo(self, params: Json) -> Json:
        """Post a picture of the bot, with words beneath it if it has some."""
        chat = self._open_chat(params)
        photo, (text, entities) = checked_photo(params.get("photo")), checked_caption(params)
        markup = checked_markup(params.get("reply_markup"))
        return self.post(chat, self.me, text=text, entities=entities, reply_markup=markup, photo=photo).json()

    def answer_inline_query(self, params: Json) -> bool:
        """Answer what somebody writes behind the name of the bot, once and in time."""
        query_id = str(params.get("inline_query_id"))
        results = checked_inline(params)
        if query_id not in self.open_queries:
            raise bad_request(QUERY_TOO_OLD)
        self.open_queries.remove(query_id)
        self.inline_answers[query_id] = params | {"results": results}
        return True

    def edit_message_text(self, params: Json) -> Json | bool:
        """Change text and buttons of a message; without a markup its buttons go."""
        message = self._editable(params)
        if message.photo is not None:
            raise bad_request("there is no text in the message to edit")
        text, entities = checked_text(params, "MESSAGE_TOO_LONG")
        markup = checked_markup(params.get("reply_markup"), inline_only=True)
        extra = {key: params[key] for key in ("link_preview_options",) if key in params}
        return self._edit(message, text=text, entities=entities, reply_markup=markup, extra=extra)

    def edit_message_caption(self, params: Json) -> Json | bool:
        """Change the words beneath a picture, and its buttons."""
        message = self._editable(params)
        if message.photo is None:
            raise bad_request("there is no caption in the message to edit")
        text, entities = checked_caption(params)
        markup = checked_markup(params.get("reply_markup"), inline_only=True)
        return self._edit(message, text=text, entities=entities, reply_markup=markup)

    def edit_message_reply_markup(self, params: Json) -> Json | bool:
        """Change the buttons of a message only."""
        message = self._editable(params)
        return self._edit(message, reply_markup=checked_markup(params.get("reply_markup"), inline_only=True))

    def _editable(self, params: Json) -> Message:
        message = self._message(params, "message to edit not found")
        if not message.inline_id and (not message.from_bot or (message.reply_markup and not message.buttons)):
            raise bad_request("message can't be edited")  # nor can one that came with a reply prompt or a keyboard
        return message

    def _edit(self, message: Message, **content: Any) -> Json | bool:
        edited = replace(message, **content)
        if edited == message:
            raise bad_request(NOT_MODIFIED)
        for name, value in content.items():
            setattr(message, name, value)
        message.edit_date = int(time.time())
        return True if message.inline_id else message.json()

    def delete_message(self, params: Json) -> bool:
        """Take a message away."""
        message = self._message(params, "message to delete not found")
        del self._chat(params).messages[message.message_id]
        return True

    def answer_callback_query(self, params: Json) -> bool:
        """Answer a tap, once and in time."""
        if len(params.get("text") or "") > MAX_ANSWER:
            raise bad_request("MESSAGE_TOO_LONG")
        if params.get("url") and not re.match(rf"(https?://)?t\.me/{self.username}\?start=", params["url"]):
            raise bad_request("URL_INVALID")
        if str(params.get("callback_query_id")) not in self.open_queries:
            raise bad_request(QUERY_TOO_OLD)
        self.open_queries.remove(str(params["callback_query_id"]))
        return True

    def set_my_commands(self, params: Json) -> bool:
        """Set the command menu for a language and a scope."""
        self.commands[self._scope(params), checked_language(params)] = checked_commands(params.get("commands", []))
        return True

    def get_my_commands(self, params: Json) -> list[Json]:
        """The command menu of exactly this language and scope."""
        return self.commands.get((self._scope(params), checked_language(params)), [])

    def _scope(self, params: Json) -> str:
        return json.dumps(params.get("scope") or {"type": "default"}, sort_keys=True)

    def set_profile(self, params: Json, text: str) -> bool:
        """Set name, description or short description for a language."""
        self.profile[text, checked_language(params)] = checked_profile(text, str(params.get(text) or ""))
        return True

    def get_profile(self, params: Json, text: str) -> Json:
        """Name, description or short description in a language; the name falls back to the bot's own."""
        value = self.profile.get((text, checked_language(params)), "")
        return {text: value or (self.me["first_name"] if text == "name" else "")}

    def set_chat_menu_button(self, params: Json) -> bool:
        """Set the menu button of a chat, or of all private chats (chat 0)."""
        chat_id = self._chat(params).about["id"] if "chat_id" in params else 0
        self.menu_buttons[chat_id] = params.get("menu_button") or {"type": "default"}
        return True

    def get_chat(self, params: Json) -> Json:
        """What a bot may know about a chat."""
        kinds = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
        full = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": dict.fromkeys(kinds, True)}
        return self._chat(params).about | full

    def send_chat_action(self, params: Json) -> bool:
        """Show that the bot is at work."""
        self._open_chat(params)
        if params.get("action") not in CHAT_ACTIONS:
            raise bad_request("wrong parameter action in request")
        return True

    def methods(self) -> dict[str, Callable[[Json], Any]]:
        """The methods by their names in the Bot API."""
        plain = (
            self.get_me, self.send_message, self.send_photo, self.edit_message_text, self.edit_message_caption,
            self.edit_message_reply_markup, self.delete_message, self.answer_inline_query, self.answer_callback_query, self.set_my_commands, self.get_my_commands,
            self.set_chat_menu_button, self.get_chat, self.send_chat_action,
        )  # fmt: skip
        named: dict[str, Callable[[Json], Any]] = {_camel(method.__name__): method for method in plain}
        for text in MAX_PROFILE:
            named[_camel(f"set_my_{text}")] = partial(self.set_profile, text=text)
            named[_camel(f"get_my_{text}")] = partial(self.get_profile, text=text)
        return named


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)
