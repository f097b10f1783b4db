"""What is only a consequence of a skill's text: its row in the list, its edges, its words."""

import json
from collections.abc import Mapping

from app.core.graph.edges import Edge, Node, NodeKind, edges
from app.core.library.authored import rewritten, standing
from app.core.library.record import Meta, Passage, Placed
from app.core.skills import names
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.discovery import discovery, stated_role
from app.core.vault import Write
from app.core.words import _

_json = json.JSONEncoder(ensure_ascii=False).encode
"""One for all: `json.dumps` would make an encoder for each of the many edges of an import."""


def derive(write: Write, skill: int, parsed: Skill | None, meta: Meta, version: int) -> None:
    """Rebuild it all from the text of the current version; without one there is only the row."""
    _list(write, skill, parsed, meta, version)
    write.db.execute("delete from edge where skill = ?", (skill,))
    write.db.execute("delete from skill_words where rowid = ?", (skill,))
    if parsed is not None:
        _connect(write, skill, parsed, meta)
        _index(write, skill, parsed, meta)


def derived_role(skill: Skill) -> str:
    """Where a skill stands by its text: as it says, or it calls others, works on inputs, helps."""
    if role := stated_role(skill):
        return role
    if any(call.explicit and not call.on_failure for call in skill.calls):
        return "orchestrator"
    return "processor" if skill.requires or skill.produces else "utility"


def _list(write: Write, skill: int, parsed: Skill | None, meta: Meta, version: int) -> None:
    title = parsed.title if parsed is not None else ""
    write.db.execute(
        "update skill set engram = ?, title = ?, key = ?, status = ?, role = ?, updated = ?,"
        " current = ? where id = ?",
        (
            meta.engram,
            title or _("Untitled skill"),
            names.key(title),
            meta.status.value,
            meta.role or (derived_role(parsed) if parsed is not None else ""),
            write.at.isoformat(),
            version if parsed is not None else None,
            skill,
        ),
    )


def _connect(write: Write, skill: int, parsed: Skill, meta: Meta) -> None:
    placed, woven = standing(parsed, meta.training), rewritten(parsed, meta.training)
    write.db.executemany(
        "insert into edge values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                skill,
                edge.type,
                edge.evidence,
                edge.weight,
                _place(edge.source),
                _place(edge.node) if edge.node is not None else "",
                edge.target,
                edge.target_key,
                _json({**edge.detail, **_why(edge, placed), **_whence(edge, woven)}),
            )
            for edge in edges(parsed)
        ],
    )


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


def _index(write: Write, skill: int, parsed: Skill, meta: Meta) -> None:
    """The key words; what it says about itself stands beside what triggers it."""
    trigger = parsed.goal(GoalKind.TRIGGER)
    found_by = [trigger.value if trigger else "", str(meta.extra.get("description", ""))]
    found_by += discovery(parsed)
    write.db.execute(
        "insert into skill_words (rowid, title, trigger, goals, body) values (?, ?, ?, ?, ?)",
        (
            skill,
            parsed.title,
            "\n".join(found_by),
            "\n".join(goal.value for goal in parsed.goals),
            "\n".join([*(s.text for s in parsed.steps), *(n.text for n in parsed.notes)]),
        ),
    )
