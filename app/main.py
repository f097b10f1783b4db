"""Where everything starts: the window, or a command without one."""

import os
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from app import __version__
from app.core.errors import AppError
from app.core.store.files import usual_home

PACKED = (".gsk", ".gts", ".skill", ".zip")
"""How the names of packs and skills end; the window opens documents too."""


def main(argv: list[str] | None = None) -> int:
    """Open the window when there is no command, or only files; else do the command."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    home, rest = _home(arguments)
    if rest == ["--version"]:
        print(f"Techne {__version__}")  # noqa: T201
        return 0
    if rest == ["--model-process"]:
        from app.core.llm import worker  # noqa: PLC0415 - the packaged program has no other way

        return worker.main()
    if rest == ["--document-process"]:
        from app.core.documents import worker as documents  # noqa: PLC0415 - the same

        return documents.main()
    if rest == ["mcp"]:
        from app.core.serve.mcp import stdio  # noqa: PLC0415 - before anything large is loaded

        stdio.main(home or usual_home())
    if rest[:1] == ["hook"]:
        from app.core.serve import hook_process  # noqa: PLC0415 - a client waits for it

        return hook_process.main(home or usual_home(), rest[1:])
    if rest in (["--register"], ["--unregister"]):
        return _associate(rest[0])
    if all(map(_is_file, rest)):
        return _open_window(home, [_path(argument) for argument in rest])
    try:
        from app.cli import main as commands  # noqa: PLC0415 - the window needs no commands

        return commands.run(arguments)
    except KeyboardInterrupt:  # so early that there is nothing to say yet
        return 1


def _open_window(home: Path | None, paths: list[str]) -> int:
    """A second start hands its paths over before it loads anything large; no command loads Qt."""
    from app.ui.single_instance import ring  # noqa: PLC0415

    folder = home or usual_home()
    if ring(folder, paths):
        return 0
    from app.ui import application  # noqa: PLC0415

    return application.run(folder, paths, usual=home is None)


def _home(arguments: list[str]) -> tuple[Path | None, list[str]]:
    """The folder that `--home` names, and the arguments without it."""
    for number, argument in enumerate(arguments):
        if argument.startswith("--home="):
            folder = argument.removeprefix("--home=")
            return Path(folder).expanduser(), arguments[:number] + arguments[number + 1 :]
        if argument == "--home" and number + 1 < len(arguments):
            folder = arguments[number + 1]
            return Path(folder).expanduser(), arguments[:number] + arguments[number + 2 :]
    return None, arguments


def _is_file(argument: str) -> bool:
    """Whether it can only be a file: by its ending, by a separator, or a URL of a file."""
    if argument.startswith("-"):
        return False
    separators = [mark for mark in (os.sep, os.altsep) if mark]
    return (
        argument.startswith("file:")
        or (suffix := Path(argument).suffix.lower()) in PACKED
        or (bool(suffix) and _is_document(suffix))
        or any(mark in argument for mark in separators)
    )


def _is_document(suffix: str) -> bool:
    from app.core.documents.suffixes import SUFFIXES  # noqa: PLC0415 - hooks need no documents

    return suffix in SUFFIXES


def _path(argument: str) -> str:
    """Absolute, because another process with another working folder may open it."""
    if argument.startswith("file:"):
        argument = unquote(urlsplit(argument).path)
    return str(Path(argument).absolute())


def _associate(wish: str) -> int:
    """Have the desktop open packs with Techne, or take that back."""
    from app.desktop import association  # noqa: PLC0415

    try:
        if wish == "--register":
            association.register(association.launch_command())
        else:
            association.unregister()
    except AppError as error:
        print(f"{error} {error.hint}".strip(), file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
