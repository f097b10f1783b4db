"""Better descriptions, triggers and tags for a skill: proposed, and written where accepted.

Seed 001, "Skill Enrichment": what the text itself says comes first, a model may say the rest. Only
what is thin or missing is proposed, so that a second look proposes nothing.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from app.core.actor import USER, Actor
from app.core.enrichment import cues
from app.core.enrichment.answer import Card, asked
from app.core.enrichment.described import Described, described
from app.core.errors import AppError, StaleEdit
from app.core.library import library
from app.core.library.details import ENRICHED
from app.core.library.record import Reason, Saved
from app.core.library.version import digest
from app.core.llm.model import Model, ModelTrouble
from app.core.progress import SILENT, Progress
from app.core.skills.editing.description import with_description
from app.core.skills.editing.frontmatter import with_fields
from app.core.skills.editing.render import with_goal
from app.core.skills.model import BlockKind, GoalKind, Skill
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, put_setting
from app.core.words import _

LEAST = 30
"""Characters of a description that is not thin (seed 000, section 11: `enrichMinDescription`)."""
_DECLINED = "enrichment.declined"


class Part(StrEnum):
    DESCRIPTION = "description"
    TRIGGERS = "triggers"
    TAGS = "tags"


@dataclass(frozen=True, slots=True)
class Value:
    """One proposed value, as a list of one text for the description.

    `because` are the words of the skill that it was taken from, or empty when `model` proposed it.
    """

    part: Part
    old: tuple[str, ...]
    new: tuple[str, ...]
    because: tuple[str, ...] = ()
    model: str = ""


@dataclass(frozen=True, slots=True)
class Enrichment:
    """What could be said better about `text`; `refused` says what was not, and why.

    `is_thin` is also true where nothing better is proposed. `skill` and `base` are a skill of the
    library and the id of its version; None and 0 for a text from elsewhere. `given` is the
    description that came with it and is not in its text.
    """

    title: str
    text: str
    tags: tuple[str, ...]
    values: tuple[Value, ...]
    refused: tuple[str, ...] = ()
    skill: int | None = None
    base: int = 0
    is_thin: bool = False
    given: str = ""

    @property
    def parts(self) -> frozenset[Part]:
        return frozenset(value.part for value in self.values)


def propose(
    vault: Vault,
    skill: int,
    model: Model | None = None,
    progress: Progress = SILENT,
    least: int = LEAST,
) -> Enrichment:
    """What could be said better about a skill; changes nothing. With a model: a job.

    Raises `NotFound`, and `Cancelled` when the person stops it.
    """
    state = library.current(vault, skill)
    if state is None:
        raise library.gone()
    saved, text, meta = state
    given = str(meta.extra.get("description", ""))
    found = propose_for(text, meta.tags, model, progress, least, given)
    return replace(found, skill=skill, base=saved.version)


def propose_for(
    text: str,
    tags: tuple[str, ...] = (),
    model: Model | None = None,
    progress: Progress = SILENT,
    least: int = LEAST,
    given: str = "",
) -> Enrichment:
    """What could be said better about a text that is not in the library, such as a file's."""
    skill = parse(text)
    now = described(skill, tags, given)
    nothing = Enrichment(skill.title, text, tags, (), given=given)
    if not now.is_thin(least):
        return nothing
    values = {value.part: value for value in _from_text(skill, now, least)}
    refused: list[str] = []
    if model is not None and len(values) < len(list(missing(now, least))):
        try:
            card = asked(model, skill, now, progress)
        except ModelTrouble as trouble:
            refused.append(f"{trouble} {trouble.hint}".strip())
        else:
            refused += card.refused
            for value in _from_model(card, now, least, model.name):
                values.setdefault(value.part, value)
    fine = tuple(_writable(text, values.values(), refused))
    if fine and Part.TRIGGERS not in values:
        again = parse(written(text, fine))  # the new description may say when
        fine += tuple(v for v in _from_text(again, now, least) if v.part is Part.TRIGGERS)
    return replace(nothing, values=fine, refused=tuple(refused), is_thin=True)


