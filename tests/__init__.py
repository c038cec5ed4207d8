"""The tests: cases that a lawyer can read, walks over every answer, and the surfaces as their users meet them."""
