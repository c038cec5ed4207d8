"""Text as Telegram reads it: HTML to entities, offsets in UTF-16 units, addresses made canonical."""

import re
from html import unescape
from string import punctuation
from typing import Any, Final
from urllib.parse import quote, urlsplit

Json = dict[str, Any]

TAGS: Final = {
    "a": "text_link", "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline",
    "ins": "underline", "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "tg-spoiler": "spoiler", "span": "spoiler", "code": "code", "pre": "pre", "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}  # fmt: skip
ESCAPE = re.compile(r"&(?:#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|(?:lt|gt|amp|quot)(?![a-zA-Z]));?")
ATTRIBUTE = re.compile(r"""\s*([^\s=>]+)\s*(?:(=)\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([A-Za-z0-9.-]*)))?""")
FOUND_BY_ITSELF = {
    "bot_command": re.compile(r"(?<![\w/])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])"),
    "url": re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:!?)]"),
    "mention": re.compile(r"(?<![\w/])@[A-Za-z0-9_]{4,32}\b"),
}


class FormatError(ValueError):
    """The text cannot be read; the message is the one Telegram gives after its prefix."""


def utf16_length(text: str) -> int:
    """The length of a text in UTF-16 units, in which Telegram counts offsets."""
    return len(text.encode("utf-16-le")) // 2


def checked_url(url: str) -> str:
    """The address as Telegram keeps it, or a FormatError. Stricter than Telegram: the scheme must be written out."""
    if (parts := urlsplit(url)).scheme not in {"http", "https", "tg"}:
        raise FormatError("Unsupported URL protocol")
    if not parts.hostname:
        raise FormatError("URL host is empty")
    query = quote(f"?{parts.query}" * bool(parts.query) + f"#{parts.fragment}" * bool(parts.fragment), punctuation)
    if parts.scheme == "tg":
        return f"tg://{parts.netloc}{parts.path}{query}"
    if "." not in parts.hostname:
        raise FormatError("Wrong HTTP URL")
    return f"{parts.scheme}://{parts.netloc.lower()}{quote(parts.path, punctuation) or '/'}{query}"


def read_html(source: str) -> tuple[str, list[Json]]:
    """Text and entities of a message in Telegram's HTML, read as strictly as Telegram does."""
    text, length, pos = "", 0, 0
    entities: list[Json] = []
    opened: list[tuple[str, Json, int]] = []  # tag, what its entity will hold, where it starts
    while pos < len(source):
        if source[pos] != "<":
            escape = ESCAPE.match(source, pos)
            piece = unescape(escape[0]) if escape else source[pos]
            text, length = text + piece, length + utf16_length(piece)
            pos = escape.end() if escape else pos + 1
        elif source.startswith("</", pos):
            pos = _end_tag(source, pos, opened[-1][0] if opened else None)
            tag, entity, start = opened.pop()
            if length > start:
                inside = text.encode("utf-16-le")[2 * start :].decode("utf-16-le")
                _add(entities, tag, {**entity, "offset": start, "length": length - start}, inside)
        else:
            tag, entity, pos = _start_tag(source, pos)
            opened.append((tag, entity, length))
    if opened:
        raise FormatError(f'Can\'t find end tag corresponding to start tag "{opened[-1][0]}"')
    for entity in entities:
        if entity["type"] == "code":
            entity.pop("language", None)
    return text, in_order(entities)


def _at(source: str, pos: int) -> str:
    return f"at byte offset {len(source[:pos].encode())}"


