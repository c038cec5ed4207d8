"""Tests of the bot: its screens by themselves, and the real client against a test server."""
