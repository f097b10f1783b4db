"""Prompts for the main jobs, which many clients show as commands. For agents, not translated."""

from collections.abc import Mapping
from dataclasses import dataclass

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from app.core.serve.mcp.asking import Asking, Context

SKILL = "skill"
"""The argument that is the title of a skill."""


@dataclass(frozen=True, slots=True)
class _Job:
    """`says` has the arguments in braces; those that `need` be given stand first."""

    title: str
    description: str
    arguments: Mapping[str, str]
    needs: int
    says: str


_A_SKILL = {SKILL: "The title of the skill, or its id."}
_JOBS: Mapping[str, _Job] = {
    "follow_skill": _Job(
        "Follow a skill",
        "Do a task by one of the skills, step by step.",
        {**_A_SKILL, "task": "What it is to be done for."},
        1,
        "Call walk_skill_structured with the skill “{skill}” and follow the plan that it answers"
        " from its first step to its last: decide each branch, repeat each loop until its end, and"
        " do what its handlers say when a step fails. Say which step you are at. When you leave the"
        " plan, say why. At the end call record_outcome with how it went.\n\n{task}",
    ),
    "find_skill": _Job(
        "Find a skill for a task",
        "Look for a skill that says how a task is done here, before it is begun.",
        {"task": "What you are about to do."},
        1,
        "Call suggest_skills with this task, and search_skills with its words: “{task}”. Say which"
        " skills fit and why, the best one first. If one fits well, ask whether to follow it; if"
        " none does, say so and do the task without one.",
    ),
    "write_skill": _Job(
        "Write a skill",
        "Write down how something is done, so that it is done the same way next time.",
        {"what": "What the skill is about; without it, what was done in this conversation."},
        0,
        "Write a skill as Markdown: a title, when it is to be used, what must be there before, and"
        " numbered steps, one action in each, with the checks that tell whether it worked and what"
        " to do when it did not. Name other skills that do a part of it (list_skills). Check the"
        " text with check_skill and mend what it finds, then show it to the person, and save it"
        " with save_skill when they agree.\n\nWhat it is about: {what}",
    ),
    "improve_skill": _Job(
        "Improve a skill",
        "Look at how a skill does in practice, and propose what to change.",
        _A_SKILL,
        1,
        "Look at the skill “{skill}” with get_skill, skill_vitality and skill_history, and at what"
        " is known about it with recall. Say what goes wrong with it and what is missing. Then"
        " propose changed steps, check the text with check_skill, and save it with save_skill when"
        " the person agrees; train_skill places what was learned between its steps.",
    ),
    "report_outcome": _Job(
        "Report how it went",
        "Say whether a skill worked, so that it is trusted as much as it deserves.",
        {**_A_SKILL, "outcome": "How it went; without it, as this conversation shows."},
        1,
        "Call record_outcome for the skill “{skill}” with whether it succeeded, and with the step"
        " that failed if one did. What will help the next time, keep with remember, linked to the"
        " skill.\n\nHow it went: {outcome}",
    ),
}


class Prompts:
    """The handlers for `prompts/…` and `completion/complete`."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def list(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_prompt(name, job) for name, job in _JOBS.items()])

    async def get(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        job = _JOBS.get(params.name)
        if job is None:
            raise MCPError(INVALID_PARAMS, f"There is no prompt called “{params.name}”.")
        said = params.arguments or {}
        missing = [name for name in [*job.arguments][: job.needs] if not said.get(name, "").strip()]
        if missing:
            raise MCPError(
                INVALID_PARAMS, f"“{missing[0]}” is missing: {job.arguments[missing[0]]}"
            )
        given = {name: said.get(name, "").strip() for name in job.arguments}
        text = job.says.format(**given).strip()
        return types.GetPromptResult(
            description=job.description,
            messages=[types.PromptMessage(role="user", content=types.TextContent(text=text))],
        )

    async def complete(
        self, context: Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        """The titles of skills, and the parts of their addresses; nothing for anything else."""
        is_prompt = isinstance(params.ref, types.PromptReference)
        kind = {SKILL: "title"} if is_prompt else {"name": "name", "id": "id"}
        of = kind.get(params.argument.name)
        if of is None:
            return types.CompleteResult(completion=types.Completion(values=[]))
        found = await self._asking(context, "names", typed=params.argument.value, of=of)
        names, total = found["names"], found["total"]
        return types.CompleteResult(
            completion=types.Completion(values=names, total=total, has_more=total > len(names))
        )


def _prompt(name: str, job: _Job) -> types.Prompt:
    arguments = [
        types.PromptArgument(name=one, description=about, required=number < job.needs)
        for number, (one, about) in enumerate(job.arguments.items())
    ]
    return types.Prompt(
        name=name, title=job.title, description=job.description, arguments=arguments
    )