def _start_tag(source: str, begin: int) -> tuple[str, Json, int]:
    pos = begin + 1
    while pos < len(source) and not source[pos].isspace() and source[pos] != ">":
        pos += 1
    tag, where = source[begin + 1 : pos].lower(), _at(source, begin)
    if pos == len(source):
        raise FormatError(f"Unclosed start tag {where}")
    if tag not in TAGS:
        raise FormatError(f'Unsupported start tag "{tag}" {where}')
    entity: Json = {"type": TAGS[tag]}
    while source[pos : pos + 1] != ">":
        if (match := ATTRIBUTE.match(source, pos)) is None:
            if source[pos:].lstrip().startswith(">"):
                pos = source.index(">", pos)
                break
            raise FormatError(f'Empty attribute name in the tag "{tag}" {where}')
        name, equals, *values = match.groups()
        value = unescape(next((v for v in values if v is not None), ""))
        pos = match.end()
        if pos == len(source):
            raise FormatError(f'Unclosed start tag "{tag}" {where}')
        if not equals and (tag, name) != ("blockquote", "expandable"):
            raise FormatError(f'Expected equal sign in declaration of an attribute of the tag "{tag}" {where}')
        if equals and not source[pos].isspace() and source[pos] != ">":
            raise FormatError(f"Unexpected end of name token {_at(source, match.start(5))}")
        match tag, name:
            case "a", "href":
                entity["url"] = value
            case "code", "class" if value.startswith("language-"):
                entity["language"] = value.removeprefix("language-")
            case "span", "class" if value == "tg-spoiler":
                entity["spoiler"] = True
            case "blockquote", "expandable":
                entity["type"] = "expandable_blockquote"
            case "tg-emoji", "emoji-id":
                entity["custom_emoji_id"] = value
    if tag == "span" and not entity.pop("spoiler", False):
        raise FormatError(f'Tag "span" must have class "tg-spoiler" {where}')
    return tag, entity, pos + 1


def _end_tag(source: str, begin: int, expected: str | None) -> int:
    if expected is None:
        raise FormatError(f"Unexpected end tag {_at(source, begin)}")
    if (match := re.compile(r"</([^\s>]*)\s*>").match(source, begin)) is None:
        raise FormatError(f"Unclosed end tag {_at(source, begin)}")
    if (name := match[1].lower()) not in {"", expected}:
        raise FormatError(f'Unmatched end tag {_at(source, begin)}, expected "</{expected}>", found "</{name}>"')
    return match.end()


def _add(entities: list[Json], tag: str, entity: Json, inside: str) -> None:
    last = entities[-1] if entities else {}
    same_place = all(last.get(key) == entity[key] for key in ("offset", "length"))
    if tag == "a":
        try:
            entity["url"] = checked_url(entity.get("url") or inside)
        except FormatError:
            return  # Telegram sends the text and drops the link without a word
    if tag == "pre" and same_place and last.get("language"):
        last["type"] = "pre"
    else:
        entities.append(entity)


def in_order(entities: list[Json]) -> list[Json]:
    """Entities as Telegram lists them: by place, the outer one first, at most a hundred."""
    return sorted(entities, key=lambda entity: (entity["offset"], -entity["length"]))[:100]


def with_found(text: str, entities: list[Json]) -> list[Json]:
    """The entities together with the commands, addresses and names that Telegram finds by itself."""
    closed = [e for e in entities if e["type"] in {"code", "pre", "text_link"}]
    for kind, pattern in FOUND_BY_ITSELF.items():
        for match in pattern.finditer(text):
            found: Json = {
                "type": kind,
                "offset": utf16_length(text[: match.start()]),
                "length": utf16_length(match[0]),
            }
            if not any(_overlap(found, other) for other in closed):
                closed.append(found)
                entities = [*entities, found]
    return in_order(entities)


def _overlap(one: Json, other: Json) -> bool:
    return bool(one["offset"] < other["offset"] + other["length"] and other["offset"] < one["offset"] + one["length"])


def trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """The text without white space at its ends, and the entities that are left of it."""
    body, lead = text.strip(), len(text) - len(text.lstrip())
    end = utf16_length(body)
    kept: list[Json] = []
    for entity in entities:
        first = max(entity["offset"] - lead, 0)
        last = min(entity["offset"] + entity["length"] - lead, end)
        if last > first:
            kept.append({**entity, "offset": first, "length": last - first})
    return body, kept
