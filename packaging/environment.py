"""The project's own Python environment, `.venv`: when it is current, and making it so."""

import hashlib
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from console import ChildFailed, Trouble, run_quietly, step
from failures import explain
from system import Lack

ROOM_NEEDED = 1_500_000_000  # bytes: Qt, the checkers and what is downloaded on the way


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an environment was made from; kept inside it, written when all is installed."""

    place: str
    interpreter: str
    project: str
    extras: tuple[str, ...]

    def covers(self, wanted: "Stamp") -> bool:
        """Whether nothing has to be installed for `wanted`."""
        return (
            self.can_be_kept_for(wanted)
            and self.project == wanted.project
            and set(self.extras) >= set(wanted.extras)
        )

    def can_be_kept_for(self, wanted: "Stamp") -> bool:
        """Whether installing again will do; a moved folder or another Python starts afresh."""
        return (self.place, self.interpreter) == (wanted.place, wanted.interpreter)


class Environment:
    """`.venv` beside pyproject.toml."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self._stamp_file = self.folder / "techne-bootstrap.json"

    @property
    def python(self) -> Path:
        return self.program("python")

    def program(self, name: str) -> Path:
        """Where a program of the environment is."""
        if os.name == "nt":
            return self.folder / "Scripts" / f"{name}.exe"
        return self.folder / "bin" / name

    def wanted(self, extras: tuple[str, ...]) -> Stamp:
        project = (self.root / "pyproject.toml").read_bytes()
        return Stamp(
            place=str(self.folder),
            interpreter=f"{sys.version} {sys.base_prefix}",
            project=hashlib.sha256(project).hexdigest(),
            extras=extras,
        )

    def stamp(self) -> Stamp | None:
        """The stamp inside, None when there is none or it cannot be understood."""
        try:
            fields = json.loads(self._stamp_file.read_text("utf-8"))
            return Stamp(**{**fields, "extras": tuple(fields["extras"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def put_stamp(self, stamp: Stamp) -> None:
        self._stamp_file.write_text(json.dumps(asdict(stamp)), "utf-8")

    def is_ready(self, extras: tuple[str, ...]) -> bool:
        """Whether nothing has to be made or installed."""
        found = self.stamp()
        return found is not None and found.covers(self.wanted(extras)) and self.python.exists()

    def prepare(self, extras: tuple[str, ...]) -> None:
        """Make the environment if it cannot be kept, and install the project. Raises Trouble."""
        try:
            if not self._can_be_kept(self.wanted(extras)):
                self._make()
            if found := self.stamp():  # what was there before stays up to date
                extras = tuple(sorted({*found.extras, *extras}))
            self._stamp_file.unlink(missing_ok=True)
            self._install(extras)
            self.put_stamp(self.wanted(extras))
        except OSError as error:
            raise explain("Making .venv", str(error)) from error

    def pip(
        self,
        *arguments: str,
        environ: Mapping[str, str] | None = None,
        each: Callable[[str], None] | None = None,
    ) -> None:
        """Run the environment's pip, in the folder of the project; `each` as for `run_quietly`.

        Raises ChildFailed.
        """
        pip = (str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input")
        run_quietly([*pip, *arguments], environ, self.root, each)

    def check_the_ground(self) -> None:
        """Raise Trouble where an environment cannot be made."""
        if not os.access(self.root, os.W_OK):
            raise explain("Making .venv", "Read-only file system")
        if shutil.disk_usage(self.root).free < ROOM_NEEDED:
            raise explain("Making .venv", "No space left on device")
        if self._is_something_else():
            raise Trouble(
                f"{self.folder} is in the way; it is not a Python environment.",
                "Move it somewhere else, then run this again.",
            )

    def _is_something_else(self) -> bool:
        if not self.folder.is_dir():
            return self.folder.exists()
        return not (self.folder / "pyvenv.cfg").exists() and any(self.folder.iterdir())

    def _can_be_kept(self, wanted: Stamp) -> bool:
        """One without a stamp was made by hand, or only half."""
        found = self.stamp()
        if found is not None and not found.can_be_kept_for(wanted):
            return False
        question = "import sys, pip; print(sys.version, sys.base_prefix)"
        try:
            answer = run_quietly([str(self.python), "-c", question])
        except (OSError, ChildFailed):
            return False
        return answer.strip() == wanted.interpreter

    def _make(self) -> None:
        with step(f"Making the environment {self.folder}", "10 s"):
            try:
                run_quietly([sys.executable, "-m", "venv", "--clear", str(self.folder)])
            except ChildFailed as failure:
                raise explain("Making .venv", failure.output) from failure

    def _install(self, extras: tuple[str, ...]) -> None:
        project = f".[{','.join(extras)}]" if extras else "."
        with step("Installing Techne and the packages it needs", "1 to 3 min the first time"):
            try:
                self.pip("install", "--editable", project)
            except ChildFailed as failure:
                raise explain("Installing with pip", failure.output) from failure


def lacking() -> list[Lack]:
    """What Python needs to make an environment; Debian keeps it in a package of its own."""
    if importlib.util.find_spec("ensurepip") is not None:
        return []
    return [Lack("Python's ensurepip", "python{}.{}-venv".format(*sys.version_info[:2]))]
