"""Files kept with skills: cleaned, limited, versioned, carried by packs."""

from dataclasses import replace
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError, NotFound
from app.core.library import history, library, undoing
from app.core.packs import attachments, export, install, plan
from app.core.packs.attachments import attach, attach_all, clean, content, detach
from app.core.packs.format import limits
from app.core.packs.format.contents import Attachment, Pack
from app.core.packs.format.names import basename
from app.core.packs.format.problems import TooLarge
from app.core.packs.match import Change, Choice
from app.core.vault import Vault
from tests.core.trade import BREW, pack, signed, skill

PLAN = b"%PDF-1.7 the plan"


@pytest.fixture
def tea(vault: Vault) -> int:
    return library.save(vault, None, BREW).skill


def names(vault: Vault, skill: int) -> list[str]:
    return [one.name for one in attachments.attachments(vault, skill)]


def test_a_file_is_kept_got_out_and_taken_off(vault: Vault, tea: int) -> None:
    kept = attach(vault, tea, "/home/ada/Plan.pdf", PLAN)
    assert (kept.name, kept.media_type, kept.size) == ("Plan.pdf", "application/pdf", len(PLAN))
    assert attachments.attachments(vault, tea) == (kept,)
    assert content(vault, tea, "plan.PDF") == PLAN
    assert library.text(vault, tea) == BREW
    newest = history.versions(vault, tea)[0]
    assert (newest.number, newest.reason.value, newest.label) == (2, "filed", "Attached Plan.pdf")
    detach(vault, tea, "plan.pdf")
    assert attachments.attachments(vault, tea) == ()
    with pytest.raises(NotFound, match="no file called"):
        content(vault, tea, "Plan.pdf")


def test_undo_brings_it_back(vault: Vault, tea: int) -> None:
    attach_all(vault, tea, [("a.txt", b"one"), ("b.txt", b"two")])
    attach(vault, tea, "A.txt", b"three")
    assert names(vault, tea) == ["A.txt", "b.txt"]
    assert content(vault, tea, "a.txt") == b"three"
    assert undoing.undo(vault).label == "Attach file"
    assert content(vault, tea, "a.txt") == b"one"
    detach(vault, tea, "a.txt")
    assert undoing.undo(vault).label == "Remove file"
    assert names(vault, tea) == ["a.txt", "b.txt"]
    undoing.undo(vault)
    assert undoing.undo(vault).label == "New skill"


def test_the_same_again_writes_nothing(vault: Vault, tea: int) -> None:
    attach(vault, tea, "a.txt", b"one")
    before = vault.rows("select * from version"), vault.rows("select * from journal")
    attach(vault, tea, "a.txt", b"one")
    assert (vault.rows("select * from version"), vault.rows("select * from journal")) == before


def test_the_same_contents_are_stored_once(vault: Vault, tea: int) -> None:
    other = library.save(vault, None, "# Bake\n\n1. Knead\n").skill
    attach_all(vault, tea, [("a.txt", b"one"), ("b.txt", b"one")])
    attach(vault, other, "c.txt", b"one")
    assert vault.rows("select count(*) from attachment") == [(1,)]
    detach(vault, tea, "a.txt")
    assert content(vault, tea, "b.txt") == content(vault, other, "c.txt") == b"one"


def test_limits(vault: Vault, tea: int) -> None:
    with pytest.raises(AppError, match=r"big\.bin is larger than 10 MB"):
        attach(vault, tea, "big.bin", bytes(limits.ATTACHMENT_BYTES + 1))
    attach(vault, tea, "just.bin", bytes(limits.ATTACHMENT_BYTES))
    more = [(f"{number}.txt", b"") for number in range(limits.ATTACHMENTS)]
    with pytest.raises(AppError, match="can have 20 files; this would make 21"):
        attach_all(vault, tea, more)
    assert names(vault, tea) == ["just.bin"]
    attach_all(vault, tea, more[1:])
    assert len(names(vault, tea)) == limits.ATTACHMENTS


def test_what_is_gone_is_said(vault: Vault, tea: int) -> None:
    attach(vault, tea, "a.txt", b"one")
    with pytest.raises(NotFound) as found:
        detach(vault, tea, "b.txt")
    assert found.value.hint == "It has: a.txt."
    library.delete(vault, tea)
    for use in (attachments.attachments, lambda v, s: attach(v, s, "a", b"")):
        with pytest.raises(NotFound, match="no longer in the library"):
            use(vault, tea)


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ada\\notes.md", "notes.md"),
        ("a\u202efdp.exe", "a fdp.exe"),
        ("con.txt", "_con.txt"),
        ("what?.md", "what_.md"),
        ("..", "file"),
        ("", "file"),
        ("\udcff.txt", "_.txt"),
        ("x" * 300 + ".pdf", "x" * 196 + ".pdf"),
        ("x." + "y" * 300, "." + "y" * 199),
    ],
)
def test_names_are_cleaned(name: str, cleaned: str) -> None:
    assert clean(name) == cleaned.strip(" .")


@given(st.text(st.characters(), max_size=400))
def test_a_cleaned_name_is_one_that_a_pack_can_hold(name: str) -> None:
    cleaned = clean(name)
    assert cleaned and basename(cleaned, "$") == cleaned == clean(cleaned)
    assert PurePosixPath(cleaned).name == PureWindowsPath(cleaned).name == cleaned


def test_files_travel_with_a_pack(vault: Vault, tea: int) -> None:
    attach(vault, tea, "plan.pdf", PLAN)
    packed = export.gather(vault, [tea]).pack.skills[0]
    assert packed.attachments == (Attachment("plan.pdf", "application/pdf", PLAN),)


@pytest.mark.usefixtures("named")
def test_more_than_a_pack_can_hold_is_said(
    vault: Vault, tea: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NATIVE_BYTES", 5_000)
    attach(vault, tea, "large.bin", bytes(10_000))
    with pytest.raises(TooLarge, match="too large for one pack") as error:
        export.export_pack(vault, [tea])
    assert "Remove large files" in error.value.hint
    detach(vault, tea, "large.bin")
    assert export.latest(vault, "Brew tea") is None
    assert export.export_pack(vault, [tea])


def with_file(data: bytes) -> Pack:
    made = skill(BREW, attachments=(Attachment("a.txt", "text/plain", data),))
    return signed(replace(pack(), skills=(made,)))


def test_a_file_of_ones_own_is_not_lost_to_the_pack_it_did_not_come_with(vault: Vault) -> None:
    done = install.apply(vault, plan.plan(vault, with_file(b"one")), quarantine=False)
    attach(vault, done.added[0], "mine.txt", b"mine")
    (again,) = plan.plan(vault, with_file(b"one")).items
    assert (again.change, again.choices[0]) == (Change.SAME, Choice.KEEP)
    (newer,) = plan.plan(vault, with_file(b"two")).items
    assert (newer.change, newer.choices[0]) == (Change.CONFLICT, Choice.RENAME)
    detach(vault, done.added[0], "mine.txt")
    (newer,) = plan.plan(vault, with_file(b"two")).items
    assert newer.change is Change.UPDATED
