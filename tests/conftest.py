"""Fixtures every test may use."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("techne", deadline=None)
settings.load_profile("techne")

SHARED = Path(__file__).resolve().parents[2] / "shared"


class _FailOnWarning(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        pytest.fail(f"unexpected log: {record.getMessage()}")


@pytest.fixture(autouse=True, scope="session")
def _no_surprise_logs() -> Iterator[None]:
    handler = _FailOnWarning(logging.WARNING)
    logging.getLogger("app").addHandler(handler)
    yield
    logging.getLogger("app").removeHandler(handler)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real packs and recorded cases; tests that need it are skipped without it."""
    if not SHARED.is_dir():
        pytest.skip("the folder with real packs is not here")
    return SHARED


class Clock:
    """Stands still until told to move."""

    def __init__(self) -> None:
        self.time = datetime(2030, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def pass_seconds(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()
