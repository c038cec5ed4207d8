"""QR codes: the address of a case as a picture for a screen, a sticker, or a terminal."""

from io import BytesIO, StringIO

import segno

_PIXELS = 12
_MARGIN = 4


def picture(address: str) -> bytes:
    """Return the QR code of an address as a PNG, large enough to be printed."""
    file = BytesIO()
    segno.make_qr(address, error="m").save(file, kind="png", scale=_PIXELS, border=_MARGIN)
    return file.getvalue()


def drawing(address: str) -> str:
    """Return the QR code of an address as characters for a terminal."""
    text = StringIO()
    segno.make_qr(address, error="m").terminal(text, border=_MARGIN, compact=True)
    return text.getvalue()
