"""The token of the server of agents, in Settings."""

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.core.errors import AppError
from app.core.serve.http.token_file import TokenFile
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.settings.server_token import ServerToken


@pytest.fixture
def line(context: AppContext, qtbot: QtBot) -> ServerToken:
    made = ServerToken(context)
    qtbot.addWidget(made)
    return made


def test_a_running_server_goes_by_the_new_token(line: ServerToken, vault: Vault) -> None:
    line.copy.click()
    file = TokenFile(vault.home.server_token)
    before = file.current()
    assert QGuiApplication.clipboard().text() == before
    line.renew.click()
    assert file.current() not in ("", before)
    line.copy.click()
    assert QGuiApplication.clipboard().text() == file.current()
    assert vault.home.server_token.stat().st_mode & 0o077 == 0


def test_a_file_that_cannot_be_used_is_explained(
    line: ServerToken, vault: Vault, context: AppContext
) -> None:
    said: list[AppError] = []
    context.say.explained.connect(lambda error, *_rest: said.append(error))
    vault.home.server_token.write_text("short\n")
    line.copy.click()
    assert [error.code for error in said] == ["bad-token"]
    vault.home.server_token.unlink()
    vault.home.server_token.mkdir()
    line.renew.click()
    assert len(said) == 2
