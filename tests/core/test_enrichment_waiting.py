"""What is installed is looked at once; what could be said better waits, and never comes back."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.core.enrichment import skill_file
from app.core.enrichment.enrich import Part, accept, decline, propose
from app.core.enrichment.skill_file import BACKUP
from app.core.enrichment.waiting import look, thin, waiting
from app.core.errors import AppError, Cancelled, StaleEdit
from app.core.library import library, undoing
from app.core.library.authored import authored
from app.core.llm.scripted import Scripted
from app.core.packs import install
from app.core.packs.format.contents import Pack
from app.core.packs.plan import plan
from app.core.training import train as training
from app.core.training.proposal import Fragment, accept_all
from app.core.vault import Vault
from tests.core.test_enrichment import GOOD, PLAIN, THIN
from tests.core.trade import BREW, signed
from tests.core.trade import pack as packed

WELL = "# Tea\n\nBrews tea for everybody who sits in the garden.\n\nTrigger: thirst\n\n1. Brew.\n"


class Notes:
    """Remembers one thing."""

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        return (Fragment(1, "Open the .docx files one after the other.", "Office", 0.9),)

    def near(self, skill: int, queries: object, known: object, progress: object) -> None:
        """It only knows words."""


def brought(vault: Vault, pack: Pack) -> tuple[int, ...]:
    return install.apply(vault, plan(vault, signed(pack)), trust_publisher=True).added


def test_what_is_installed_thin_waits(vault: Vault) -> None:
    thin_one, _well = brought(vault, packed(THIN, WELL))
    library.save(vault, None, PLAIN)
    assert waiting(vault) == ()
    assert look(vault) == (thin_one,)
    assert waiting(vault) == (thin_one,)
    assert look(vault) == ()
    assert Part.TRIGGERS in propose(vault, waiting(vault)[0]).parts


def test_what_was_accepted_or_declined_or_edited_does_not_wait_again(vault: Vault) -> None:
    body = THIN.split("---\n")[2]
    texts = [body.replace("# Merge letters", f"# Merge {n}") for n in range(3)]
    accepted, declined, edited = brought(vault, packed(*texts))
    assert len(look(vault)) == 3
    found = propose(vault, accepted)
    accept(vault, found, {Part.TAGS})
    decline(vault, propose(vault, declined))
    library.save(vault, edited, library.text(vault, edited) + "3. Send it.\n")
    assert waiting(vault) == ()
    assert look(vault) == ()
    undoing.undo(vault)
    assert waiting(vault) == (edited,)


def test_an_import_that_is_undone_waits_for_nobody(vault: Vault) -> None:
    brought(vault, packed(THIN))
    look(vault)
    undoing.undo(vault)
    assert waiting(vault) == () and look(vault) == ()


def test_a_trained_skill_still_tells_what_its_author_wrote(vault: Vault) -> None:
    skill = library.save(vault, None, THIN).skill
    training.accept(vault, accept_all(training.propose(vault, skill, Notes())))
    accept(vault, propose(vault, skill), set(Part))
    state = library.current(vault, skill)
    assert state is not None and "_(from Office)_" in state[1]
    mine = authored(state[1], state[2].training)
    assert "_(from" not in mine and "techne-triggers" in mine


def test_how_much_is_thin_can_be_chosen(vault: Vault) -> None:
    brought(vault, packed(THIN.replace("name:", "triggers: [merge letters]\nname:")))
    assert look(vault, least=10) == ()
    brought(vault, packed(THIN.replace("name:", "triggers: [m]\nname:"), uid="other-1"))
    assert len(look(vault, least=30)) == 1


def test_stopping_loses_nothing(vault: Vault) -> None:
    class Stopped:
        cancelled = True

        def report(self, fraction: float, text: str = "") -> None:
            pass

    brought(vault, packed(THIN))
    with pytest.raises(Cancelled):
        look(vault, progress=Stopped())
    assert len(look(vault)) == 1


def test_all_that_is_thin_is_listed(vault: Vault) -> None:
    library.save(vault, None, PLAIN)
    library.save(vault, None, WELL)
    library.save(vault, None, BREW)
    listed = list(thin(vault))
    assert [one.title for one in listed] == ["Brew tea", "Release the app"]
    assert all(one.is_thin and one.skill is not None for one in listed)
    assert listed[1].values == ()


# Files


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "merge-letters" / "SKILL.md"
    path.parent.mkdir()
    path.write_bytes(THIN.encode())
    return path


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_file_keeps_every_other_byte(file: Path, ending: str, mark: str) -> None:
    file.write_bytes((mark + THIN.replace("\n", ending)).encode())
    before = file.read_bytes()
    file.chmod(0o640)
    read = skill_file.read(file)
    found = skill_file.propose(read)
    backup = skill_file.write(read, found.values)
    assert backup == file.with_name("SKILL.md" + BACKUP) and backup.read_bytes() == before
    lines = file.read_bytes().split(ending.encode())
    assert [line for line in lines if line in before.split(ending.encode())] == [
        line for line in before.split(ending.encode()) if not line.startswith(b"description")
    ]
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in file.parent.iterdir()) == ["SKILL.md", "SKILL.md" + BACKUP]


def test_nothing_is_written_twice(file: Path) -> None:
    read = skill_file.read(file)
    skill_file.write(read, skill_file.propose(read).values)
    at, now = file.stat().st_mtime_ns, skill_file.read(file)
    assert skill_file.propose(now).values == ()
    assert skill_file.write(now, ()) is None
    assert file.stat().st_mtime_ns == at


def test_only_the_first_copy_is_kept(file: Path) -> None:
    read = skill_file.read(file)
    found = skill_file.propose(read)
    first = [value for value in found.values if value.part is Part.TAGS]
    assert skill_file.write(read, first) is not None
    again = skill_file.read(file)
    assert skill_file.write(again, skill_file.propose(again).values) is None
    assert file.with_name("SKILL.md" + BACKUP).read_text() == THIN


def test_a_file_that_was_changed_meanwhile(file: Path) -> None:
    read = skill_file.read(file)
    file.write_text(THIN + "3. Send it.\n")
    with pytest.raises(StaleEdit):
        skill_file.write(read, skill_file.propose(read).values)
    assert len(list(file.parent.iterdir())) == 1


def test_tags_have_no_place_in_a_file_without_frontmatter(file: Path) -> None:
    file.write_text(PLAIN)
    found = skill_file.propose(skill_file.read(file), Scripted([GOOD]))
    assert found.parts == {Part.DESCRIPTION, Part.TRIGGERS}


def test_bad_files_are_said_to_be_so(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.md"
    link.symlink_to(file)
    loop = tmp_path / "loop.md"
    loop.symlink_to(loop)
    latin = tmp_path / "latin.md"
    latin.write_bytes("# Café\n".encode("latin-1"))
    yaml = tmp_path / "yaml.md"
    yaml.write_text("---\nname: [x\ndescription: y\n---\n1. Go.\n")
    large = tmp_path / "large.md"
    large.write_bytes(b"x" * (skill_file.LARGEST + 1))
    for path, said in (
        (link, "link"), (loop, "link"), (latin, "UTF-8"), (yaml, "YAML"), (large, "larger"),
        (tmp_path, "not a file"), (tmp_path / "none.md", "cannot be read"),
        (tmp_path / ("x" * 300), "cannot be read"), (file / "below.md", "cannot be read"),
    ):  # fmt: skip
        with pytest.raises(AppError, match=said):
            skill_file.read(path)


def test_a_file_that_may_not_be_written(file: Path) -> None:
    read = skill_file.read(file)
    file.chmod(0o440)
    with pytest.raises(AppError, match="read-only"):
        skill_file.write(read, skill_file.propose(read).values)
    assert len(list(file.parent.iterdir())) == 1
    gone = replace(read, path=file.with_name("gone.md"))
    with pytest.raises(AppError, match="cannot be written"):
        skill_file.write(gone, skill_file.propose(read).values)
