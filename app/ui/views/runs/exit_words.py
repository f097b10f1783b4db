"""The ways out of a step as a person chooses between them.

Public names: `Way`, `ways`, `likely`, `decisions`, `answers`, `answer_words`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.api.run_documents import label_of, leads_to
from app.core.runs import places
from app.core.runs.conditions import decided, is_else
from app.core.runs.exits import NEXT, Offer
from app.core.runs.program import ExitKind
from app.core.runs.state import Stage
from app.core.skills.reading.prose.wording import contrary
from app.core.words import _, ngettext
from app.ui.views.runs.following import Sight
from app.ui.views.runs.run_words import waits_for_person
from app.ui.views.runs.step_text import condition_words, known_at, step_words

_VARIABLE = re.compile(r"\$\{?(?P<name>\w+)")


@dataclass(frozen=True, slots=True)
class Way:
    """`number` is that of the exit; `key` the one that takes it, empty where there is one way."""

    number: int
    key: str
    words: str
    where: str
    text: str = ""
    about: str = ""
    icon: str = ""
    colour: str = "t2"
    brief: str = ""
    """Where it leads where there is little room: only the number of a step."""
    whole: str = ""
    """Where it leads, inside a call with whose step that is."""
    answer: str = ""
    """Yes or no, where the ways answer a question."""
    because: str = ""
    """Why it seems to be the one to take: what the values are."""


def ways(sight: Sight) -> tuple[Way, ...]:
    """All that are open; one where nobody has to choose. Of yes and no, yes is the first."""
    if sight.frame.stage in (Stage.ENTRY, Stage.END):
        return ()
    offered = places.offers(sight.record.program, sight.state)
    against = _contrary(offered)
    known = known_at(sight.procedure.nodes[sight.frame.node], sight.frame.values)
    shown = offered[::-1] if against else offered
    found = []
    for place, (one, answer) in enumerate(zip(shown, _answers(offered), strict=True), 1):
        kind = one.exit.kind
        back = kind is ExitKind.LOOP or one.left is not None
        icon = "loop" if back else "" if one.number == NEXT else "branch"
        colour = "goal:Prerequisites" if back else "goal:Trigger"
        words = condition_words(_said(one, offered), known)
        found.append(
            Way(
                one.number,
                str(place) if len(offered) > 1 else "",
                f"{answer}: {words}" if answer else words[:1].upper() + words[1:],
                _where(sight, one),
                _text(sight, one),
                _rounds(sight, one),
                icon,
                colour if icon else "t2",
                _brief(sight, one),
                _whole(sight, one),
                answer,
                one.because,
            )
        )
    return tuple(found)


def likely(found: Sequence[Way]) -> Way | None:
    """The one to go on by with a single key: the only one, or the one that values speak for."""
    return found[0] if len(found) == 1 else next((way for way in found if way.because), None)


def decisions(sight: Sight) -> list[str]:
    """What nobody is asked for since a value decides it: “$lot is dry”: no, $lot is wet."""
    node, found = sight.node, list[str]()
    if node is None or sight.frame.stage is not Stage.STEP:
        return found
    known = known_at(node, sight.frame.values)
    for one in node.exits:
        holds, read = decided(one.condition, known), _VARIABLE.search(one.condition)
        if holds is not None and read is not None:
            words = _("“{condition}”: yes, {variable} is {value}")
            if not holds:
                words = _("“{condition}”: no, {variable} is {value}")
            value = known[read["name"]].strip() or _("empty")
            said = words.format(condition=one.condition, variable=f"${read['name']}", value=value)
            found.append(said)
    return found


def answers(sight: Sight) -> tuple[Way, ...]:
    """What a person may say to an agent that asks which of two ways to take, where nothing else has
    to be written down at the step."""
    if not waits_for_person(sight.record.run) or sight.frame.stage is Stage.FAILED:
        return ()
    found = ways(sight)
    return found if len(found) == 2 and not sight.place.get("report") else ()


def answer_words(way: Way) -> str:
    """Such as "Yes, to 5"."""
    return _("{words}, to {where}").format(words=way.answer or way.words, where=way.brief)


def _said(offer: Offer, offered: Sequence[Offer]) -> str:
    """On which condition a way is taken, or what it means to take it."""
    if against := _contrary(offered):
        if offer is not offered[0]:
            return against
        return _("another round") if offer.left is not None else _("otherwise")
    if offer.number == NEXT:
        return _("none of these") if len(offered) > 2 else _("go on")
    if is_else(offer.exit.condition):
        return _("otherwise")
    if offer.exit.condition:
        return offer.exit.condition
    return _("another round") if offer.exit.kind is ExitKind.LOOP else _("go there")


def _answers(offered: Sequence[Offer]) -> Sequence[str]:
    """Yes and no where there are two ways, one of which is for all else."""
    return (_("Yes"), _("No")) if _is_question(offered) else [""] * len(offered)


def _is_question(offered: Sequence[Offer]) -> bool:
    return len(offered) == 2 and (offered[1].number == NEXT or is_else(offered[1].exit.condition))


def _contrary(offered: Sequence[Offer]) -> str:
    """What leads on otherwise than by the first of two ways, which says *until* or *unless*."""
    return contrary(offered[0].exit.condition) if _is_question(offered) else ""


def _where(sight: Sight, offer: Offer) -> str:
    """Such as "step 5"; back to the step that called, at the end of a called procedure."""
    is_last = offer.exit.to is None and _following(sight) is None
    if is_last and len(sight.state.frames) > 1:
        outer = sight.state.frames[-2]
        title = sight.record.program.procedures[outer.skill].title
        return _("back to “{title}”").format(title=title)
    if offer.exit.to is not None and offer.exit.to == sight.frame.node:
        return _("this step again")
    return leads_to(sight.procedure, sight.frame, offer)


def _whole(sight: Sight, offer: Offer) -> str:
    where = _where(sight, offer)
    is_step = offer.exit.to is not None or _following(sight) is not None
    return sight.of_call(where) if is_step else where


def _brief(sight: Sight, offer: Offer) -> str:
    to = offer.exit.to if offer.exit.to is not None else _following(sight)
    return label_of(sight.procedure.nodes[to]) if to is not None else _where(sight, offer)


def _following(sight: Sight) -> int | None:
    """The step behind the present one, with all that it stands in."""
    procedure, node = sight.procedure, sight.frame.node
    while node >= 0:
        beside = procedure.children(procedure.nodes[node].parent)
        place = beside.index(node) + 1
        if place < len(beside):
            return beside[place]
        node = procedure.nodes[node].parent
    return None


def _text(sight: Sight, offer: Offer) -> str:
    to = offer.exit.to if offer.exit.to is not None else _following(sight)
    return step_words(sight.procedure.nodes[to], sight.frame.values) if to is not None else ""


def _rounds(sight: Sight, offer: Offer) -> str:
    """Such as "2 of 3 rounds used"."""
    if offer.left is None:
        return ""
    if offer.exit.cap is None:
        used = sight.frame.rounds.get((sight.frame.node, offer.number), 0)
        said = ngettext("taken {count} time", "taken {count} times", used)
        return said.format(count=used) if used else ""
    used = offer.exit.cap - offer.left
    return _("{used} of {most} rounds used").format(used=used, most=offer.exit.cap)
