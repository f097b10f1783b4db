"""The command line without starting a process."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import run
from tests.cli import schemas
from tests.conftest import PASSPHRASE


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Techne = Callable[..., Said]


@pytest.fixture
def techne(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Techne:
    """Do one command on an empty vault; every document it prints is held against its schema."""
    secret = tmp_path / "passphrase"
    secret.write_text(PASSPHRASE, encoding="utf-8")
    monkeypatch.setenv("TECHNE_HOME", str(home))
    monkeypatch.setenv("TECHNE_PASSPHRASE_FILE", str(secret))

    def do(*arguments: str | Path) -> Said:
        capsys.readouterr()
        argv = [str(argument) for argument in arguments]
        said = Said(run(argv), *capsys.readouterr())
        if "--json" in argv and said.out:
            schemas.check(argv, said.json)
        return said

    return do
