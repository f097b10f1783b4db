"""Skills as SKILL.md folders and archives: all programs load them, and they come back."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.library import catalogue, details, library
from app.core.lifecycle import tagging
from app.core.mirror import handing_out
from app.core.mirror.attached import path_of
from app.core.mirror.bringing import read_skills
from app.core.mirror.handing_out import skill_text
from app.core.mirror.oddities import FILE, oddities
from app.core.mirror.standard import as_standard
from app.core.packs import attachments, install, trust
from app.core.packs.export import Options
from app.core.packs.format import read
from app.core.packs.format.contents import PackedSkill
from app.core.packs.plan import plans
from app.core.packs.translate import text_of
from app.core.skills.model import Skill
from app.core.skills.reading.discovery import stated_role, stated_tags
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from tests.conftest import SHARED
from tests.core.skill_files import DEPLOY, named, put

PLAIN = Options(with_calls=False)


def new(vault: Vault, text: str) -> int:
    return library.save(vault, None, text).skill


def out(vault: Vault, *skills: int, options: Options = PLAIN) -> handing_out.Outgoing:
    return handing_out.gather(vault, skills, options)


def meaning(skill: Skill) -> object:
    """All that a procedure is."""
    return (
        skill.title,
        [(goal.kind, goal.value) for goal in skill.goals],
        [(step.path, step.text) for step in skill.steps],
        [(call.target, call.explicit) for call in skill.calls],
        [(recipe.name, recipe.trigger, recipe.steps) for recipe in skill.recipes],
    )


def said(skill: Skill, name: str) -> tuple[str, ...]:
    front = frontmatter(skill)
    return front.items(name) if front is not None else ()


def handed_out(text: str, title: str = "") -> tuple[str, str]:
    """The folder that a text goes into, and what stands in it."""
    skill = PackedSkill(title or parse(text).title or "Untitled skill", text)
    folder = handing_out._name(skill, 7)
    return folder, skill_text(skill, folder)


# The same on the other side


LINES = st.sampled_from(
    [
        "# Größe prüfen", "# 日本の手順", "# Con", "# A: title, with “quotes” # and a mark",
        "Trigger: somebody asks: why?", "Success: done", "Requires: $a, $b:{x|y}",
        "Produces: $c", "1. First, with $a.", "2. @skill: Other skill -> $c", "2. Second.",
        "   - Detail.", "3. If $b is x, go back to step 1.", "## Recipes", "### When: it rains",
        "A note: with a colon.", "", "- [ ] Tick", "> quoted",
    ]
)  # fmt: skip
FIELDS = st.sampled_from(
    [
        "name: deploy", "name: Not A Name", "description: Ships: it", "description: Ships it.",
        "description: >\n  Folded\n  text.", "triggers: [ship it, go live]",
        "triggers:\n  - one, two", "tags: [a, b]", "role: utility", "version: 1.10",
        "license: MIT", "allowed-tools: [Read, Write]", "title: Another title",
        "metadata:\n  author: me", "# remark", "nested:\n  a: {b: [1, yes]}",
    ]
)  # fmt: skip


@st.composite
def texts(draw: st.DrawFn) -> str:
    body = "\n".join(draw(st.lists(LINES, max_size=14)))
    fields = draw(st.lists(FIELDS, max_size=6, unique_by=lambda one: one.split(":")[0]))
    front = "---\n" + "".join(f"{one}\n" for one in fields) + "---\n" if draw(st.booleans()) else ""
    text = f"{front}{body}\n"
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@given(texts())
def test_whatever_it_is_it_comes_back_the_same(text: str) -> None:
    before = parse(text)
    folder, made = handed_out(text)
    after = parse(made)
    front = frontmatter(before)
    if front is not None and not front.is_yaml and made == text:
        return  # what no rule mends is left alone
    assert not oddities(made.encode(), folder), made
    if before.title:
        assert meaning(after) == meaning(before)
    assert said(after, "triggers") == said(before, "triggers")
    assert stated_tags(after) == stated_tags(before)
    assert stated_role(after) == stated_role(before)
    assert as_standard(made, folder) == made


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=300))
def test_any_text_can_be_handed_out(text: str) -> None:
    folder, made = handed_out(text)
    front = frontmatter(parse(made))
    assert front is not None
    assert not front.is_yaml or not [
        one for one in oddities(made.encode(), folder) if one.odd.value not in ("angle-brackets",)
    ]


def own_texts() -> Iterator[str]:
    places = [trust.DEMOS, trust.DEMOS.parent / "showcase"]
    for place in places:
        yield from (file.read_text(encoding="utf-8") for file in sorted(place.rglob("*.md")))
    for file in sorted((SHARED / "packs").glob("*.gsk")) if SHARED.is_dir() else ():
        pack = read.unlock(read.inspect(file.read_bytes()))
        yield from map(text_of, pack.skills)


def test_our_own_and_published_skills_come_back_the_same() -> None:
    seen = 0
    for text in own_texts():
        if not parse(text).steps:
            continue
        seen += 1
        folder, made = handed_out(text)
        assert not oddities(made.encode(), folder)
        assert meaning(parse(made)) == meaning(parse(text))
    assert seen > 3


def test_what_a_person_chose_beside_the_text_comes_back(vault: Vault, tmp_path: Path) -> None:
    skill = new(vault, "# Größe prüfen\n\nTrigger: a parcel\n\n1. Measure.\n2. @skill: Deploy\n")
    new(vault, DEPLOY)
    tagging.retag(vault, [skill], add=["warehouse"])
    details.change(vault, skill, role="processor", confidence=0.5, input_hints=["a, b"],
                   file_patterns=["*.csv", "*.txt"])  # fmt: skip
    before = library.text(vault, skill)
    (path,) = handing_out.write_folders(out(vault, skill), tmp_path)
    assert not oddities((path / FILE).read_bytes(), path.name)
    other = plans(vault, [read_skills(path)], ["Elsewhere"])[0]
    (again,) = install.apply(vault, other).added
    assert meaning(parse(library.text(vault, again))) == meaning(parse(before))
    mine, theirs = details.details(vault, skill), details.details(vault, again)
    for name in ("role", "confidence", "input_hints", "file_patterns"):
        assert getattr(mine, name) == getattr(theirs, name), name
    rows = catalogue.some(vault, [skill, again])
    assert tagging.tags_of(vault, skill) == tagging.tags_of(vault, again) == ("warehouse",)
    assert rows[again].title == "Größe prüfen"


def test_files_go_back_where_they_were(vault: Vault, tmp_path: Path) -> None:
    put(tmp_path, "deploy")
    for name in ("scripts/run.py", "a/x.txt", "b/x.txt", "evals/evals.json", "notes.md"):
        put(tmp_path, "deploy", name, name)
    (skill,) = install.apply(
        vault, plans(vault, [read_skills(tmp_path / "deploy")], [None])[0]
    ).added
    attachments.attach(vault, skill, "more.txt", b"more")
    (path,) = handing_out.write_folders(out(vault, skill), tmp_path / "out")
    found = {
        one.relative_to(path).as_posix(): one.read_bytes()
        for one in path.rglob("*")
        if one.is_file()
    }
    assert found == {
        FILE: DEPLOY.encode(), "more.txt": b"more",
        **{name: name.encode() for name in ("scripts/run.py", "a/x.txt", "b/x.txt", "notes.md")},
    }  # fmt: skip
    assert read_skills(path).skills[0].text == DEPLOY


def test_a_path_that_leads_out_is_not_written(vault: Vault) -> None:
    for path in ("../../x", "/etc/x", "a/../../x", "C:/x", "a\\..\\..\\x", "con/x"):
        made = path_of("x", {"techne": {"paths": {"x": path}}})
        assert made == "x"


def test_an_archive_has_one_folder_and_is_the_same_each_time(vault: Vault, tmp_path: Path) -> None:
    skill = new(vault, "# Ship it\n\n1. Build.\n")
    attachments.attach(vault, skill, "run.py", b"print(1)")
    attachments.attach(vault, skill, "x.pyc", b"x")
    path = tmp_path / "ship.skill"
    handing_out.write_archive(out(vault, skill), path)
    first = path.read_bytes()
    handing_out.write_archive(out(vault, skill), path)
    assert path.read_bytes() == first
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["ship-it/SKILL.md", "ship-it/run.py"]
    assert [one.title for one in read_skills(path).skills] == ["Ship it"]
    other = new(vault, DEPLOY)
    with pytest.raises(AppError, match="one skill"):
        handing_out.write_archive(out(vault, skill, other), path)
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    with pytest.raises(AppError, match="already exists"):
        handing_out.write_archive(out(vault, skill), mine)
    assert mine.read_text() == "mine"


def test_what_is_there_is_never_replaced(vault: Vault, tmp_path: Path) -> None:
    first, second = new(vault, DEPLOY), new(vault, named(DEPLOY, "bake"))
    into = tmp_path / "out"
    theirs = put(into, "bake", "theirs")
    with pytest.raises(AppError, match="already exists"):
        handing_out.write_folders(out(vault, first, second), into)
    assert [one.name for one in into.iterdir()] == ["bake"] and theirs.read_text() == "theirs"
    handing_out.write_folders(out(vault, first), into)
    handing_out.write_folders(out(vault, first), into)  # the very same
    assert sorted(one.name for one in into.iterdir()) == ["bake", "deploy"]


def test_two_of_one_name_have_folders_of_their_own(vault: Vault) -> None:
    skills = [new(vault, f"# {title}\n\n1. Go.\n") for title in ("Ship it", "Ship-it!", "日本")]
    names = [one.name for one in out(vault, *skills).folders]
    assert names == ["ship-it", "ship-it-2", "skill-3"]
    texts = [one.files[FILE].decode() for one in out(vault, *skills).folders]
    assert [parse(text).title for text in texts] == ["Ship it", "Ship-it!", "日本"]


@pytest.mark.parametrize("title", ["Ship it", "日本", "Con", "x" * 100, "Größe: prüfen"])
def test_the_reference_validator_takes_them(title: str, tmp_path: Path) -> None:
    validator = pytest.importorskip(
        "skills_ref.validator", reason="the reference validator is not installed"
    )
    text = f"# {title}\n\nTrigger: now\n\n1. Go.\n"
    folder, made = handed_out(text)
    put(tmp_path, folder, made)
    assert validator.validate(tmp_path / folder) == []
    for number, own in enumerate(own_texts()):
        folder, made = handed_out(own)
        put(tmp_path / str(number), folder, made)
        assert validator.validate(tmp_path / str(number) / folder) == [], own[:300]
