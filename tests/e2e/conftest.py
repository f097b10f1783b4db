"""The program with a vault made once by the program itself."""

from pathlib import Path

import pytest

from tests.e2e.program import Program


@pytest.fixture(scope="session")
def _first(tmp_path_factory: pytest.TempPathFactory) -> Program:
    program = Program(tmp_path_factory.mktemp("first")).prepare()
    made = program.ask("init")
    assert made["home"] == str(program.home) and made["demoSkills"] == 8
    assert sum(letter.isalnum() for letter in made["recoveryKey"]) == 32
    return program


@pytest.fixture
def techne(_first: Program, tmp_path: Path) -> Program:
    """A home with the demo skills in it."""
    return _first.copy(tmp_path / "one")


@pytest.fixture
def bare(tmp_path: Path) -> Program:
    """A world without a vault."""
    return Program(tmp_path / "bare").prepare()
