"""What checks know of all skills: after any change it is as if everything had been read anew."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from app.core.changes import Part
from app.core.errors import NothingToUndo
from app.core.library import catalogue, engrams, library, undoing
from app.core.library.known_skills import NamesAndCalls, known_skills
from app.core.library.record import Meta, Status
from app.core.skills.checking.check import KnownSkills
from app.core.vault import Row, Vault

NAMES = ("s0", "s1", "s2", "s3")


def text(random: Random) -> str:
    """Names and calls out of a handful, so that they clash."""
    calls = "".join(f"{n}. @skill: s{random.randrange(4)}\n" for n in (1, 2))
    return f"# S{random.randrange(4)}\n\n{calls if random.random() < 0.7 else ''}"


def change(vault: Vault, random: Random, engram: int) -> None:
    skills = [i for (i,) in vault.rows("select id from skill where current is not null")]
    kind = random.randrange(6) if skills else 0
    if kind == 0:
        library.save(vault, None, text(random), engram=random.choice((None, engram)))
    elif kind == 1:
        library.delete(vault, random.choice(skills))
    elif kind == 2:
        meta = Meta(random.choice((1, engram)), random.choice(list(Status)))
        library.refile(vault, random.choice(skills), meta)
    elif kind == 3:
        vault.put_setting("something else", random.random())
    elif kind == 4:
        with suppress(NothingToUndo):
            undoing.undo(vault)
    else:
        library.save(vault, random.choice(skills), text(random))


def said(known: KnownSkills) -> tuple[object, ...]:
    nodes = {name: known.node(name) for name in NAMES}
    others = {name: known.candidates(name) for name in NAMES}
    return known.by_key, dict(known.calls), known.targets, known.own, nodes, others


def titles(vault: Vault, skills: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(row.title for row in catalogue.some(vault, skills).values())


def called(vault: Vault, skill: int) -> set[str]:
    return {
        key for (key,) in vault.rows("select target_key from edge where skill = ?", skill) if key
    }


@pytest.mark.parametrize("seed", range(12))
def test_what_is_patched_is_what_is_read_anew(vault: Vault, seed: int) -> None:
    random = Random(seed)
    library.save(vault, None, "# S1\n")
    engram = engrams.create(vault, "Elsewhere")
    followed = NamesAndCalls(vault)
    for _turn in range(40):
        change(vault, random, engram)
        if random.random() < 0.6:
            followed.catch_up()
            rows = catalogue.rows(vault)
            for place in ((1, None), (2, None), (None, None), *((r.engram, r.id) for r in rows)):
                now, anew = followed.known(*place), known_skills(vault, *place)
                assert said(now) == said(anew)
            for row in rows:
                known = followed.known(row.engram, row.id)
                for name in NAMES:
                    meant = catalogue.resolve(vault, name, row.engram, row.id)
                    assert known.found(name) == titles(vault, meant)
                    if library.current(vault, row.id) and name in called(vault, row.id):
                        assert catalogue.called(vault, [row.id]).get(row.id, {}).get(
                            name, ()
                        ) == tuple(sorted(meant))


def test_only_what_changed_is_read(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, counted_rows: Callable[[], int]
) -> None:
    skills = [library.save(vault, None, f"# S{n}\n\n1. @skill: s0\n").skill for n in range(50)]
    followed = NamesAndCalls(vault)
    followed.known(1)
    before = counted_rows()
    library.save(vault, skills[7], "# Renamed\n")
    saved = counted_rows()
    followed.catch_up()
    assert followed.known(1).found("renamed") == ("Renamed",)
    assert saved >= before and counted_rows() - saved < 10


def test_where_old_changes_are_forgotten_everything_is_read(vault: Vault) -> None:
    skill = library.save(vault, None, "# Old\n").skill
    followed = NamesAndCalls(vault)
    library.save(vault, skill, "# New\n")
    with vault.write(None) as write:
        write.db.execute("delete from change where id < (select max(id) from change)")
        write.db.execute("update change set id = id + 100")
        write.touch(Part.SETTINGS)
    vault.put_setting("x", 1)
    followed.catch_up()
    assert followed.known(1).titles() == ("New",)


@pytest.fixture
def counted_rows(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many rows the vault gave away so far."""
    given = [0]
    usual = Vault.rows

    def rows(vault: Vault, sql: str, *args: object) -> list[Row]:
        found = usual(vault, sql, *args)
        given[0] += len(found)
        return found

    monkeypatch.setattr(Vault, "rows", rows)
    return lambda: given[0]
