"""What browsers and search engines ask a site for: manifests, robots.txt, sitemap.xml, the icon."""

import json
from html import escape

from flask import Blueprint, Response, redirect, request

from core import LANGUAGES
from web.assets import static_url
from web.info import INFO
from web.manifest import manifest
from web.settings import Settings

_DAY = {"Cache-Control": "public, max-age=86400"}


def blueprint(settings: Settings) -> Blueprint:
    """Return the routes that belong to the site and not to a case."""
    site = Blueprint("site", __name__)

    def address() -> str:
        return settings.public_url or f"{request.scheme}://{request.host}"

    @site.get(f"/<any({', '.join(LANGUAGES)}):language>/app.webmanifest")
    def app_manifest(language: str) -> Response:
        body = json.dumps(manifest(language), ensure_ascii=False)
        return Response(body, content_type="application/manifest+json; charset=utf-8", headers=_DAY)

    @site.get("/favicon.ico")
    def favicon() -> Response:
        return redirect(static_url("icon-192.png"))  # type: ignore[return-value]

    @site.get("/apple-touch-icon.png")
    def apple_touch_icon() -> Response:
        """The icon of the app on iPhones, at the address where they look for it."""
        return redirect(static_url("apple-touch-icon.png"))  # type: ignore[return-value]

    @site.get("/robots.txt")
    def robots() -> Response:
        """Cases with people are left out: there is one for every crew."""
        lines = [
            "User-agent: *",
            "Allow: /",
            "Disallow: /api/",
            "Disallow: /*/r/*-",
            "",
            f"Sitemap: {address()}/sitemap.xml",
            "",
        ]
        return Response("\n".join(lines), content_type="text/plain; charset=utf-8", headers=_DAY)

    @site.get("/sitemap.xml")
    def sitemap() -> Response:
        """The start page and the pages of text, each in every language; cases are endless and found by links."""
        return Response(_sitemap(address()), content_type="application/xml; charset=utf-8", headers=_DAY)

    return site


def _sitemap(site: str) -> str:
    rows = ['<?xml version="1.0" encoding="UTF-8"?>']
    rows.append(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    )
    for page in ("", *(info.name for info in INFO)):
        others = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{escape(f"{site}/{code}/{page}")}"/>'
            for code in LANGUAGES
        )
        rows += [f"<url><loc>{escape(f'{site}/{code}/{page}')}</loc>{others}</url>" for code in LANGUAGES]
    rows.append("</urlset>")
    return "\n".join(rows)
