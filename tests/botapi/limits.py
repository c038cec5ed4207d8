"""What Telegram refuses, with its codes and words."""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from .formatting import FormatError, Json, checked_url, in_order, read_html, trimmed, utf16_length, with_found

MAX_TEXT: Final = 4096
MAX_CALLBACK_DATA: Final = 64
MAX_ROW: Final = 8
MAX_BUTTONS: Final = 100
MAX_MARKUP_BYTES: Final = 10_000
MAX_CAPTION: Final = 1024
MAX_PHOTO: Final = 10 * 1024 * 1024
MAX_RESULTS: Final = 50
MAX_RESULT_ID: Final = 64
MAX_ANSWER: Final = 200
MAX_PLACEHOLDER: Final = 64
MAX_PROFILE: Final = {"name": 64, "description": 512, "short_description": 120}
BUTTON_ACTIONS: Final = {
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay",
}  # fmt: skip
REPLY_MARKUPS: Final = {"inline_keyboard", "keyboard", "remove_keyboard", "force_reply"}


class ApiError(Exception):
    """A refusal: HTTP status, description and parameters as the Bot API gives them."""

    def __init__(self, status: int, description: str, parameters: Json | None = None) -> None:
        super().__init__(f"{status} {description}")
        self.status, self.description, self.parameters = status, description, parameters


@dataclass(frozen=True)
class Upload:
    """A file that came with a request."""

    name: str
    body: bytes


def bad_request(description: str) -> ApiError:
    """A refusal with status 400."""
    return ApiError(400, f"Bad Request: {description}")


def conflict(description: str) -> ApiError:
    """A refusal with status 409."""
    return ApiError(409, f"Conflict: {description}")


def checked_text(params: Json, too_long: str) -> tuple[str, list[Json]]:
    """Text and entities of a message to be sent. Counts UTF-16 units, the strictest reading of "characters"."""
    text, mode = str(params.get("text") or ""), str(params.get("parse_mode") or "").lower()
    entities = in_order(params.get("entities") or [])
    if not text:
        raise bad_request("message text is empty")
    if mode == "html":
        try:
            text, entities = read_html(text)
        except FormatError as error:
            raise bad_request(f"can't parse entities: {error}") from error
    elif mode in {"markdown", "markdownv2"}:
        raise ApiError(501, "Not Implemented: this test server reads no Markdown")
    elif mode:
        raise bad_request("unsupported parse_mode")
    text, entities = trimmed(text, entities)
    if not text:
        raise bad_request("text must be non-empty")
    if utf16_length(text) > MAX_TEXT:
        raise bad_request(too_long)
    return text, with_found(text, entities)


def checked_caption(params: Json) -> tuple[str | None, list[Json]]:
    """The words beneath a picture with their entities; none is as good as some."""
    if not params.get("caption"):
        return None, []
    named = {"text": params["caption"], "parse_mode": params.get("parse_mode")}
    text, entities = checked_text(named | {"entities": params.get("caption_entities")}, "message caption is too long")
    if utf16_length(text) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return text, entities


def checked_photo(photo: Any) -> bytes:
    """The bytes of a picture. Stricter than Telegram: it must be uploaded, and be PNG or JPEG."""
    if not photo:
        raise bad_request("there is no photo in the request")
    if not isinstance(photo, Upload):
        raise bad_request("wrong remote file identifier specified: Wrong string length")
    if len(photo.body) > MAX_PHOTO:
        raise bad_request("PHOTO_SAVE_FILE_INVALID")
    if not photo.body.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        raise bad_request("IMAGE_PROCESS_FAILED")
    return photo.body


