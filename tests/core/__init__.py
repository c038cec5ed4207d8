"""Tests of the law, the interview, the code of a case and the machine interface."""
