"""Why an action is not taken."""

from collections.abc import Sequence

from app.core.errors import AppError
from app.core.words import _


class NotNow(AppError):
    """The run does not stand where this can be done."""

    code = "not-now"

    def __init__(self, why: str) -> None:
        super().__init__(why, _("Look at where the run stands, then choose again."))


class RunEnded(AppError):
    """Nothing is done in a run that is over."""

    code = "run-ended"

    def __init__(self) -> None:
        super().__init__(_("This run is over."), _("Start another run of the skill."))


class NotYours(AppError):
    """Somebody else has the run."""

    code = "not-your-run"

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why, hint or _("It goes on when it is handed over."))


class NotThisStep(AppError):
    """A report for a place where the run does not stand."""

    code = "not-this-step"

    def __init__(self, present: str, said: str) -> None:
        super().__init__(
            _("The run is at step {present}, not at {said}.").format(present=present, said=said),
            _("Do step {present} and report it; the next one is shown then.").format(
                present=present
            ),
        )
        self.present = present


class ValuesMissing(AppError):
    """What the procedure needs, or the step is to bring, was not said."""

    code = "values-missing"

    def __init__(self, names: Sequence[str]) -> None:
        said = ", ".join(f"${name}" for name in names)
        super().__init__(
            _("{names} is missing.").format(names=said),
            _("Give a value for each, as text."),
        )
        self.names = tuple(names)


class Unmet(AppError):
    """Prerequisites that nobody has confirmed."""

    code = "prerequisites-open"

    def __init__(self, prerequisites: Sequence[str]) -> None:
        super().__init__(
            _("Not confirmed yet: {what}").format(what=" · ".join(prerequisites)),
            _("Check each and confirm it, or say why the run begins without."),
        )


class ChoiceNeeded(AppError):
    """Of the exits that are `offered`, none was said, or another one."""

    code = "choice-needed"

    def __init__(self, offered: Sequence[int], said: int | None) -> None:
        numbers = ", ".join(map(str, offered))
        if said is None:
            why = _("This step leads to several places.")
            hint = _("Say which of its exits is taken: {numbers}.")
        else:
            why = _("Exit {number} of this step is not open now.").format(number=said)
            hint = _(
                "Open is {numbers}: the values of the run may decide where a step leads, and a way"
                " back ends after its last round."
            )
        super().__init__(why, hint.format(numbers=numbers))


class RunMoved(AppError):
    """Somebody acted in the run meanwhile."""

    code = "run-moved"

    def __init__(self) -> None:
        super().__init__(
            _("The run has gone on elsewhere meanwhile."), _("Look at where it stands now.")
        )
