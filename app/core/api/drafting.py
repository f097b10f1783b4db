"""First texts of skills, and texts in which findings are settled."""

from dataclasses import dataclass, replace

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.findings import FindingDocument, finding_document
from app.core.api.lookup import engram_id, find
from app.core.drafting import draft as drafting
from app.core.drafting.repair import Fix, FixProposal, propose_fixes
from app.core.errors import AppError
from app.core.library import library
from app.core.library.catalogue import SkillRow
from app.core.library.known_skills import known_skills
from app.core.llm.model import Model
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.checking.check import Finding, KnownSkills, findings
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _


class DraftSourceDocument(TypedDict):
    """A part of a description from `start` to `end`, and what of the draft has it.

    A `goal`, a `step` by its position, or the `title`; none of them for one that was left out.
    """

    text: str
    start: int
    end: int
    goal: str | None
    step: int | None
    title: bool


class StruckDocument(TypedDict):
    """Words of a model that are not in the draft, because nobody else said them."""

    text: str
    why: str


class OtherDraftDocument(TypedDict):
    """A model's draft that leaves out more than the description's own words."""

    text: str
    model: str | None
    added: list[str]
    sources: list[DraftSourceDocument]
    struck: list[StruckDocument]


class DraftDocument(OtherDraftDocument):
    """A first text; `id` is the skill it became, `added` words that its description lacks."""

    trouble: str
    other: OtherDraftDocument | None
    findings: list[FindingDocument]
    id: str | None


class SettledDocument(FindingDocument):
    """A finding that was settled, how, and by which model if by one."""

    how: str
    model: str | None


class FixedDocument(TypedDict):
    """A text in which findings are settled; `version` is the skill's now."""

    id: str
    version: int
    saved: bool
    text: str
    settled: list[SettledDocument]
    left: list[FindingDocument]
    refused: list[str]


@dataclass(frozen=True, slots=True)
class Draft:
    """A first text with its findings; `trouble` is why no model wrote it."""

    made: drafting.Draft
    trouble: str
    findings: tuple[Finding, ...]
    skill: int | None = None

    @property
    def document(self) -> DraftDocument:
        other = self.made.other
        return {
            **_draft_document(self.made),
            "trouble": self.trouble,
            "other": _draft_document(other) if other is not None else None,
            "findings": [finding_document(finding) for finding in self.findings],
            "id": source_id(self.skill) if self.skill is not None else None,
        }


@dataclass(frozen=True, slots=True)
class Fixed:
    """What was settled in a skill; `before` is its text, `number` its version now."""

    row: SkillRow
    before: str
    proposal: FixProposal
    refused: tuple[str, ...]
    number: int
    saved: bool

    @property
    def document(self) -> FixedDocument:
        return {
            "id": source_id(self.row.id),
            "version": self.number,
            "saved": self.saved,
            "text": self.proposal.text,
            "settled": [_settled(one) for one in self.proposal.fixes],
            "left": [finding_document(finding) for finding in self.proposal.left],
            "refused": list(self.refused),
        }


def draft(
    description: str,
    title: str | None = None,
    model: Model | None = None,
    no_model: str = "",
    progress: Progress = SILENT,
) -> Draft:
    """Make a skill of a rough description; `no_model` is why there is no model.

    Raises `AppError` for a description that says nothing or is too long, and `Cancelled`.
    """
    if title:
        description = f"# {' '.join(title.split())}\n{description}"
    made = drafting.draft(description, model, progress)
    checkpoint(progress)
    return Draft(made, made.why or no_model, findings(parse(made.text), KnownSkills()))


def save_draft(vault: Vault, draft: Draft, engram: str | None = None, *, actor: Actor) -> Draft:
    """Make a new skill of it; raises `AppError` for a draft without a title, and `NotFound`."""
    if not parse(draft.made.text).title:
        raise AppError(_("This draft has no title."), _("Give it a title to save it."))
    text, place = draft.made.text, engram_id(vault, engram)
    return replace(draft, skill=library.save(vault, None, text, engram=place, actor=actor).skill)


def fix(
    vault: Vault,
    name: str,
    engram: str | None = None,
    *,
    save: bool,
    model: Model | None = None,
    no_model: str = "",
    actor: Actor,
    progress: Progress = SILENT,
) -> Fixed:
    """Settle what can be settled without a person; with `save` it is the next version.

    `no_model` is why there is no model. Raises `NotFound`, `Cancelled`, `StaleEdit`.
    """
    row = find(vault, name, engram)
    state = library.current(vault, row.id)
    assert state is not None
    before, text, _meta = state
    known = known_skills(vault, row.engram, row.id)
    proposal = propose_fixes(text, known, name=row.title, model=model, progress=progress)
    checkpoint(progress)
    number = row.number
    saves = save and proposal.text != text
    if saves:
        number = library.save(vault, row.id, proposal.text, base=before.version, actor=actor).number
    refused = proposal.refused
    if no_model and _could_be_worded(proposal):
        refused = (*refused, no_model)
    return Fixed(row, text, proposal, refused, number, saves)


def _draft_document(made: drafting.Draft) -> OtherDraftDocument:
    return {
        "text": made.text,
        "model": made.model or None,
        "added": list(made.added),
        "sources": [
            {
                "text": one.text,
                "start": one.start,
                "end": one.end,
                "goal": one.goal.value if one.goal is not None else None,
                "step": one.step or None,
                "title": one.in_title,
            }
            for one in made.sources
        ],
        "struck": [{"text": one.text, "why": one.why} for one in made.struck],
    }


def _could_be_worded(proposal: FixProposal) -> bool:
    """Whether a model could have settled more."""
    return any(finding.code == "goal-missing" for finding in proposal.left)


def _settled(one: Fix) -> SettledDocument:
    return {**finding_document(one.finding), "how": one.how, "model": one.model or None}
