"""Tests of what is in deploy/: each file by the validator of the program that reads it, and by what it promises."""