def accept(
    vault: Vault, enrichment: Enrichment, parts: Collection[Part], *, actor: Actor = USER
) -> Saved:
    """Save the skill with these values; what is left out is not proposed again automatically.

    Raises `StaleEdit` if the skill was changed since, `NotFound` if it is gone.
    """
    assert enrichment.skill is not None
    chosen = [value for value in enrichment.values if value.part in parts]
    text = written(enrichment.text, chosen)
    parsed = parse(text)  # before the vault is held
    with vault.write(_("Describe skill") if chosen else None, actor) as write:
        state = library.current(vault, enrichment.skill)
        if state is None:
            raise library.gone()
        saved, _text, meta = state
        if saved.version != enrichment.base:
            raise StaleEdit(
                _("This skill has changed since its description was proposed."),
                _("Nothing was lost. Ask for a proposal again."),
            )
        if not chosen:
            return saved
        put_setting(write, f"{_DECLINED}.{enrichment.skill}", digest(text))
        tags = next((v.new for v in chosen if v.part is Part.TAGS), meta.tags)
        tags = meta.tags if _has_frontmatter(parsed) else tags
        meta = replace(meta, tags=tags, extra={**meta.extra, ENRICHED: True})
        label = said(chosen)
        return library.put(
            write, enrichment.skill, text, meta, Reason.EDITED, label=label, parsed=parsed
        )


def decline(vault: Vault, enrichment: Enrichment) -> None:
    """Do not propose this again automatically until the text of the skill changes."""
    assert enrichment.skill is not None
    vault.put_setting(f"{_DECLINED}.{enrichment.skill}", digest(enrichment.text))


def declined(vault: Vault, skill: int) -> str:
    """What the skill said, as a SHA-256, when a proposal was declined; empty if none was."""
    return str(vault.setting(f"{_DECLINED}.{skill}") or "")


def reconsider(vault: Vault, skill: int) -> None:
    """Propose automatically again what was declined."""
    vault.put_setting(f"{_DECLINED}.{skill}", "")


def said(values: Collection[Value]) -> str:
    """What was accepted, for the history: "Description, triggers"."""
    names = {
        Part.DESCRIPTION: _("description"),
        Part.TRIGGERS: _("triggers"),
        Part.TAGS: _("tags"),
    }
    listed = ", ".join(names[value.part] for value in values)
    return listed[:1].upper() + listed[1:]


def written(text: str, values: Collection[Value]) -> str:
    """The text with these values, every other character as it is; pure.

    Tags of a text without frontmatter stand in no text: they are kept beside it. Raises `AppError`
    when a value cannot be written without changing what else the text says.
    """
    before = parse(text)
    if _has_frontmatter(before):
        fields = {v.part.value: v.new[0] if v.part is Part.DESCRIPTION else v.new for v in values}
        return with_fields(text, fields)
    for value in values:
        if value.part is Part.TRIGGERS:
            text = with_goal(text, GoalKind.TRIGGER, "; ".join(value.new))
        elif value.part is Part.DESCRIPTION:
            text = with_description(text, value.new[0])
    return text


def missing(now: Described, least: int = LEAST) -> Iterator[Part]:
    """What a skill does not say of itself, or too shortly."""
    if len(now.description) < least:
        yield Part.DESCRIPTION
    if not now.triggers:
        yield Part.TRIGGERS
    if not now.tags:
        yield Part.TAGS


def _writable(text: str, values: Iterable[Value], refused: list[str]) -> Iterator[Value]:
    for value in values:
        try:
            written(text, [value])
        except AppError as error:
            refused.append(f"{error} {error.hint}".strip())
        else:
            yield value


def _from_text(skill: Skill, now: Described, least: int) -> Iterator[Value]:
    wanted = set(missing(now, least))
    if Part.DESCRIPTION in wanted and (cue := cues.description(skill)) is not None:
        whole = _continued(now.description, cue.value)
        if len(whole) >= least:
            yield Value(Part.DESCRIPTION, _old(now), (whole,), (cue.because,))
    for part, found in ((Part.TRIGGERS, cues.triggers(skill)), (Part.TAGS, cues.tags(skill))):
        if part in wanted and found:
            yield Value(part, (), tuple(c.value for c in found), tuple(c.because for c in found))


def _from_model(card: Card, now: Described, least: int, model: str) -> Iterator[Value]:
    wanted = set(missing(now, least))
    if Part.DESCRIPTION in wanted and card.description:
        whole = _continued(now.description, card.description)
        yield Value(Part.DESCRIPTION, _old(now), (whole,), model=model)
    if Part.TRIGGERS in wanted and card.triggers:
        yield Value(Part.TRIGGERS, (), card.triggers, model=model)
    if Part.TAGS in wanted and card.tags:
        yield Value(Part.TAGS, (), card.tags, model=model)


def _continued(now: str, more: str) -> str:
    """What the author wrote stays, and is gone on with."""
    if not now or now.casefold().rstrip(".") in more.casefold():
        return more
    return f"{now.rstrip('.')}. {more}"


def _old(now: Described) -> tuple[str, ...]:
    return (now.description,) if now.description else ()


def _has_frontmatter(skill: Skill) -> bool:
    return any(block.kind is BlockKind.FRONTMATTER for block in skill.blocks)
