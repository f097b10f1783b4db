"""What `relations`, `relate` and `unrelate` do and say."""

import argparse

from app.cli.answer import Answer
from app.cli.knowing import knowing
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.api import relations
from app.core.api.relations import Among, Decision, RelationDocument, Relations
from app.core.graph.relation_cues import Kind
from app.core.memory.relations import Origin
from app.core.words import _

_SHOWN = 60


def list_relations(session: Session, arguments: argparse.Namespace) -> Answer:
    """The relations that count, or a decision about some of them."""
    name, engram = arguments.name, arguments.engram
    with session.vault() as vault:
        known = knowing(vault)
        for decision in Decision:
            if chosen := getattr(arguments, decision.value):
                return _answer(relations.decide(vault, known, decision, chosen))
        if arguments.place:
            found = relations.related_to(vault, arguments.place, name or "")
            return _answer(found, _("No skill is related to that."))
        found = relations.listed(vault, known, name, engram, _among(arguments))
    nothing = _("No relations.") if not arguments.review else _("Nothing to review.")
    return _answer(found, nothing)


def relate(session: Session, arguments: argparse.Namespace) -> Answer:
    """One relation for each kind; those that are there already stay as they are."""
    name, other, engram = arguments.name, arguments.other, arguments.engram
    kinds = tuple(map(Kind, arguments.kind or [Kind.RELATED_TO]))
    with session.vault() as vault:
        known = knowing(vault)
        if arguments.place:
            return _answer(relations.relate_outside(
                vault, name, arguments.place, other, kinds, engram, actor=COMMAND_LINE
            ))  # fmt: skip
        return _answer(relations.relate(vault, known, name, other, kinds, engram))


def unrelate(session: Session, arguments: argparse.Namespace) -> Answer:
    """Take back what a person related; what texts state or uses show is dismissed instead."""
    name, other, engram = arguments.name, arguments.other, arguments.engram
    kinds = tuple(map(Kind, arguments.kind or ()))
    with session.vault() as vault:
        known = knowing(vault)
        if arguments.place:
            return _answer(relations.unrelate_outside(
                vault, name, arguments.place, other, kinds, engram, actor=COMMAND_LINE
            ))  # fmt: skip
        return _answer(relations.unrelate(vault, known, name, other, kinds, engram))


def _among(arguments: argparse.Namespace) -> Among:
    if arguments.review:
        return Among.REVIEW
    return Among.DISMISSED if arguments.dismissed else Among.COUNTING


def _answer(found: Relations, nothing: str = "") -> Answer:
    lines = [line for one in found.document for line in _lines(one, found.texts)]
    return Answer(found.document, "\n".join(lines) or nothing)


def _lines(one: RelationDocument, texts: dict[int, str]) -> list[str]:
    number = one["id"] if one["id"] is not None else ""
    kind = one["kind"].value.replace("_", " ")
    head = f"{number:>5}  {one['strength']:.2f}  {one['sourceTitle']}  {kind}  {_other(one, texts)}"
    if one["outside"] is not None:
        by_hand = _("made by hand; {place} outside the vault")
        return [head, "             " + by_hand.format(place=one["outside"]["place"])]
    lines = [head, f"             {_origin(one)}; {one['state'].value}"]
    if one["sentence"]:
        lines.append(f"             “{' '.join(one['sentence'].split())}”")
    return lines


def _other(one: RelationDocument, texts: dict[int, str]) -> str:
    if one["outside"] is not None:
        return one["outside"]["target"]
    if one["memory"] is None:
        return one["targetTitle"] or ""
    shown = " ".join(texts.get(one["memory"], "").split())[:_SHOWN]
    return _("memory:{number} “{text}”").format(number=one["memory"], text=shown)


def _origin(one: RelationDocument) -> str:
    return {
        Origin.EXTRACTED: _("stated by a text"),
        Origin.COMPUTED: _("computed from {count} shared memories").format(count=one["mentions"]),
        Origin.PERSON: _("made by hand"),
    }[one["origin"]]
