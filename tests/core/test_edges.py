"""The edges a text implies."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from app.core.graph.edges import (
    CallEvidence,
    EdgeType,
    NodeKind,
    decode_call,
    decode_loop,
    edges,
    encode_call,
    encode_evidence,
    encode_loop,
)
from app.core.skills.grammar import parse
from tests.core.test_grammar import texts

TEXT = """# Deploy

Trigger: ship it
On failure: @skill: rollback(branch=$branch)

1. Look. @skill: Target Skill(branch=$branch, depth=fast) -> $envOk, $rest
2. Move.

Pods were slow. _(from notes)_

3. Check. @loop: 2 max=4 @branch: if $envOk -> 1 else 2
4. @parallel: [a, b(x=$y)] -> [$p, $q]
5. Run the "mentioned" skill. Go back to step 9.
"""


def _all() -> list[tuple[str, str, str, float, str]]:
    found = []
    for edge in edges(parse(TEXT)):
        source = f"{edge.source.kind} {edge.source.number}"
        target = f"{edge.node.kind} {edge.node.number}" if edge.node else edge.target_key
        found.append((source, target, edge.type.value, edge.weight, edge.evidence))
    return found


def test_every_kind_of_edge() -> None:
    assert sorted(_all()) == sorted(
        [
            ("step 1", "step 2", "precedes", 0.9, "skill:seq"),
            ("step 2", "step 3", "precedes", 0.9, "skill:seq"),
            ("step 3", "step 4", "precedes", 0.9, "skill:seq"),
            ("step 4", "step 5", "precedes", 0.9, "skill:seq"),
            ("title 0", "goal 1", "contains", 0.85, "skill:goal"),
            ("title 0", "goal 2", "contains", 0.85, "skill:goal"),
            ("step 3", "step 2", "precedes", 0.7, "skill:loop;max=4"),
            ("step 3", "step 1", "depends-on", 0.75, "skill:branch"),
            ("step 3", "step 2", "depends-on", 0.75, "skill:branch"),
            ("memory 1", "step 2", "supports", 0.6, "skill:ctx"),
            ("goal 2", "rollback", "contains", 0.95, "skill:calls;args=branch;onFailure=true"),
            ("step 1", "target-skill", "contains", 0.95,
             "skill:calls;args=branch,depth;capture=envOk"),
            ("step 4", "a", "contains", 0.95, "skill:calls;capture=p;parallel=true"),
            ("step 4", "b", "contains", 0.95, "skill:calls;args=y;capture=q;parallel=true"),
        ]
    )  # fmt: skip


def test_what_the_evidence_cannot_carry_is_beside_it() -> None:
    found = {edge.evidence: edge for edge in edges(parse(TEXT)) if edge.source.number == 1}
    call = found["skill:calls;args=branch,depth;capture=envOk"]
    assert call.target == "Target Skill"
    assert call.detail == {
        "arguments": [
            {"name": "branch", "value": "branch", "variable": True},
            {"name": "depth", "value": "fast", "variable": False},
        ],
        "captures": ["envOk", "rest"],
    }
    loop = next(e for e in edges(parse(TEXT)) if e.evidence == "skill:loop;max=4")
    assert loop.detail["maximum"] == 4
    branch = next(e for e in edges(parse(TEXT)) if e.evidence == "skill:branch")
    assert branch.detail["condition"] == "$envOk"


def test_nodes_name_their_block() -> None:
    skill = parse(TEXT)
    for edge in edges(skill):
        for node in (edge.source, *([edge.node] if edge.node else [])):
            block = skill.blocks[node.block]
            assert block.kind.value == node.kind.value


def test_a_text_without_title_has_one_all_the_same() -> None:
    (edge,) = edges(parse("Trigger: a"))
    assert (edge.source.kind, edge.source.block) == (NodeKind.TITLE, -1)


def test_the_same_jump_twice_is_one_edge_different_calls_are_two() -> None:
    found = edges(parse("1. a\n2. b @loop: 1 @loop: 1 @skill: x @skill: x @skill: x(a=$b)"))
    assert [e.evidence for e in found if e.type is not EdgeType.PRECEDES] == [
        "skill:calls",
        "skill:calls;args=b",
    ]
    assert [e.evidence for e in found].count("skill:loop") == 1


@pytest.mark.parametrize(("maximum", "evidence"), [(4, "skill:loop;max=4"), (None, "skill:loop")])
def test_loop_evidence(maximum: int | None, evidence: str) -> None:
    assert encode_loop(maximum) == evidence
    assert decode_loop(evidence) == maximum


def test_a_cap_of_nothing_is_no_cap() -> None:
    assert encode_loop(0) == "skill:loop"
    assert decode_loop("skill:loop;max=x;later=1") is None


def test_unknown_evidence_is_skipped() -> None:
    assert decode_call("skill:calls;new=1;args=a,,b") == CallEvidence(("a", "b"))
    assert decode_call("") == CallEvidence()


@given(texts)
def test_evidence_is_read_back_and_edges_stay_inside(text: str) -> None:
    skill = parse(text)
    for edge in edges(skill):
        assert 0 < edge.weight <= 1
        if edge.type is EdgeType.CONTAINS and edge.target:
            assert encode_evidence(decode_call(edge.evidence)) == edge.evidence
    for call in skill.calls:
        said = decode_call(encode_call(call))
        assert said.on_failure == call.on_failure
        assert said.capture == (call.captures[0] if call.captures else "")


def test_recorded_evidence(shared: Path) -> None:
    cases = json.loads((shared / "reference" / "oracle-cases.json").read_text("utf-8"))
    for case in cases["encodeCallEvidence"]:
        call, options = case["in"]
        said = CallEvidence(
            tuple(call["args"]),
            call.get("captureAs", ""),
            options.get("onFailure", False),
            options.get("parallel", False),
        )
        assert encode_evidence(said) == case["out"]
    for case in cases["parseCallEvidence"]:
        out = case["out"]
        assert decode_call(case["in"]) == CallEvidence(
            tuple(out["args"]), out.get("captureAs", ""), out["onFailure"], out["parallel"]
        )
    for case in cases["encodeLoopEvidence"]:
        assert encode_loop(case["in"]) == case["out"]
    for case in cases["parseLoopMax"]:
        assert decode_loop(case["in"]) == case["out"]
