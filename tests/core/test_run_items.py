"""Notes and evidence of runs: written down at a step, and swept where a file is broken off."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.core.errors import AppError, Cancelled, NotFound
from app.core.library import file_store
from app.core.runs import items, store
from app.core.runs.actions import Abandon, HandOver, TakeOver
from app.core.runs.errors import NotYours, RunEnded
from app.core.runs.items import Kind
from app.core.runs.state import PERSON
from app.core.runs.store import Record
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.running import AGENT, OTHER, RESTORE, begun, saved


@pytest.fixture
def record(vault: Vault) -> Record:
    return begun(vault, saved(vault, RESTORE))


class Stopped:
    """Cancelled after some parts."""

    def __init__(self, parts: int) -> None:
        self.left = parts

    def report(self, fraction: float, text: str = "") -> None:
        assert 0 <= fraction <= 1, text

    @property
    def cancelled(self) -> bool:
        self.left -= 1
        return self.left < 0


def parts(vault: Vault) -> int:
    return len(vault.rows("select 1 from attachment union all select 1 from attachment_part"))


def test_what_is_written_down_stands_at_its_step(vault: Vault, record: Record) -> None:
    run = record.run.id
    note = items.write_down(vault, run, Kind.NOTE, "  slow today \n")
    site = items.write_down(vault, run, Kind.LINK, "https://example.org/a?b", step="start")
    assert (note.step, note.text, note.by) == ("1", "slow today", PERSON)
    assert site.step == "start" and items.items(vault, run) == (note, site)
    for link in ("javascript:alert(1)", "https://a b", "http://[x", "example.org"):
        with pytest.raises(AppError):
            items.write_down(vault, run, Kind.LINK, link)
    for text in (" \n", "x" * (items.MOST_CHARS + 1)):
        with pytest.raises(AppError):
            items.write_down(vault, run, Kind.NOTE, text)
    items.remove(vault, note.id)
    assert items.items(vault, run) == (site,)
    with pytest.raises(NotFound):
        items.item(vault, note.id)


def test_only_who_has_the_run_and_people_write_something_down(vault: Vault) -> None:
    run = begun(vault, saved(vault, RESTORE), AGENT).run.id
    mine = items.write_down(vault, run, Kind.TEXT, "ok", AGENT)
    items.write_down(vault, run, Kind.NOTE, "watching", PERSON)
    with pytest.raises(NotYours):
        items.write_down(vault, run, Kind.NOTE, "me too", OTHER)
    with pytest.raises(NotYours):
        items.remove(vault, mine.id, OTHER)
    store.act(vault, run, HandOver(to_person=False, to=OTHER.client), AGENT)
    store.act(vault, run, TakeOver(), OTHER)
    with pytest.raises(NotYours, match="Somebody else wrote this down"):
        items.remove(vault, mine.id, OTHER)
    store.act(vault, run, HandOver(to_person=True), OTHER)
    store.act(vault, run, Abandon(), PERSON)
    with pytest.raises(RunEnded):
        items.keep_file(vault, run, "a", b"late", PERSON)
    with pytest.raises(NotFound):
        items.write_down(vault, 99, Kind.NOTE, "nowhere")


def test_a_large_file_is_kept_in_short_writes_and_swept_when_it_is_broken_off(
    vault: Vault, record: Record, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_store, "PART", 1 << 10)
    monkeypatch.setattr(items, "MOST_BYTES", 10 << 10)
    run, data = record.run.id, bytes(range(256)) * 20
    path = tmp_path / "log..txt"
    path.write_bytes(data)
    kept = items.keep_file(vault, run, "../log.txt", items.read(path))
    assert (kept.size, kept.step) == (len(data), "1") and "/" not in kept.text
    again = items.keep_file(vault, run, "copy", data)
    assert items.content(vault, kept) == data and parts(vault) == 5
    items.remove(vault, kept.id)
    assert items.content(vault, again) == data
    items.remove(vault, again.id)
    assert parts(vault) == 0

    with pytest.raises(Cancelled):
        items.keep_file(vault, run, "a", data, progress=Stopped(2))
    assert parts(vault) == 0 and not vault.rows("select 1 from run_item")
    # killed after two parts: the row stays, is shown to nobody, and goes with what is there
    monkeypatch.setattr(items, "_take_back", lambda *_args: None)
    with pytest.raises(Cancelled):
        items.keep_file(vault, run, "a", data, progress=Stopped(2))
    file_store.discard_unnamed(vault)
    assert parts(vault) == 2 and items.items(vault, run) == ()
    clock.time += timedelta(days=2)
    items.keep_file(vault, run, "b", b"x")
    file_store.discard_unnamed(vault)
    assert parts(vault) == 1
    path.write_bytes(data * 3)
    for refused in (path, tmp_path / "none", tmp_path):
        with pytest.raises(AppError):
            items.read(refused)
    with pytest.raises(AppError):
        items.keep_file(vault, run, "huge", data * 3)
