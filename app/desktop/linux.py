"""Packs on Linux desktops: freedesktop files in the person's own folders.

Standards: Desktop Entry 1.4, Shared MIME-info 0.21, Icon Theme 0.13, MIME applications 1.0.1.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from app.core.errors import AppError
from app.core.words import _
from app.desktop import mimeapps
from app.desktop.kind import DOCUMENT_MIME_TYPES, MIME_TYPE

ENTRY = "techne.desktop"
_ENTRY_FILE = f"applications/{ENTRY}"
_RESOURCES = Path(__file__).resolve().parents[2] / "resources"
_ICONS = "icons/hicolor/scalable"
_COPIES = {
    "mime/techne-skill-pack.xml": "mime/packages/techne-skill-pack.xml",
    "icons/techne.svg": f"{_ICONS}/apps/techne.svg",
    "icons/techne-pack.svg": f"{_ICONS}/mimetypes/{MIME_TYPE.replace('/', '-')}.svg",
}
_RESERVED = re.compile(r"[\s\"'\\><~|&;$*?#()`]|^$")


class CannotRegister(AppError):
    """The desktop cannot be told."""

    code = "cannot-register"


def desktop_entry(launch: Sequence[str]) -> str:
    """The entry that starts `launch` with the files a person opened."""
    if re.search("[=%]", launch[0]):  # not allowed, or not found by GLib, as a program
        launch = ("sh", "-c", 'exec "$0" "$@"', *launch)
    command = " ".join(_exec_argument(argument) for argument in launch)
    return f"""[Desktop Entry]
Type=Application
Version=1.4
Name=Techne
GenericName=Skill editor
Comment=Write down how things are done, and have people and agents follow it
Exec={_value(command)} %F
Icon=techne
Terminal=false
StartupNotify=true
StartupWMClass=techne
Categories=Office;
Keywords=skill;procedure;SOP;checklist;agent;
MimeType={";".join((MIME_TYPE, *DOCUMENT_MIME_TYPES))};
"""


def _exec_argument(argument: str) -> str:
    """Quoted as "The Exec key" of the Desktop Entry standard asks."""
    argument = argument.replace("%", "%%")
    if not _RESERVED.search(argument):
        return argument
    return '"' + re.sub(r'(["`$\\])', r"\\\1", argument) + '"'


def _value(text: str) -> str:
    """Escaped as a value of type string."""
    for plain, escaped in (("\\", "\\\\"), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(plain, escaped)
    return text


def shared_files(launch: Sequence[str]) -> dict[str, bytes]:
    """What a desktop reads below a folder of shared data (`~/.local/share`, `/usr/share`)."""
    files = {_ENTRY_FILE: desktop_entry(launch).encode()}
    for source, target in _COPIES.items():
        files[target] = (_RESOURCES / source).read_bytes()
    return files


def register(launch: Sequence[str], data_home: Path, config_home: Path) -> list[Path]:
    """Have packs open with `launch`, for this person. Twice is the same as once.

    Returns the files written. Raises CannotRegister.
    """
    try:
        files = {data_home / path: content for path, content in shared_files(launch).items()}
        defaults = config_home / "mimeapps.list"
        files[defaults] = _encoded(mimeapps.with_default(_read(defaults), MIME_TYPE, ENTRY))
        for path, content in files.items():
            _write(path, content)
    except (OSError, UnicodeEncodeError) as error:
        raise _explained(error) from error
    _refresh(data_home)
    return list(files)


def unregister(data_home: Path, config_home: Path) -> list[Path]:
    """Take back what `register` wrote, and nothing else.

    Returns the files removed or changed. Raises CannotRegister.
    """
    ours = (data_home / path for path in (_ENTRY_FILE, *_COPIES.values()))
    undone = [path for path in ours if path.exists()]
    defaults = config_home / "mimeapps.list"
    try:
        for path in undone:
            path.unlink()
        before = _read(defaults)
        after = mimeapps.without_default(before, MIME_TYPE, ENTRY)
        if after != before:
            undone.append(defaults)
            if after:
                _write(defaults, _encoded(after))
            else:
                defaults.unlink()
    except OSError as error:
        raise _explained(error) from error
    if undone:
        _refresh(data_home)
    return undone


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogateescape") if path.exists() else ""


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _write(path: Path, content: bytes) -> None:
    """All or nothing, through a link to where the file really is."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.techne-new")
    try:
        fresh.write_bytes(content)
        if path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def _refresh(data_home: Path) -> None:
    """Have the desktop's caches rebuilt; without the tools the desktop reads the files itself."""
    for command in (
        ("update-mime-database", str(data_home / "mime")),
        ("update-desktop-database", str(data_home / "applications")),
    ):
        if shutil.which(command[0]):
            subprocess.run(command, check=False, capture_output=True, stdin=subprocess.DEVNULL)


def _explained(error: OSError | UnicodeEncodeError) -> CannotRegister:
    if isinstance(error, UnicodeEncodeError):
        return CannotRegister(
            _("The path of Techne contains bytes that are not text, and a desktop needs text."),
            _("Move Techne to another folder, then register it again."),
        )
    return CannotRegister(
        _("This file could not be changed: {path} ({reason}).").format(
            path=error.filename, reason=error.strerror
        ),
        _("Free some space or make it writable, then try again."),
    )
