"""What `relations` and `relate` do and say."""

import argparse

from app.cli.answer import Answer
from app.cli.knowing import knowing
from app.cli.session import Session
from app.core.api import relations
from app.core.api.relations import Among, Decision, RelationDocument, Relations
from app.core.graph.relation_cues import Kind
from app.core.memory.relations import Origin
from app.core.words import _

_SHOWN = 60


def list_relations(session: Session, arguments: argparse.Namespace) -> Answer:
    """The relations that count, or a decision about some of them."""
    with session.vault() as vault:
        known = knowing(vault)
        for decision in Decision:
            if chosen := getattr(arguments, decision.value):
                return _answer(relations.decide(vault, known, decision, chosen))
        found = relations.listed(vault, known, arguments.name, arguments.engram, _among(arguments))
    nothing = _("No relations.") if not arguments.review else _("There is nothing to review.")
    return _answer(found, nothing)


def relate(session: Session, arguments: argparse.Namespace) -> Answer:
    """One relation for each kind; those that are there already stay as they are."""
    kinds = tuple(map(Kind, arguments.kind or [Kind.RELATED_TO]))
    with session.vault() as vault:
        made = relations.relate(
            vault,
            knowing(vault),
            arguments.name,
            arguments.other,
            kinds,
            arguments.engram,
        )
    return _answer(made)


def _among(arguments: argparse.Namespace) -> Among:
    if arguments.review:
        return Among.REVIEW
    return Among.DISMISSED if arguments.dismissed else Among.COUNTING


def _answer(found: Relations, nothing: str = "") -> Answer:
    lines = [line for one in found.document for line in _lines(one, found.texts)]
    return Answer(found.document, "\n".join(lines) or nothing)


def _lines(one: RelationDocument, texts: dict[int, str]) -> list[str]:
    if one["memory"] is not None:
        shown = " ".join(texts.get(one["memory"], "").split())[:_SHOWN]
        other = _("memory:{number} “{text}”").format(number=one["memory"], text=shown)
    else:
        other = one["targetTitle"] or ""
    kind = one["kind"].value.replace("_", " ")
    head = f"{one['id']:>5}  {one['strength']:.2f}  {one['sourceTitle']}  {kind}  {other}"
    lines = [head, f"             {_origin(one)}; {one['state'].value}"]
    if one["sentence"]:
        lines.append(f"             “{' '.join(one['sentence'].split())}”")
    return lines


def _origin(one: RelationDocument) -> str:
    return {
        Origin.EXTRACTED: _("stated by a text"),
        Origin.COMPUTED: _("computed from {count} shared memories").format(count=one["mentions"]),
        Origin.PERSON: _("made by hand"),
    }[one["origin"]]
