"""What is only a consequence of a skill's text: its row in the list, its edges, its words.

Edges and words belong to the version with the text, so that they can be written down before the
version is the current one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.core.graph.edges import Edge, Node, NodeKind, edges
from app.core.library.authored import rewritten, standing
from app.core.library.record import Meta, Passage, Placed
from app.core.skills import names
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.discovery import discovery, stated_role
from app.core.vault import Write
from app.core.words import _

READING = 4
"""The edition of the reader: one more whenever it reads some text otherwise than before, so that
what the vault derived from texts is compared with what they say now (`library.reread`)."""

_json = json.JSONEncoder(ensure_ascii=False).encode
"""One for all: `json.dumps` would make an encoder for each of the many edges of an import."""

WITH_WORDS = "from version_words(?) w join skill s on s.current = w.rowid"
"""The skills (`s`) whose texts have what an FTS5 query asks for."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What the list shows of a skill."""

    title: str
    key: str
    engram: int
    status: str
    role: str


@dataclass(frozen=True, slots=True)
class Derived:
    """All of it, for one text. `edges` and `words` are rows of their tables without the version."""

    listed: Listed
    edges: tuple[tuple[object, ...], ...] = ()
    words: tuple[str, ...] = ()

    called: frozenset[str] = frozenset()
    """The keys of the names it calls."""


def derived(parsed: Skill | None, meta: Meta) -> Derived:
    """Make it all from what a text says; without one there is only what the list shows."""
    if parsed is None:
        return Derived(_listed("", meta, ""))
    listed = _listed(parsed.title, meta, derived_role(parsed))
    called = frozenset(names.call_key(call.target) for call in parsed.calls if call.explicit) - {""}
    return Derived(listed, _edges(parsed, meta), _words(parsed, meta), called)


def keep(write: Write, version: int, derived: Derived) -> None:
    """Write down the edges and the words of a version."""
    write.db.executemany(
        "insert into version_edge values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(version, *edge) for edge in derived.edges],
    )
    if derived.words:
        write.db.execute(
            "insert into version_words (rowid, title, trigger, goals, body)"
            " values (?, in_pairs(?), in_pairs(?), in_pairs(?), in_pairs(?))",
            (version, *derived.words),
        )


def forget(write: Write, versions: Sequence[int], most: int = -1) -> bool:
    """Take away what was kept for versions that are not current; whether that was all.

    `most` is how many edges are taken away at once; any number without it.
    """
    write.db.execute(
        "delete from version_edge where rowid in (select rowid from version_edge"
        " where version in (select value from json_each(?)) limit ?)",
        (_json(versions), most),
    )
    if write.db.changes() == most:
        return False
    write.db.execute(
        "delete from version_words where rowid in (select value from json_each(?))",
        (_json(versions),),
    )
    return True


def derived_role(skill: Skill) -> str:
    """Where a skill stands by its text: as it says, or it calls others, works on inputs, helps."""
    if role := stated_role(skill):
        return role
    if any(call.explicit and not call.on_failure for call in skill.calls):
        return "orchestrator"
    return "processor" if skill.requires or skill.produces else "utility"


def untitled() -> str:
    """What a skill is called whose text gives it no title."""
    return _("Untitled skill")


def _listed(title: str, meta: Meta, role: str) -> Listed:
    return Listed(
        title or untitled(), names.key(title), meta.engram, meta.status.value, meta.role or role
    )


def _edges(parsed: Skill, meta: Meta) -> tuple[tuple[object, ...], ...]:
    placed, woven = standing(parsed, meta.training), rewritten(parsed, meta.training)
    return tuple(
        (
            edge.type,
            edge.evidence,
            edge.weight,
            _place(edge.source),
            _place(edge.node) if edge.node is not None else "",
            edge.target,
            edge.target_key,
            _detail(edge, placed, woven),
        )
        for edge in edges(parsed)
    )


def _detail(edge: Edge, placed: Mapping[int, Placed], woven: Mapping[int, Passage]) -> str:
    if placed or woven:
        return _json({**edge.detail, **_why(edge, placed), **_whence(edge, woven)})
    return _json(edge.detail) if edge.detail else "{}"


def _why(edge: Edge, placed: Mapping[int, Placed]) -> dict[str, object]:
    """Why training put the memory there that this edge leads out of."""
    memory = edge.source.number - 1 if edge.source.kind is NodeKind.MEMORY else -1
    if (why := placed.get(memory)) is None:
        return {}
    return {
        "fragment": why.fragment,
        "score": why.score,
        "similarity": why.similarity,
        "coherence": why.coherence,
    }


def _whence(edge: Edge, woven: Mapping[int, Passage]) -> dict[str, object]:
    """The memory that the sentence was borrowed from which this edge leads out of."""
    if edge.source.kind is not NodeKind.SENTENCE or edge.node is None:
        return {}
    passage, place = woven.get(edge.node.number - 1), edge.detail["place"]
    if passage is None or not isinstance(place, int) or place >= len(passage.sentences):
        return {}
    traced = passage.sentences[place]
    return {"fragment": traced.fragment, "score": traced.score}


def _place(node: Node) -> str:
    """A node as the edge table names it: `step 3`."""
    return f"{node.kind.value} {node.number}"


def _words(parsed: Skill, meta: Meta) -> tuple[str, ...]:
    """The key words; what it says about itself stands beside what triggers it."""
    trigger = parsed.goal(GoalKind.TRIGGER)
    found_by = [trigger.value if trigger else "", str(meta.extra.get("description", ""))]
    found_by += discovery(parsed)
    return (
        parsed.title,
        "\n".join(found_by),
        "\n".join(goal.value for goal in parsed.goals),
        "\n".join([*(s.text for s in parsed.steps), *(n.text for n in parsed.notes)]),
    )
