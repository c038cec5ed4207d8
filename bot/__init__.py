"""The Telegram bot: stateless screens, and thin layers that put them on Telegram or a terminal."""
