"""The promise for every SKILL.md: unchanged it is never written, changed only where it was."""

import difflib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.library import library
from app.core.mirror import folders, handing_out, reconcile
from app.core.mirror.bringing import read_skills
from app.core.mirror.oddities import FILE, decoded
from app.core.packs import install
from app.core.packs.export import Options
from app.core.packs.plan import plans
from app.core.skills.editing.frontmatter import with_fields
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from tests.conftest import SHARED

OWN = {
    "plain": "---\nname: plain\ndescription: Plain.\n---\n# Plain\n\n1. Go.\n",
    "windows": "---\r\nname: windows\r\ndescription: 'Quoted'  # why\r\n---\r\n"
    "# W\r\n\r\n1. Go.\r\n",
    "listed": "---\nname: listed\ndescription: >-\n  Folded\n  text.\ntags: [a, \"b\"]\n"
    "metadata:\n    author: \"me\"\n---\n\n\n# L   \n\ttab\n* a\n* b\n\n1) Go\n",
    "colon": "---\nname: colon\ndescription: Use when: now\n---\n# C\n\n1. Go.",
    "bare": "# Bare\n\n1. Go.\n\n\n",
}  # fmt: skip


def places(tmp_path: Path) -> Iterator[Path]:
    for name, text in OWN.items():
        file = tmp_path / "own" / name / FILE
        file.parent.mkdir(parents=True)
        file.write_bytes(text.encode())
    yield tmp_path / "own"
    if (SHARED / "skill-md").is_dir():
        yield SHARED / "skill-md"


def copied(place: Path, into: Path) -> dict[str, bytes]:
    """The files of a place, copied into a folder of their own; by their paths there."""
    found = {}
    for number, file in enumerate(sorted(place.rglob("*"))):
        if file.is_file() and file.name.lower() == FILE.lower():
            name = f"{number:03}/{file.parent.name}/{file.name}"
            found[name] = file.read_bytes()
            (into / name).parent.mkdir(parents=True)
            (into / name).write_bytes(found[name])
    return found


def test_every_file_is_imported_and_handed_out_byte_for_byte(vault: Vault, tmp_path: Path) -> None:
    for number, place in enumerate(places(tmp_path)):
        unpacked = read_skills(place)
        made = plans(vault, [unpacked], [f"Engram {number}"])[0]
        brought = install.apply(vault, made)
        assert len(brought.added) == len(unpacked.skills)
        first = dict(zip(brought.added, unpacked.skills, strict=True))
        for skill, incoming in first.items():
            assert incoming.packed.path
            raw = Path(incoming.packed.path).read_bytes()
            text = library.text(vault, skill)
            if parse(text).title == incoming.title:  # else another had its name
                assert text == decoded(raw)


def test_every_file_is_linked_and_stays_as_it_is_until_something_changes(
    vault: Vault, tmp_path: Path
) -> None:
    for number, place in enumerate(places(tmp_path)):
        root = tmp_path / f"linked {number}"
        before = copied(place, root)
        folder = folders.link(vault, root, engram=f"Engram {number}")
        report = reconcile.reconcile(vault, [folder])
        assert len(report.read) == len(before) and not report.troubles
        stamps = {name: (root / name).stat().st_mtime_ns for name in before}
        again = reconcile.reconcile(vault, [folder])
        assert not (again.read or again.wrote or again.conflicts)
        assert {name: (root / name).read_bytes() for name in before} == before
        assert {name: (root / name).stat().st_mtime_ns for name in before} == stamps
        changed = {}
        for one in folders.known(vault, folder.id)[:: 1 + 3 * number]:
            assert one.skill is not None
            text = library.text(vault, one.skill)
            front = frontmatter(parse(text))
            if front is not None and front.is_yaml:
                changed[one.name] = with_fields(text, {"description": "Another one: this."})
                library.save(vault, one.skill, changed[one.name])
        wrote = reconcile.reconcile(vault, [folder])
        assert sorted(wrote.wrote) == sorted(changed) and not wrote.troubles
        for name, raw in before.items():
            now = (root / name).read_bytes()
            home = name.rpartition("/")[0]
            if home not in changed:
                assert now == raw
                continue
            assert now.decode() == changed[home]
            lines = difflib.ndiff(raw.decode().splitlines(), now.decode().splitlines())
            added = [line for line in lines if line.startswith("+ ")]
            assert len(added) == 1 and "Another one: this." in added[0], name


@pytest.mark.parametrize("name", ["plain", "windows", "listed"])
def test_what_is_as_the_standard_wants_goes_out_as_it_came(
    vault: Vault, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name / FILE
    file.parent.mkdir()
    file.write_bytes(OWN[name].encode())
    (skill,) = install.apply(vault, plans(vault, [read_skills(file)], [None])[0]).added
    (made,) = handing_out.gather(vault, [skill], Options(with_calls=False)).folders
    if name == "listed":  # `tags` is no key of the standard
        assert b"techne-tags: a; b" in made.files[FILE]
        assert (
            made.files[FILE].partition(b"---\n\n\n# L")[2]
            == file.read_bytes().partition(b"---\n\n\n# L")[2]
        )
    else:
        assert made.files[FILE] == file.read_bytes()
