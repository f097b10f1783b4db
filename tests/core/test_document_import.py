"""Documents that become skills of the vault: all or none, one undo, the original kept at home."""

from pathlib import Path

import pytest

from app.core.documents.importing import Arrived, Wish, import_documents, read_documents
from app.core.documents.roles import Role
from app.core.errors import Cancelled
from app.core.library import catalogue, library, undoing
from app.core.library.record import Source
from app.core.packs import attachments, export, identity
from app.core.packs.attachments import Kept, free_name
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.vault import Vault
from tests.core.document_files import PIXEL, odt, pdf, word

SOP = (("title", "Bake bread"), ("1", "Mix."), ("1", "Bake."))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    frame = "<text:p><draw:frame><draw:image xlink:href='Pictures/oven.png'/></draw:frame></text:p>"
    picture = "Pictures/oven.png", PIXEL
    made = {
        "bread.docx": word(SOP),
        "oven.odt": odt(f"<text:p>Look at the oven.</text:p>{frame}", files=[picture]),
        "clean.pdf": pdf([("title", "Clean up"), ("1", "1. Sweep."), ("1", "2. Mop.")]),
    }
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    return [tmp_path / name for name in made]


def arrived(files: list[Path]) -> list[Arrived]:
    return [one for one in read_documents(files) if isinstance(one, Arrived)]


def titles(vault: Vault) -> set[str]:
    return {row.title for row in catalogue.rows(vault)}


def test_several_documents_are_one_import_and_one_undo(vault: Vault, files: list[Path]) -> None:
    before = titles(vault)
    saved = import_documents(vault, [Wish(one) for one in arrived(files)], "Bakery")
    rows = catalogue.some(vault, [one.skill for one in saved])
    assert [rows[one.skill].title for one in saved] == ["Bake bread", "oven", "Clean up"]
    assert {row.engram_name for row in rows.values()} == {"Bakery"}
    meta = library.last_meta(vault, saved[0].skill)
    assert meta is not None and meta.source is Source.DISK
    undoing.undo(vault)
    assert titles(vault) == before
    undoing.redo(vault)
    assert titles(vault) == before | {"Bake bread", "oven", "Clean up"}


def test_the_original_and_its_pictures_are_kept(vault: Vault, files: list[Path]) -> None:
    _bread, oven, _clean = import_documents(vault, [Wish(one) for one in arrived(files)])
    kept = attachments.attachments(vault, oven.skill)
    assert [(one.name, one.is_private) for one in kept] == [("oven.png", False), ("oven.odt", True)]
    assert attachments.content(vault, oven.skill, "oven.png") == PIXEL
    assert attachments.content(vault, oven.skill, "oven.odt") == files[1].read_bytes()
    assert "(oven.png)" in library.text(vault, oven.skill)


def test_what_is_left_out_and_not_wanted_is_not_kept(vault: Vault, files: list[Path]) -> None:
    (one,) = arrived(files[1:2])
    without = one.draft.choose(1, Role.LEFT_OUT)
    wish = Wish(Arrived(one.path, one.data, without), keep_original=False)
    (saved,) = import_documents(vault, [wish])
    assert attachments.attachments(vault, saved.skill) == ()


def test_an_original_goes_into_a_pack_only_if_somebody_says_so(
    vault: Vault, files: list[Path]
) -> None:
    identity.rename(vault, "Mara")
    saved = import_documents(vault, [Wish(one) for one in arrived(files)])
    skills = [one.skill for one in saved]
    packing = export.gather(vault, skills)
    packed = {item.name for skill in packing.pack.skills for item in skill.attachments}
    assert packed == {"oven.png"} and len(packing.originals) == 3
    whole = export.gather(vault, skills, export.Options(include_originals=True))
    packed = {item.name for skill in whole.pack.skills for item in skill.attachments}
    assert packed == {"oven.png", "bread.docx", "oven.odt", "clean.pdf"}


def test_a_private_file_stays_private_when_another_is_attached(
    vault: Vault, files: list[Path]
) -> None:
    (saved,) = import_documents(vault, [Wish(one) for one in arrived(files[:1])])
    attachments.attach(vault, saved.skill, "note.txt", b"hi")
    kept = {one.name: one.is_private for one in attachments.attachments(vault, saved.skill)}
    assert kept == {"bread.docx": True, "note.txt": False}


def test_a_document_that_is_too_large_to_be_attached_is_imported(
    vault: Vault, files: list[Path]
) -> None:
    (one,) = arrived(files[:1])
    large = Arrived(one.path, bytes(ATTACHMENT_BYTES + 1), one.draft)
    assert not large.can_attach
    (saved,) = import_documents(vault, [Wish(large)])
    assert attachments.attachments(vault, saved.skill) == ()


class Stop:
    cancelled = True

    def report(self, fraction: float, text: str = "") -> None:
        pass


def test_an_import_that_is_stopped_leaves_nothing(vault: Vault, files: list[Path]) -> None:
    before = titles(vault)
    with pytest.raises(Cancelled):
        import_documents(vault, [Wish(one) for one in arrived(files)] * 20, progress=Stop())
    assert titles(vault) == before


def test_names_of_files_that_are_taken() -> None:
    assert free_name("a.docx", ["a.png"]) == "a.docx"
    assert free_name("A.png", ["a.png", "A (2).png"]) == "A (3).png"
    assert Kept("a", b"").digest == Kept("b", b"").digest
