"""Made-up sessions written to files, and read back by the readers of real ones."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from app.cli.bench.sessions import claude, codex, gemini
from app.cli.bench.sessions.made import Made
from app.core.transcripts.joining import read_sessions
from app.core.transcripts.model import Format, Session

WRITERS: dict[str, Callable[[Made], Iterator[str]]] = {
    "claude": claude.rows,
    "codex": codex.rows,
    "gemini": gemini.rows,
}


def write(made: Made, folder: Path) -> Path:
    """The session's file, named as its client would."""
    name = made.key if made.client == "claude" else f"rollout-{made.key}"
    path = folder / f"{name}.jsonl"
    path.write_text("\n".join(WRITERS[made.client](made)) + "\n", encoding="utf-8")
    return path


def read_back(several: Iterable[Made], folder: Path, agent: str) -> list[Session]:
    """The same sessions as Techne reads them, one for each."""
    return [
        session
        for made in several
        for session in read_sessions(write(made, folder), client=Format(made.client), agent=agent)
    ]
