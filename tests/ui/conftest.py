"""Fixtures for everything with a window: no display is needed."""

import os

import pytest
from PySide6.QtWidgets import QApplication

from app.core.settings import Settings
from app.ui.theme.theme import Theme

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    """The dark scheme, without motion."""
    return Theme(qapp, Settings(theme="dark", reduce_motion=True))
