"""Tests of the page: by Flask's client, and in a real browser against a real server."""
