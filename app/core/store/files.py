"""Where a vault's files lie, and how a small one is replaced whole."""

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Home:
    """The one folder that holds everything of a person: the vault, its key file, its backups."""

    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / "vault.db"

    @property
    def unfinished(self) -> Path:
        """The database of a vault while it is made."""
        return self.folder / ".vault.db-unfinished"

    @property
    def keys(self) -> Path:
        return self.folder / "vault.keys"

    @property
    def backups(self) -> Path:
        return self.folder / "backups"

    @property
    def logs(self) -> Path:
        return self.folder / "logs"

    @property
    def settings(self) -> Path:
        return self.folder / "settings.json"

    @property
    def window(self) -> Path:
        return self.folder / "window.json"

    @property
    def server_token(self) -> Path:
        """What agents show to the server here, unless they have secrets of their own."""
        return self.folder / "server-token"

    @property
    def relay(self) -> Path:
        """Where processes that have the vault open say how they are reached."""
        return self.folder / "relay"

    @property
    def locked(self) -> Path:
        """There while a person has locked the vault in the window, and wants it to stay so."""
        return self.folder / "locked"

    @property
    def models(self) -> Path:
        """Language models: large, not secret, and not of the vault."""
        return self.folder / "models"

    @property
    def has_vault(self) -> bool:
        """Whether there is a vault, or a part of one; one that was never finished is none."""
        return self.database.exists() or (self.keys.exists() and not self.unfinished.exists())

    def make(self) -> None:
        """Create the folder, readable by its owner only."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def usual_home() -> Path:
    """Where the vault lies unless `--home` says otherwise.

    `TECHNE_HOME`, else the folder a person chose in the window, else the platform's data folder.
    """
    if asked := os.environ.get("TECHNE_HOME"):
        return Path(asked).expanduser()
    return chosen_home()


def chosen_home() -> Path:
    """The same for a program that was not given `TECHNE_HOME`."""
    try:
        chosen = _signpost().read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        chosen = ""
    return Path(chosen) if chosen else _signpost().parent


def make_usual(folder: Path) -> None:
    """Use `folder` from now on when nobody says otherwise."""
    signpost = _signpost()
    signpost.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    replace_file(signpost, str(folder.resolve()).encode("utf-8", "surrogatepass"))


def _signpost() -> Path:
    return platformdirs.user_data_path("techne", appauthor=False) / "vault-folder"


def replace_file(path: Path, content: bytes, *, shared: bool = False) -> None:
    """Write `content` so that after a crash the old file or the new one is there, never a mix.

    The file is readable by its owner only, unless it is to be `shared`: then it gets the
    permissions that this person's new files usually have.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if shared:
            temporary.chmod(0o666 & ~umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def copy_file(source: Path, target: Path) -> None:
    """A copy that only its owner may read and that is on the disk when this returns."""
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    with source.open("rb") as old, target.open("wb") as new:
        shutil.copyfileobj(old, new)
        new.flush()
        os.fsync(new.fileno())


def umask() -> int:
    """The permissions new files do not get; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system lets a folder be opened (not Windows)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file this is, whatever it is called; None if it is not there."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
