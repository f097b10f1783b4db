"""An import that was broken off: nothing of it, or after the last word all of it."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.library import engrams
from app.core.memory import listing, memories
from app.core.memory.filters import Filters
from app.core.memory.import_files import import_files
from app.core.memory.reading.split import Fragment
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.memory.sources import Source
from app.core.memory.staging import Staging, settle
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.conftest import PASSPHRASE, Clock

FILES, EACH = 6, 90


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for file in range(FILES):
        facts = (
            f"Fact {n} of paper {file} is about the boiler in the cellar." for n in range(EACH)
        )
        (folder / f"{file}.md").write_text("\n\n".join(facts))
    return folder


def killed(home: Path, key: bytes, notes: Path, place: str, after: int) -> None:
    """Import in a process that kills itself at its `after`th call of a function."""
    script = textwrap.dedent(
        f"""
        import os, signal
        from pathlib import Path
        from app.core.memory import staging
        from app.core.memory.import_files import import_files
        from app.core.vault import Vault

        original, calls = staging.{place}, 0

        def dies(*args, **options):
            global calls
            calls += 1
            if calls == {after}:
                os.kill(os.getpid(), signal.{"SIGTERM" if os.name == "nt" else "SIGKILL"})
            return original(*args, **options)

        staging.{place} = dies
        vault = Vault(Path({str(home)!r}), bytes.fromhex({key.hex()!r}))
        import_files(vault, [Path({str(notes)!r})])
        """
    )
    process = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert process.returncode != 0 and (os.name == "nt" or process.returncode == -signal.SIGKILL)


def left(vault: Vault) -> list[int]:
    """Rows of memories, of their sources, of words, and imports under way."""
    tables = ("memory", "memory_source", "memory_words")
    counts = [vault.rows(f"select count(*) from {table}")[0][0] for table in tables]
    return [*counts, len(vault.setting("arriving") or {})]


@pytest.mark.parametrize(
    ("place", "after", "ahead"),
    [("insert", 1, 1), ("insert", 300, 1), ("_list", 2, 1), ("insert", 300, -1)],
    ids=["first", "middle", "end", "the clock was ahead"],
)
def test_nothing_of_a_killed_import_is_ever_seen(
    home: Path, notes: Path, place: str, after: int, ahead: int
) -> None:
    key = unlock(home, passphrase=PASSPHRASE)
    killed(home, key, notes, place, after)
    with Vault(home, key) as vault:
        settle(vault)
        assert memories.count(vault) == 0 and listing.listed(vault, Filters()) == ()
        assert recall(vault, ask(vault, "boiler below fact")) == ()
        now = vault.now()
        vault.now = lambda: now + ahead * timedelta(days=2)
        settle(vault)
        assert left(vault) == [0, 0, 0, 0]
        assert memories.MEMORIES not in {one.name for one in engrams.engrams(vault)}
        assert len(import_files(vault, [notes]).added) == FILES * EACH


@pytest.mark.parametrize("after", [1, 2])
def test_an_import_that_was_whole_is_finished_by_whoever_comes_next(
    home: Path, notes: Path, after: int
) -> None:
    key = unlock(home, passphrase=PASSPHRASE)
    killed(home, key, notes, "_live", after)
    with Vault(home, key) as vault:
        assert memories.count(vault) < FILES * EACH
        settle(vault)
        assert memories.count(vault) == FILES * EACH
        assert left(vault) == [FILES * EACH, FILES, FILES * EACH, 0]
        assert import_files(vault, [notes]).known == FILES * EACH
        assert left(vault)[1] == FILES, "what brings nothing new is no source"


def test_one_at_work_is_left_alone(vault: Vault) -> None:
    many = [Fragment("", f"Fact number {n} of a very long document.") for n in range(300)]
    with Staging(vault, "Work") as at_work:
        at_work.add(Source("long.md"), many)
        settle(vault)
        memories.remember(vault, many[7].text, engram="Work")
        assert memories.count(vault) == 1
        kept = at_work.admit()
    assert (len(kept.added), kept.known) == (299, 1)
    assert memories.count(vault) == 300


def test_what_stood_still_for_long_says_so_and_leaves_nothing(vault: Vault, clock: Clock) -> None:
    said = [Fragment("", f"Fact number {n} of a very long document.") for n in range(300)]
    with pytest.raises(AppError, match="took too long"), Staging(vault, "Work") as at_work:
        at_work.add(Source("long.md"), said[:150])
        for start in (150, 200):
            clock.pass_seconds(8 * 60)
            settle(vault)
            at_work.add(Source("long.md"), said[start : start + 50])
            assert left(vault)[0] > 0
        clock.pass_seconds(11 * 60)
        settle(vault)
        assert left(vault) == [0, 0, 0, 0]
        at_work.add(Source("long.md"), said[250:])
        at_work.admit()
    assert left(vault) == [0, 0, 0, 0]


def test_nobody_is_told_of_what_cannot_be_seen_yet(vault: Vault) -> None:
    engrams.create(vault, "Work")
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    with Staging(vault, "Work") as at_work:
        said = [Fragment("", f"Fact number {n} of a very long document.") for n in range(300)]
        at_work.add(Source("long.md"), said)
        assert heard == []
        at_work.admit()
    assert {changes.parts for changes in heard} == {Part.MEMORIES}


def test_what_goes_wrong_on_the_way_leaves_nothing(vault: Vault) -> None:
    def broken() -> Iterator[Fragment]:
        yield from (Fragment("", f"Fact number {n} of the document.") for n in range(250))
        raise AppError("The disk is full.")

    with pytest.raises(AppError, match="full"), Staging(vault, "Work") as at_work:
        at_work.add(Source("long.md"), broken())
    assert left(vault) == [0, 0, 0, 0]