def checked_inline(params: Json) -> list[Json]:
    """The results of an inline answer, each with the message that choosing it will send under ``sent``.

    Stricter than Telegram: only articles with a text are known.
    """
    results = params.get("results")
    if not isinstance(results, list):
        raise bad_request("can't parse inline query results JSON object")
    if len(results) > MAX_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    if len(str(params.get("next_offset") or "").encode()) > MAX_RESULT_ID:
        raise bad_request("NEXT_OFFSET_INVALID")
    button = params.get("button") or {}
    if button and not (button.get("text") and button.keys() & {"start_parameter", "web_app"}):
        raise bad_request('can\'t parse inline query results button: Field "text" must be of type String')
    if "start_parameter" in button and not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", button["start_parameter"]):
        raise bad_request("START_PARAM_INVALID")
    found: dict[str, Json] = {}
    for result in results:
        name = str(result.get("id") or "")
        if not 1 <= len(name.encode()) <= MAX_RESULT_ID:
            raise bad_request("RESULT_ID_INVALID")
        if name in found:
            raise bad_request("RESULT_ID_DUPLICATE")
        if result.get("type") != "article":
            raise ApiError(501, "Not Implemented: this test server knows articles only")
        if not str(result.get("title") or "").strip():
            raise bad_request("ARTICLE_TITLE_EMPTY")
        words = result.get("input_message_content") or {}
        text, entities = checked_text(words | {"text": words.get("message_text")}, "MESSAGE_TOO_LONG")
        markup = checked_markup(result.get("reply_markup"), inline_only=True)
        found[name] = result | {"sent": {"text": text, "entities": entities, "reply_markup": markup}}
    return list(found.values())


def checked_markup(value: Any, *, inline_only: bool = False) -> Json | None:
    """A reply markup in the form in which Telegram keeps it; None for none.

    Stricter than Telegram, which silently drops the buttons after the eighth of a row.
    """
    if value is None or value == {}:
        return None
    if isinstance(value, str):
        raise bad_request("can't parse reply keyboard markup JSON object")
    if not isinstance(value, dict) or not REPLY_MARKUPS & value.keys():
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in value and inline_only:
        raise bad_request("inline keyboard expected")
    placeholder = value.get("input_field_placeholder")
    if placeholder is not None and not 1 <= len(placeholder) <= MAX_PLACEHOLDER:
        raise bad_request("input field placeholder must be 1-64 characters long")  # our own words
    if "inline_keyboard" not in value:
        return value
    rows = [[_checked_button(button) for button in row] for row in value["inline_keyboard"] if row]
    size = len(json.dumps(rows, ensure_ascii=False).encode())
    if sum(map(len, rows)) > MAX_BUTTONS or any(len(row) > MAX_ROW for row in rows) or size > MAX_MARKUP_BYTES:
        raise bad_request("reply markup is too long")
    return {"inline_keyboard": rows} if rows else None


def _checked_button(button: Json) -> Json:
    if not str(button.get("text") or "").strip():
        raise bad_request("inline keyboard button text must be non-empty")
    if len(BUTTON_ACTIONS & button.keys()) != 1:
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if "callback_data" in button and not 1 <= len(str(button["callback_data"]).encode()) <= MAX_CALLBACK_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button:
        try:
            return {**button, "url": checked_url(button["url"])}
        except FormatError as error:
            raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: {error}") from error
    return button


def checked_commands(commands: Any) -> list[Json]:
    """The commands of a bot's menu. Stricter than Telegram, which forgives a leading slash."""
    if not isinstance(commands, list):
        raise bad_request("can't parse commands JSON object")
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        name, description = command.get("command", ""), command.get("description", "")
        if not name:
            raise bad_request("command must be non-empty")
        if len(name) > 32:
            raise bad_request("command length must not exceed 32")
        if not re.fullmatch(r"[a-z0-9_]+", name):
            raise bad_request("BOT_COMMAND_INVALID")
        if not description.strip():
            raise bad_request("command description must be non-empty")
        if len(description) > 256:
            raise bad_request("command description length must not exceed 256")
    return commands


def checked_profile(field: str, text: str) -> str:
    """A name, description or short description of the bot (the refusal is in our own words)."""
    if len(text) > MAX_PROFILE[field]:
        raise bad_request(f"{field} must not exceed {MAX_PROFILE[field]} characters")
    return text


def checked_language(params: Json) -> str:
    """The language code of a request; empty for all languages."""
    code = str(params.get("language_code") or "")
    if code and not re.fullmatch(r"[a-z]{2}", code):
        raise bad_request("invalid language code specified")
    return code


def checked_webhook(params: Json) -> str:
    """The address of a webhook: HTTPS, or plain HTTP on this machine as a Bot API server in local mode allows."""
    url = str(params["url"])
    if not re.match(r"https://|http://127\.0\.0\.1[:/]", url):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", str(params.get("secret_token") or "")):
        raise bad_request("secret token contains unallowed characters")
    return url
