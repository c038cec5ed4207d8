"""What takes long: run by ``make proof``."""
