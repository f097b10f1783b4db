"""What Lifecycle offers from anywhere in the window, and its keys. Public names: `commands`,
`lifecycle_keys`.
"""

from collections.abc import Callable

from app.core.learning.candidates import CandidateStatus
from app.core.words import _
from app.ui.commands import Command, PartKey
from app.ui.views.lifecycle.candidate_delegate import PROMOTE_KEY, REOPEN_KEY
from app.ui.views.lifecycle.candidate_rows import Listed
from app.ui.views.lifecycle.view import LifecycleView

Act = Callable[[LifecycleView], object]


def commands(
    go: Callable[[], LifecycleView], in_front: Callable[[], LifecycleView | None]
) -> tuple[Command, ...]:
    """`go` brings the place to the front; what is about a row of it is there while `in_front` says
    that it is shown.
    """

    def make(name: str, words: str, act: Act, icon: str) -> Command:
        return Command(f"lifecycle.{name}", words, lambda: act(go()), icon=icon)

    def current(status: CandidateStatus | None) -> Listed | None:
        view = in_front()
        row = view.candidates.list.current if view is not None else None
        return row if row is not None and status in (None, row.one.status) else None

    def candidate(
        name: str,
        words: str,
        change: str,
        act: Act,
        icon: str,
        status: CandidateStatus | None = CandidateStatus.CANDIDATE,
    ) -> Command:
        def telling() -> str:
            row = current(status)
            if row is None:
                return words
            action, title = (change, row.evolves) if row.evolves else (words, row.title)
            return _("{action} “{name}”").format(action=action, name=title)

        why_not = _("Select a candidate in Lifecycle")
        if status is CandidateStatus.DISMISSED:
            why_not = _("Select a dismissed candidate in Lifecycle")
        return Command(f"lifecycle.{name}", words, lambda: act(go()), icon=icon,
                       enabled=lambda: current(status) is not None, telling=telling,
                       why_not=why_not)  # fmt: skip

    return (
        make("scan", _("Scan sessions…"), lambda view: view.candidates.ask_what(), "search"),
        candidate("review", _("Review candidate"), _("Review change to"),
                  lambda view: view.candidates.list.open(), "eye", None),
        candidate("promote", _("Promote candidate"), _("Accept change to"),
                  lambda view: view.candidates.list.decide("promote"), "check"),
        candidate("dismiss", _("Dismiss candidate"), _("Dismiss change to"),
                  lambda view: view.candidates.list.decide("dismiss"), "close"),
        candidate("reopen", _("Reopen candidate"), _("Reopen change to"),
                  lambda view: view.candidates.list.decide("reopen"), "refresh",
                  CandidateStatus.DISMISSED),
        make("preview", _("Preview deprecation"), lambda view: view.health.ask(), "eye"),
        make("week", _("Weekly card"), lambda view: view.digest.ask(), "history"),
        make("rules", _("Rules of Lifecycle"), lambda view: view.rules.click(), "settings"),
    )  # fmt: skip


def lifecycle_keys() -> tuple[PartKey, ...]:
    """Of its two lists."""
    return (
        PartKey(_("Review the candidate, or open the skill"), "Enter"),
        PartKey(_("Promote the candidate, or accept the change"), PROMOTE_KEY),
        PartKey(_("Dismiss the candidate"), "Del"),
        PartKey(_("Reopen the dismissed candidate"), REOPEN_KEY),
        PartKey(_("Protect the skill, or no longer"), "Space"),
        PartKey(_("Actions of the row"), "Shift+F10"),
    )
