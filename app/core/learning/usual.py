"""Where the clients of agents write their sessions if nobody told them otherwise."""

from pathlib import Path

from app.core.transcripts.model import Format

_FOLDERS = (
    (Format.CLAUDE, ".claude/projects"),
    (Format.CODEX, ".codex/sessions"),
    (Format.GEMINI, ".gemini/tmp"),
    (Format.OPENCODE, ".local/share/opencode"),
)


def usual_folders(person: Path) -> tuple[tuple[Format, Path], ...]:
    """Those that are there, below the home folder of a person."""
    found = ((client, person / folder) for client, folder in _FOLDERS)
    return tuple((client, folder) for client, folder in found if folder.is_dir())
