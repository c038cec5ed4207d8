"""The page: Flask, without a word of law.

``create_app`` is what a WSGI server starts: ``gunicorn 'web:create_app()'``.
"""

from web.app import create_app

__all__ = ["create_app"]
