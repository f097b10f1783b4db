"""How a step is named by a number."""

from collections.abc import Iterator

from app.core.skills.model import Skill, Step
from app.core.skills.reading.targets import Targets


def numbers_of(step: Step, skill: Skill, of_phase: str = "of phase") -> Iterator[str]:
    """What may mean the step, the plainest first; which does depends on where it is said."""
    label = step.label.strip("*_")
    if label and " " not in label:
        yield label
    elif label[-2:-1].isdigit() and label[-1].isalpha():  # Step 4A
        yield label.split()[-1]
    if step.number is not None:
        yield str(step.number)
    if step.phase:
        phase = skill.phases[step.phase - 1]
        number = step.number if step.number is not None else int(step.path.rpartition(".")[2])
        yield f"{number} {of_phase} {phase.number or phase.title}"
        yield f"{number} of {phase.title}"
    yield step.path
    yield str(step.position)


def plain_number(step: Step, skill: Skill, targets: Targets, here: int) -> str | None:
    """The plainest that means the step when said in the step `here`; None when there is none."""
    for number in numbers_of(step, skill):
        if number.isdigit():
            meant = targets.numbered(int(number), here)
        elif " " in number:
            meant = targets.within(step.number or 0, step.phase) if not step.parent else None
        else:
            meant = targets.outlined(number)
        if meant == step.position:
            return number
    return None
