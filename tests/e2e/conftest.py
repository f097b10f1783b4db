"""The program with a vault made once by the program itself."""

from pathlib import Path

import pytest

from app.core.agents import consent
from app.core.agents.caller import OTHER
from app.core.agents.consent import Group, Rule
from app.core.library import library
from app.core.store import key
from app.core.store.files import Home
from app.core.vault import Vault
from tests.conftest import PASSPHRASE, little_work
from tests.e2e import program as world
from tests.e2e.program import Program


@pytest.fixture(scope="session")
def _first(tmp_path_factory: pytest.TempPathFactory) -> Program:
    program = Program(tmp_path_factory.mktemp("first")).prepare()
    made = program.ask("init")
    assert made["home"] == str(program.home) and made["demoSkills"] == 8
    assert sum(letter.isalnum() for letter in made["recoveryKey"]) == 32
    _open_with_little_work(program.home)
    return program


def _open_with_little_work(folder: Path) -> None:
    """Wrap the key anew: hundreds of processes open copies of this vault."""
    file = Home(folder).keys
    keys = key.load(file)
    with little_work():
        key.store(file, keys.rewrapped(keys.with_passphrase(world.PASSPHRASE), world.PASSPHRASE))


@pytest.fixture
def techne(_first: Program, tmp_path: Path) -> Program:
    """A home with the demo skills in it."""
    return _first.copy(tmp_path / "one")


@pytest.fixture
def bare(tmp_path: Path) -> Program:
    """A world without a vault."""
    return Program(tmp_path / "bare").prepare()


BREAD = "# Bread\n\nTrigger: Hungry\n\n1. Bake it.\n2. Call @skill:Tea.\n"
TEA = "# Tea\n\n1. Boil water.\n"


@pytest.fixture
def kitchen(home: Path, vault: Vault, tmp_path: Path) -> Program:
    """A vault that agents may do everything in, opened with little work for its passphrase."""
    for group in Group:
        consent.decide(vault, OTHER, group, Rule.ALLOW)
    for text in (BREAD, TEA):
        library.save(vault, None, text)
    program = Program(tmp_path / "world").prepare()
    (program.folder / "passphrase").write_text(PASSPHRASE, encoding="utf-8")
    return program.with_(TECHNE_HOME=str(home))
