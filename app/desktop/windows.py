"""Packs on Windows: values below the person's own classes in the registry.

Names are those of "File Types and Application Registration" of the Windows shell documentation.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from app.desktop.kind import (
    DESCRIPTION,
    DOCUMENT,
    DOCUMENT_CLASS,
    DOCUMENT_EXTENSIONS,
    EXTENSION,
    MIME_TYPE,
    OLD_EXTENSION,
    REGISTRY_CLASS,
    SKILL_EXTENSION,
)

CLASSES = r"Software\Classes"
PROGRAM = rf"{CLASSES}\{REGISTRY_CLASS}"
READER = rf"{CLASSES}\{DOCUMENT_CLASS}"


@dataclass(frozen=True, slots=True)
class Value:
    """`data` at `name` of `key` below HKEY_CURRENT_USER; an empty name is the key's own value."""

    key: str
    name: str
    data: str


CLAIMS = (
    Value(rf"{CLASSES}\.{EXTENSION}", "", REGISTRY_CLASS),
    Value(rf"{CLASSES}\.{EXTENSION}", "Content Type", MIME_TYPE),
    Value(rf"{CLASSES}\.{EXTENSION}\OpenWithProgids", REGISTRY_CLASS, ""),
    Value(rf"{CLASSES}\.{OLD_EXTENSION}\OpenWithProgids", REGISTRY_CLASS, ""),
    Value(rf"{CLASSES}\.{SKILL_EXTENSION}\OpenWithProgids", REGISTRY_CLASS, ""),
    *(
        Value(rf"{CLASSES}\.{extension}\OpenWithProgids", DOCUMENT_CLASS, "")
        for extension in DOCUMENT_EXTENSIONS
    ),
)
"""What the extensions say. The old one and documents are offered to Techne, not taken from
anybody."""


def declarations(launch: Sequence[str]) -> tuple[Value, ...]:
    """Everything that makes packs open with `launch`."""
    command = " ".join(f'"{argument}"' for argument in (*launch, "%1"))
    return (
        Value(PROGRAM, "", DESCRIPTION),
        Value(rf"{PROGRAM}\DefaultIcon", "", f'"{launch[0]}",0'),
        Value(rf"{PROGRAM}\shell\open\command", "", command),
        Value(READER, "", DOCUMENT),
        Value(rf"{READER}\shell\open\command", "", command),
        *CLAIMS,
    )


if sys.platform == "win32":
    import ctypes
    import winreg

    _PARTS = tuple(
        rf"{place}\{part}"
        for place in (PROGRAM, READER)
        for part in (r"shell\open\command", r"shell\open", "shell")
    )

    def register(launch: Sequence[str]) -> list[str]:
        """Have packs open with `launch`, for this person; returns the keys written."""
        values = declarations(launch)
        for value in values:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, value.key) as key:
                winreg.SetValueEx(key, value.name, 0, winreg.REG_SZ, value.data)
        _tell_the_shell()
        return list(dict.fromkeys(value.key for value in values))

    def unregister() -> list[str]:
        """Take back what `register` wrote, and nothing else; returns the keys removed."""
        for claim in CLAIMS:
            _withdraw(claim)
        keys = [*_PARTS, rf"{PROGRAM}\DefaultIcon", PROGRAM, READER]
        for extension in (EXTENSION, OLD_EXTENSION, SKILL_EXTENSION, *DOCUMENT_EXTENSIONS):
            of_extension = rf"{CLASSES}\.{extension}"
            keys += [rf"{of_extension}\OpenWithProgids", of_extension]
        ours = (PROGRAM, READER)
        removed = [key for key in keys if _remove(key, only_empty=not key.startswith(ours))]
        _tell_the_shell()
        return removed

    def _withdraw(claim: Value) -> None:
        access = winreg.KEY_QUERY_VALUE | winreg.KEY_SET_VALUE
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, claim.key, 0, access) as key:
                if winreg.QueryValueEx(key, claim.name)[0] == claim.data:
                    winreg.DeleteValue(key, claim.name)
        except FileNotFoundError:
            return

    def _remove(path: str, only_empty: bool) -> bool:
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
                subkeys, values, _when = winreg.QueryInfoKey(key)
            if only_empty and (subkeys or values):
                return False
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, path)
        except OSError:  # not there, or somebody added to it
            return False
        return True

    def _tell_the_shell() -> None:
        associations_changed = 0x08000000
        ctypes.windll.shell32.SHChangeNotify(associations_changed, 0, None, None)
