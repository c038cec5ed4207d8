"""Rendered pages, kept as bytes: a page is a pure function of its address and of the day's law."""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock

from flask import Response, request


@dataclass(frozen=True, slots=True)
class Page:
    """A page ready to be sent: its status, its bytes plain and compressed, and the mark by which browsers know it.

    ``location``: where the page really is; then there is nothing else.
    """

    status: int
    body: bytes = b""
    packed: bytes = b""
    mark: str = ""
    location: str | None = None


def make_page(text: str, status: int = 200) -> Page:
    """Return a rendered text as a page."""
    body = text.encode()
    return Page(status, body, gzip.compress(body, 9, mtime=0), hashlib.sha256(body).hexdigest()[:20])


def send(page: Page) -> Response:
    """Return the page as the browser wants it: compressed if it can, or only a word that it has not changed."""
    if page.location is not None:
        return Response(status=page.status, headers={"Location": page.location, "Cache-Control": "public, max-age=300"})
    headers = {
        "Cache-Control": "public, max-age=300" if page.status == 200 else "no-store",
        "Content-Type": "text/html; charset=utf-8",
        "ETag": f'"{page.mark}"',
        "Vary": "Accept-Encoding",
    }
    if page.status == 200 and page.mark in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers=headers)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return Response(page.packed, page.status, {**headers, "Content-Encoding": "gzip"})
    return Response(page.body, page.status, headers)


class PageCache:
    """The pages asked for last, at most ``size`` of them; safe between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pages)

    def get(self, key: Hashable, make: Callable[[], Page]) -> Page:
        """Return the page of a key, made now if it is not kept; pages that say that something is wrong are not kept."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
                return page
        page = make()
        if page.status >= 400:
            return page
        with self._lock:
            self._pages[key] = page
            while len(self._pages) > self._size:
                self._pages.popitem(last=False)
        return page
