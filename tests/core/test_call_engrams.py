"""A call may name the engram of what it calls, and then it means no other skill."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.constellation.sky import ties
from app.core.graph.edges import edges
from app.core.library import catalogue, engrams, library, renaming
from app.core.library.known_skills import NamesAndCalls, known_skills
from app.core.library.record import Meta, Status
from app.core.library.usages import usages
from app.core.packs import export, install, plan
from app.core.packs.incoming import unpack
from app.core.packs.install import Decision
from app.core.packs.match import Choice
from app.core.skills import names
from app.core.skills.checking.check import Finding, apply, findings
from app.core.skills.editing.complete import completions
from app.core.skills.model import Call
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from tests.core.trade import GUILD, pack, signed


@pytest.fixture
def twins(vault: Vault) -> dict[str, int]:
    """Skills with one name in two engrams, and one that calls from a third."""
    found = {}
    for name in ("Kitchen", "Night shift"):
        engram = engrams.create(vault, name)
        said = f"# Smoke tests\n\nRequires: ${name.split()[0].lower()}\n\n1. Do.\n"
        found[name] = library.save(vault, None, said, engram=engram).skill
    return found


def save(vault: Vault, text: str) -> int:
    return library.save(vault, None, text).skill


def meant(vault: Vault, skill: int) -> list[list[int]]:
    """What each call of a skill can mean."""
    row = catalogue.row(vault, skill)
    assert row is not None
    calls = parse(library.text(vault, skill)).calls
    return [[target.id for target in catalogue.targets(vault, row, call)] for call in calls]


def checked(vault: Vault, skill: int, code: str) -> list[Finding]:
    row = catalogue.row(vault, skill)
    assert row is not None
    known = known_skills(vault, row.engram, skill)
    return [f for f in findings(parse(library.text(vault, skill)), known) if f.code == code]


@pytest.mark.parametrize(
    "written",
    [
        "@skill: Night shift/smoke-tests, then go on.",
        "@skill: night-shift/smoke-tests(night=$n) -> $x",
        '@skill: "Night shift/Smoke tests" and go on',
        "@skill: Night shift/Smoke tests",
        "[[skill: Night shift/Smoke tests]]",
        "@parallel: [Night shift/smoke-tests(night=$n), other]",
    ],
)
def test_a_call_with_its_engram_means_the_skill_there(
    vault: Vault, twins: dict[str, int], written: str
) -> None:
    skill = save(vault, f"# Caller\n\n1. {written}\n")
    assert meant(vault, skill)[0] == [twins["Night shift"]]
    assert not checked(vault, skill, "call-ambiguous")
    assert not any(f.message.startswith("‘Night") for f in checked(vault, skill, "call-unknown"))


def test_an_ambiguous_call_is_settled_with_one_click(vault: Vault, twins: dict[str, int]) -> None:
    text = "# Caller\n\n1. @skill: smoke-tests(night=$n) then rest.\n"
    skill = save(vault, text)
    assert meant(vault, skill) == [[twins["Kitchen"], twins["Night shift"]]]
    (finding,) = checked(vault, skill, "call-ambiguous")
    assert finding.detail == "Kitchen/Smoke tests, Night shift/Smoke tests"
    for repair, name in zip(finding.repairs, ("Kitchen", "Night shift"), strict=True):
        assert repair.label == f"Replace with {name}/Smoke tests"
        library.save(vault, skill, apply(text, repair))
        assert meant(vault, skill) == [[twins[name]]]
        assert not checked(vault, skill, "call-ambiguous")


def test_the_engram_is_said_where_the_name_alone_says_too_little(
    vault: Vault, twins: dict[str, int]
) -> None:
    def places(skill: int) -> list[str]:
        row, state = catalogue.row(vault, skill), library.current(vault, skill)
        assert row is not None and state is not None
        known = known_skills(vault, row.engram, skill)
        return [known.place(call.target) for call in parse(state[1]).calls]

    calls = "# Caller\n\n1. @skill: smoke-tests\n2. @skill: Kitchen/smoke-tests\n3. @skill: other\n"
    save(vault, "# Other\n")
    assert places(save(vault, calls)) == ["", "", ""], "ambiguous, named, the only one"
    row = catalogue.row(vault, twins["Kitchen"])
    assert row is not None
    beside = library.save(vault, None, calls, engram=row.engram).skill
    assert places(beside) == ["Kitchen", "", ""]
    library.delete(vault, twins["Night shift"])
    assert places(beside) == ["", "", ""]
    library.delete(vault, twins["Kitchen"])
    assert places(beside) == ["", "", ""]


def test_two_of_one_name_in_one_engram_cannot_be_told_apart(vault: Vault) -> None:
    save(vault, "# Twin\n")
    save(vault, "# twin\n")
    engram = engrams.create(vault, "Elsewhere")
    skill = library.save(vault, None, "# Caller\n\n1. @skill: twin\n", engram=engram).skill
    (finding,) = checked(vault, skill, "call-ambiguous")
    assert (finding.detail, finding.repairs) == ("Twin, twin", ())
    row = catalogue.row(vault, skill)
    assert row is not None
    assert known_skills(vault, row.engram).callable() == ("Twin", "twin", "Caller")


def test_completion_offers_the_engrams_where_the_name_is_not_enough(
    vault: Vault, twins: dict[str, int]
) -> None:
    save(vault, "# Lint\n")
    known = known_skills(vault, engrams.named(vault, engrams.SKILLS).id)
    assert sorted(known.callable()) == [
        "Kitchen/Smoke tests", "Lint", "Night shift/Smoke tests",
    ]  # fmt: skip
    text = "1. @skill: smo"
    found = completions(text, len(text), known.callable())
    assert found is not None
    assert [item.insert for item in found.items] == [
        '"Kitchen/Smoke tests"',
        '"Night shift/Smoke tests"',
    ]
    beside = known_skills(vault, catalogue.row(vault, twins["Kitchen"]).engram)  # type: ignore[union-attr]
    assert sorted(beside.callable()) == ["Lint", "Smoke tests"], "there the name is enough"


def test_a_name_with_a_slash_stays_a_name(vault: Vault) -> None:
    pipeline = save(vault, "# CI/CD pipeline\n")
    engram = engrams.create(vault, "CI")
    library.save(vault, None, "# CD pipeline\n", engram=engram)
    skill = save(vault, '# Caller\n\n1. @skill: "CI/CD pipeline"\n')
    assert meant(vault, skill) == [[pipeline]]
    assert catalogue.callers(vault, pipeline) == (skill,)
    assert len(usages(vault, pipeline)) == 1


def test_an_engram_that_is_not_here_stands_for_the_own_one(vault: Vault) -> None:
    beside = save(vault, "# Smoke tests\n")
    skill = save(vault, "# Caller\n\n1. @skill: Far away/smoke-tests\n2. @skill: Far away/gone\n")
    assert meant(vault, skill) == [[beside], []]
    assert [f.step for f in checked(vault, skill, "call-unknown")] == [2]
    engrams.create(vault, "Far away")
    assert meant(vault, skill) == [[beside], []], "a call stays where it was"
    assert [f.step for f in checked(vault, skill, "call-unknown")] == [2]
    new = save(vault, "# New\n\n1. @skill: Far away/smoke-tests\n")
    assert meant(vault, new) == [[]], "now it says where, and nothing is there"


def test_nothing_in_quarantine_is_called_by_its_engram(vault: Vault, twins: dict[str, int]) -> None:
    skill = save(vault, "# Caller\n\n1. @skill: Kitchen/smoke-tests\n")
    state = library.current(vault, twins["Kitchen"])
    assert state is not None
    library.refile(vault, twins["Kitchen"], Meta(state[2].engram, Status.QUARANTINED))
    assert meant(vault, skill) == [[]]
    assert len(checked(vault, skill, "call-unknown")) == 1


def test_who_calls_it_is_known(vault: Vault, twins: dict[str, int]) -> None:
    skill = save(vault, "# Caller\n\n1. Ask, then @skill: Night shift/smoke-tests for it.\n")
    assert catalogue.callers(vault, twins["Night shift"], certain=True) == (skill,)
    assert catalogue.callers(vault, twins["Kitchen"]) == ()
    assert [(t.source, t.target) for t in ties(vault)] == [(skill, twins["Night shift"])]
    (usage,) = usages(vault, twins["Night shift"])
    assert (usage.caller.id, usage.is_certain) == (skill, True)


def test_a_circle_through_an_engram_is_found(vault: Vault) -> None:
    engram = engrams.create(vault, "Kitchen")
    library.save(vault, None, "# Back\n\n1. @skill: Skills/caller\n", engram=engram)
    skill = save(vault, "# Caller\n\n1. @skill: Kitchen/back\n")
    (finding,) = checked(vault, skill, "call-cycle")
    assert finding.detail == "Caller → Back → Caller"


def test_a_new_name_is_followed_behind_the_engram(vault: Vault, twins: dict[str, int]) -> None:
    text = '# Caller\n\n1. @skill: Night shift/smoke-tests\n2. @skill: "Kitchen/Smoke tests"\n'
    skill = save(vault, text)
    renaming.rename(vault, twins["Night shift"], "Checks")
    assert library.text(vault, skill) == text.replace(
        "Night shift/smoke-tests", '"Night shift/Checks"'
    )
    assert meant(vault, skill) == [[twins["Night shift"]], [twins["Kitchen"]]]


def test_a_pack_carries_the_text_and_its_skills_find_each_other(
    vault: Vault, twins: dict[str, int]
) -> None:
    """Where the skills of the pack come in, no engram has the name it was written with."""
    text = "# Caller\n\n1. @skill: Night shift/smoke-tests\n"
    skill = save(vault, text)
    assert set(export.closure(vault, [skill])) == {skill, twins["Night shift"]}
    packed = pack(text, library.text(vault, twins["Night shift"]))
    night = engrams.named(vault, "Night shift")
    engrams.change(vault, night.id, name="Day shift", tier=night.tier, cap=None)
    (made,) = plan.plans(vault, [unpack(signed(packed, GUILD))], ["Arrived"])
    install.apply_all(vault, [made], {0: Decision(quarantine=False)})
    arrived = {r.title: r.id for r in catalogue.rows(vault) if r.engram_name == "Arrived"}
    assert library.text(vault, arrived["Caller"]) == text
    assert meant(vault, arrived["Caller"]) == [[arrived["Smoke tests"]]]


@given(st.text(max_size=30))
@example("a/b")
@example("/ / x/")
@example("skill:12: a/b (trained 2026-01-02)")
def test_the_whole_is_the_first_reading_of_any_name(name: str) -> None:
    first, *others = names.readings(names.call_key(name))
    assert first == ("", names.key(name))
    assert all(engram and own for engram, own in others)
    for engram, own in others:
        assert f"{engram}-{own}" == names.key(name)


def test_the_edge_names_both(vault: Vault) -> None:
    (edge,) = (e for e in edges(parse("1. @skill: Night shift/smoke-tests\n")) if e.target)
    assert (edge.target, edge.target_key) == ("Night shift/smoke-tests", "night-shift/smoke-tests")


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("deploy and/or roll back", "deploy and"),
        ("lint / format", "lint"),
        ("prepare, then tests/unit", "prepare"),
        ("tests/", "tests"),
        ("a/b/c", "a/b/c"),
        ("Team A/Smoke tests with care", "Team A/Smoke tests"),
        ("Team A/smoke-tests now", "Team A/smoke-tests"),
    ],
)
def test_where_a_name_with_an_engram_ends(written: str, target: str) -> None:
    (call,) = parse(f"1. @skill: {written}").calls
    assert call.target == target
    assert isinstance(call, Call)


def test_what_the_target_takes_is_read_once_and_again_when_it_changed(
    vault: Vault, twins: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "# Caller\n\n1. @skill: Kitchen/smoke-tests\n"
    save(vault, text)
    followed = NamesAndCalls(vault)
    place = engrams.named(vault, engrams.SKILLS).id
    reads: list[int] = []
    current = library.current

    def counted(vault: Vault, skill: int) -> object:
        reads.append(skill)
        return current(vault, skill)

    def needed() -> list[str]:
        followed.catch_up()
        with monkeypatch.context() as patch:
            patch.setattr(library, "current", counted)
            found = findings(parse(text), followed.known(place))
        return [f.message for f in found if f.code == "argument-missing"]

    assert needed() == ["Kitchen/smoke-tests needs the input kitchen."]
    assert needed() and reads == [twins["Kitchen"]]
    save(vault, "# Another\n")
    assert needed() and reads == [twins["Kitchen"]], "nothing is read because another changed"
    library.save(vault, twins["Kitchen"], "# Smoke tests\n\nRequires: $pot\n\n1. Do.\n")
    assert needed() == ["Kitchen/smoke-tests needs the input pot."]
    assert len(reads) == 2


def test_a_call_in_a_pack_follows_what_gets_another_name(vault: Vault) -> None:
    """The name that is taken here is not the one the pack means."""
    engram = engrams.create(vault, "Arrived")
    library.save(vault, None, "# Smoke tests\n\n1. Mine.\n", engram=engram)
    text = "# Caller\n\n1. @skill: Night shift/smoke-tests and @skill: Night shift/gone\n"
    packed = signed(pack(text, "# Smoke tests\n\n1. Theirs.\n"), GUILD)
    (made,) = plan.plans(vault, [unpack(packed)], ["Arrived"])
    caller, target = made.items
    assert caller.missing == ("Night shift/gone",)
    assert [need.skill for need in target.needed_by] == ["Caller"]
    install.apply_all(
        vault, [made], {0: Decision(quarantine=False, choices={target.index: Choice.RENAME})}
    )
    arrived = {r.title: r.id for r in catalogue.rows(vault) if r.engram_name == "Arrived"}
    assert library.text(vault, arrived["Caller"]) == text.replace(
        "Night shift/smoke-tests", '"Smoke tests (2)"'
    )
    assert meant(vault, arrived["Caller"])[0] == [arrived["Smoke tests (2)"]]
