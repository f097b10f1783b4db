"""A proposal that settles findings of a skill: the sure repairs, and goals a model words."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from app.core.llm.answer import objects
from app.core.llm.model import Ask, Model, ModelTrouble, Sampling
from app.core.memory.retrieval.tokenise import content, stem
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.checking.check import Finding, Known, apply, findings
from app.core.skills.editing.render import with_goal
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.grammar import parse
from app.core.words import _

_PROMPT = Path(__file__).resolve().parents[3] / "resources" / "prompts" / "goal.txt"
_WORDED = frozenset({GoalKind.TRIGGER, GoalKind.SUCCESS})
"""Goals that every skill needs and that its own steps can tell."""
_LONGEST_GOAL = 300
_SHOWN = 6_000
_MOST_ROUNDS = 100
"""Each settles one finding, and none may raise another; it is an end in any case."""
_LEAST_SHARED = 0.5
"""Of the telling words of a goal must be those of the skill, or it is about something else."""
_MARKUP = re.compile(
    r"[<>`@$\[\]{}]|https?://|[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


@dataclass(frozen=True, slots=True)
class Fix:
    """A finding that the proposal settles; `how` says with what, `model` names who worded it."""

    finding: Finding
    how: str
    model: str = ""


@dataclass(frozen=True, slots=True)
class FixProposal:
    """`text` with findings settled: a proposal. `left` are those that remain, `refused` says what
    a model said that is not proposed, and why."""

    before: str
    text: str
    fixes: tuple[Fix, ...]
    left: tuple[Finding, ...]
    refused: tuple[str, ...] = ()


def propose_fixes(
    text: str,
    known: Known,
    *,
    name: str = "",
    model: Model | None = None,
    progress: Progress = SILENT,
) -> FixProposal:
    """Fix what can be fixed without asking the author; saves nothing.

    A finding with one repair is repaired; one with several ways is left to a person. A missing
    Trigger or Success is worded by the model from the skill's own steps. With a model: a job. Every
    change must settle its finding and raise no other. Raises `Cancelled`.
    """
    fixes: list[Fix] = []
    refused: list[str] = []
    now = text
    for _round in range(_MOST_ROUNDS):
        checkpoint(progress)
        found = findings(parse(now), known, name=name)
        step = next(_repaired(now, found, known, name), None)
        if step is None:
            break
        now, one = step
        fixes.append(one)
    if model is not None:
        now = _worded(now, known, name, model, progress, fixes, refused)
    return FixProposal(
        text, now, tuple(fixes), findings(parse(now), known, name=name), tuple(refused)
    )


def is_worded(finding: Finding) -> bool:
    """Whether a model may word what is missing."""
    return finding.code == "goal-missing" and finding.goal in _WORDED


def _repaired(
    text: str, found: Collection[Finding], known: Known, name: str
) -> Iterator[tuple[str, Fix]]:
    for finding in found:
        if len(finding.repairs) != 1:
            continue
        changed = apply(text, finding.repairs[0])
        if changed != text and _is_better(found, changed, known, name):
            yield changed, Fix(finding, finding.repairs[0].label)


def _is_better(before: Collection[Finding], changed: str, known: Known, name: str) -> bool:
    """Whether there are fewer findings now, and none of a sort that there was not."""
    after = findings(parse(changed), known, name=name)
    return len(after) < len(before) and {f.code for f in after} <= {f.code for f in before}


def _worded(
    text: str,
    known: Known,
    name: str,
    model: Model,
    progress: Progress,
    fixes: list[Fix],
    refused: list[str],
) -> str:
    for finding in findings(parse(text), known, name=name):
        if not is_worded(finding) or finding.goal is None:
            continue
        skill = parse(text)
        try:
            answer = ""
            for piece in model.stream(ask(skill, finding.goal), progress):
                answer += piece
                progress.report(min(len(answer) / 300, 0.95), answer[-60:])
        except ModelTrouble as trouble:
            refused.append(f"{trouble} {trouble.hint}".strip())
            return text
        said, why = read(answer, skill)
        changed = with_goal(text, finding.goal, said) if said else text
        if said and _is_better(findings(skill, known, name=name), changed, known, name):
            text = changed
            fixes.append(Fix(finding, said, model.name))
        else:
            refused.append(
                f"{finding.goal.value}: {why or _('it would change how the skill is read.')}"
            )
    return text


def ask(skill: Skill, goal: GoalKind) -> Ask:
    """The question in the words of the prompt; its answer is held to a JSON schema."""
    told = {"goal": goal.value, "name": skill.title, "text": skill.text[:_SHOWN]}
    quoted = "\n".join(f"{k}: {json.dumps(v, ensure_ascii=False)}" for k, v in told.items())
    return Ask(_system(), f"{quoted}\n\nJSON:", _schema(), None, Sampling(tokens=200))


def read(answer: str, skill: Skill) -> tuple[str, str]:
    """What an answer says, or nothing and why not: it must be carried by the skill's own words."""
    value = next((v for v in objects(answer) if isinstance(v, dict)), {})
    said = " ".join(value["value"].split()) if isinstance(value.get("value"), str) else ""
    if len(said) < 5:
        return "", _("the model gave no answer.")
    if len(said) > _LONGEST_GOAL or _MARKUP.search(said):
        return "", _("the model's sentence is too long or contains markup.")
    told = {stem(word) for word in content(said)}
    own = {stem(word) for word in content(skill.text)}
    if len(told & own) < _LEAST_SHARED * len(told):
        return "", _("the model's sentence is about something else.")
    if not set(_NUMBER.findall(said)) <= set(_NUMBER.findall(skill.text)):
        return "", _("the model's sentence contains a number that is not in the skill.")
    return said, ""


def _schema() -> Mapping[str, Any]:
    value = {"type": "string", "minLength": 5, "maxLength": _LONGEST_GOAL}
    return {
        "type": "object",
        "properties": {"value": value},
        "required": ["value"],
        "additionalProperties": False,
    }


@cache
def _system() -> str:
    return _PROMPT.read_text("utf-8").strip()
