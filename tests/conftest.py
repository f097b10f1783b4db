"""Fixtures every test may use."""

import gc
import logging
import shutil
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import keyring
import pytest
from hypothesis import Phase, settings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core import vaults
from app.core.packs import identity
from app.core.store import connection, key
from app.core.vault import Vault

settings.register_profile("techne", deadline=None)
# For packaging/mutation.py: the same examples for every mutant, and the first failure will do.
settings.register_profile(
    "mutation", settings.get_profile("techne"), database=None, derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)  # fmt: skip
settings.load_profile("techne")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(autouse=True, scope="session")
def _collected_here() -> Iterator[None]:
    """Nothing is collected on the thread of a job, as in the program: see `app.ui.gc_policy`."""
    gc.disable()
    yield
    gc.enable()


OWN = "TECHNE_HOME", "TECHNE_PASSPHRASE_FILE", "TECHNE_CLIENT_SECRET", "TECHNE_RUNTIME_WANTED"


@pytest.fixture(autouse=True, scope="session")
def _nobodys_own() -> Iterator[None]:
    """What somebody has set for a vault of their own is not for those of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OWN:
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(autouse=True, scope="module")
def _what_exists(_collected_here: None) -> None:
    """What the tests before have loaded stays, and is not looked through again and again."""
    gc.collect()
    gc.freeze()


MANY = 20_000
"""Objects: what a module loads when it is first needed, and not what tests leave."""


@pytest.fixture(autouse=True)
def _swept(_what_exists: None) -> Iterator[None]:
    """What a test has loaded stays too: whoever locks a vault would look through it every time."""
    yield
    gc.collect(1)
    if len(gc.get_objects(generation=2)) > MANY:
        gc.freeze()


_insist = connection._insist


@pytest.fixture(autouse=True, scope="session")
def _power_stays() -> Iterator[None]:
    """No test cuts the power, so none waits until what it wrote is on the disk itself. Processes
    that a test starts, and may kill, do."""
    with pytest.MonkeyPatch.context() as patch:
        off = ("synchronous = 'full'", "synchronous = 'off'")
        patch.setattr(connection, "_insist", lambda db, sql: _insist(db, sql.replace(*off)))
        yield


@pytest.fixture
def power_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vaults are opened as the program opens them."""
    monkeypatch.setattr(connection, "_insist", _insist)


LONGEST = (
    "test_linear_reading.py", "test_screenshots.py", "test_model.py", "test_retrieval.py",
    "test_window.py", "test_llm_real.py", "test_cut_text.py", "test_conformance.py",
    "test_loop.py", "test_grammar.py", "test_type_through.py", "test_little_room.py",
    "test_knowledge.py", "test_merged_edits.py", "test_render.py", "test_migration.py",
)  # fmt: skip
"""Files that take ten seconds or more: where several processes share the tests, nobody should be
left alone with one of them in the end."""


def pytest_configure(config: pytest.Config) -> None:
    """Else xdist would begin with the files that have the most tests, which are short ones."""
    if config.pluginmanager.hasplugin("xdist"):
        config.option.loadscopereorder = False


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure that is reported lets go of what its test had: a window that lives on in a
    traceback is drawn anew with every change of the style, in every test after it."""
    report = yield
    if call.excinfo is not None and not item.config.getoption("usepdb"):
        let_go(call.excinfo.value)
        gc.collect()
    return report


def let_go(error: BaseException) -> None:
    """Clear the variables of every function that the error, or one behind it, went through."""
    known: set[int] = set()
    errors = [error]
    while errors:
        one = errors.pop()
        if id(one) in known:
            continue
        known.add(id(one))
        for frame, _line in traceback.walk_tb(one.__traceback__):
            with suppress(RuntimeError):  # it is running still
                frame.clear()
                _ = frame.f_locals  # a copy that the report looked at is brought up to date
        errors += [behind for behind in (one.__cause__, one.__context__) if behind is not None]
        if isinstance(one, BaseExceptionGroup):
            errors += one.exceptions


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


class PatientBot(QtBot):
    """Waits until something is so: a minute, because a busy machine takes its time."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        for name in ("waitUntil", "waitSignal", "waitSignals", "waitActive", "waitExposed"):
            setattr(self, name, partial(getattr(super(), name), timeout=60_000))


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


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


PASSPHRASE = "correct horse battery staple"


@contextmanager
def little_work() -> Iterator[None]:
    """Passphrases are stretched as little as Argon2 allows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(key, "MEMORY_KIB", 8 * key.LANES)
        patch.setattr(key, "ITERATIONS", 1)
        yield


@pytest.fixture(scope="session")
def _pristine(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes, str]:
    """A vault made once, with as little work for its passphrase as Argon2 allows."""
    folder = tmp_path_factory.mktemp("pristine") / "home"
    with little_work():
        data_key, recovery_key = vaults.create(folder, PASSPHRASE)
    return folder, data_key, recovery_key


@pytest.fixture
def home(tmp_path: Path, _pristine: tuple[Path, bytes, str]) -> Path:
    """A folder with an empty vault that `PASSPHRASE` opens."""
    return Path(shutil.copytree(_pristine[0], tmp_path / "home"))


@pytest.fixture
def vault(home: Path, clock: Clock, _pristine: tuple[Path, bytes, str]) -> Iterator[Vault]:
    vault = Vault(home, _pristine[1], now=clock)
    yield vault
    vault.close()


@pytest.fixture
def named(vault: Vault) -> None:
    """The person of the vault has said what others know them by, as before a first export."""
    identity.rename(vault, "Ada Lind")


@pytest.fixture
def data_key(_pristine: tuple[Path, bytes, str]) -> bytes:
    """What opens the vault in `home`."""
    return _pristine[1]


class Keychain:
    """Stands in for the system's keychain."""

    def __init__(self) -> None:
        self.stored: dict[tuple[str, str], str] = {}

    def set_password(self, service: str, name: str, value: str) -> None:
        self.stored[service, name] = value

    def get_password(self, service: str, name: str) -> str | None:
        return self.stored.get((service, name))

    def delete_password(self, service: str, name: str) -> None:
        del self.stored[service, name]


@pytest.fixture
def keychain(monkeypatch: pytest.MonkeyPatch) -> Keychain:
    double = Keychain()
    for name in ("set_password", "get_password", "delete_password"):
        monkeypatch.setattr(keyring, name, getattr(double, name))
    return double
