"""What Alembic runs: the steps that are missing, on the connection that ``bot.store`` gives."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
