"""Which texts are read again after a change: as many as needed, and no others."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.changes import Part
from app.core.library import catalogue, engrams, library, skill_actions
from app.core.library.record import Meta, Reason, Status
from app.core.memory import nodes, relations
from app.core.memory.entities import Known
from app.core.vault import Vault

TOOL = "# {name}\n\n1. Look. {note}\n"
CALLER = "# Deploy\n\nIt depends on {name}.\n\n1. Go.\n"
NAMES = ("WebPerf", "webperf", "Web perf", "Rollback")
PLACES = ("Work", engrams.DEMOS, engrams.SKILLS)

change = st.one_of(
    st.tuples(st.just("write"), st.integers(0, 2), st.sampled_from(NAMES), st.integers(0, 1)),
    st.tuples(st.just("file"), st.integers(0, 2), st.sampled_from(PLACES)),
    st.tuples(st.just("delete"), st.integers(0, 2)),
    st.tuples(st.just("release"), st.integers(0, 2)),
    st.tuples(st.just("call"), st.sampled_from(NAMES)),
)


def put(vault: Vault, text: str, status: Status = Status.ACTIVE) -> int:
    with vault.write("Put") as write:
        meta = Meta(engrams.ensure(write, "Work"), status)
        return library.put(write, None, text, meta, Reason.IMPORTED).skill


def said(vault: Vault) -> set[tuple[int, int | None, str]]:
    return {(r.source, r.target, r.kind.value) for r in relations.between_skills(vault)}


def start_over(vault: Vault) -> set[tuple[int, int | None, str]]:
    """What all texts state when every one of them is read."""
    with vault.write(None) as write:
        write.db.execute("update skill_meta set indexed = null")
        write.touch(Part.KNOWLEDGE)
    nodes.catch_up(vault)
    return said(vault)


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(changes=st.lists(change, min_size=1, max_size=5))
def test_what_is_not_read_again_would_say_the_same(
    vault: Vault, changes: list[tuple[object, ...]]
) -> None:
    library.delete(vault, *(row.id for row in catalogue.rows(vault)))
    tools = [
        put(vault, TOOL.format(name=name, note=""), status)
        for name, status in zip(NAMES, (*[Status.ACTIVE] * 2, Status.QUARANTINED), strict=False)
    ]
    caller = put(vault, CALLER.format(name="WebPerf"))
    nodes.catch_up(vault)
    for what, *given_ in changes:
        match what, *given_:
            case "write", int(n), str(name), note:
                library.save(vault, tools[n], TOOL.format(name=name, note=note))
            case "file", int(n), str(place):
                skill_actions.move(vault, place, tools[n])
            case "delete", int(n):
                library.delete(vault, tools[n])
            case "release", int(n):
                skill_actions.release(vault, tools[n])
            case "call", str(name):
                library.save(vault, caller, CALLER.format(name=name))
        nodes.catch_up(vault)
        known = said(vault)
        assert known == start_over(vault)


def test_a_change_of_the_text_alone_has_no_other_text_read(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = put(vault, TOOL.format(name="WebPerf", note=""))
    caller = put(vault, CALLER.format(name="WebPerf"))
    nodes.catch_up(vault)
    read: list[int] = []
    plain = nodes._read

    def noted(vault: Vault, skill: int, known: Known) -> object:
        read.append(skill)
        return plain(vault, skill, known)

    monkeypatch.setattr(nodes, "_read", noted)
    library.save(vault, tool, TOOL.format(name="WebPerf", note="Twice."))
    nodes.catch_up(vault)
    assert read == [tool]
    library.save(vault, tool, TOOL.format(name="webperf", note="Twice."))
    nodes.catch_up(vault)
    assert sorted(read) == [tool, tool, caller]
