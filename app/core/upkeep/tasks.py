"""The tasks of upkeep, in the order they are done: what is quick, and others build on, first."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, timedelta
from functools import partial

from app.core import vaults
from app.core.agents.counting import counted
from app.core.changes import Part
from app.core.learning import resting, studying, watching
from app.core.learning.full_disk import stopped_scan
from app.core.library import leftovers, reread
from app.core.library.derive import READING
from app.core.lifecycle import affinity, deprecation, importance_history
from app.core.llm.model import ModelTrouble
from app.core.memory import emptying, linking, nodes, staging
from app.core.memory.retrieval import index
from app.core.mirror import folders, reconcile
from app.core.progress import Progress
from app.core.training import follow_steps, schedule
from app.core.training.memory_query import Memories
from app.core.upkeep.context import Context
from app.core.words import _

DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_OFTEN = timedelta(minutes=10)
"""Between two looks at the plans of trainings, and at folders of sessions."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something that `run` brings up to date; twice is once, and it may stop anywhere.

    It is due after a change of what it `concerns`, when its `basis` is another than the last time,
    and once `every` so often has passed. `title` says what it does while it does it.
    """

    name: str
    title: Callable[[], str]
    run: Callable[[Context, Progress], object]
    concerns: Part = Part.NONE
    every: Callable[[Context], timedelta | None] = lambda _context: None
    basis: Callable[[Context], str] = lambda _context: ""
    changes_skills: bool = False
    """Whether what it does itself is news for the tasks before it."""


def _skills(context: Context, progress: Progress) -> None:
    nodes.catch_up(context.vault, context.settings.importance_on_install, progress)


def _reading(context: Context, progress: Progress) -> None:
    follow_steps.follow(context.vault, reread.catch_up(context.vault, progress))


def _leftovers(context: Context, progress: Progress) -> None:
    leftovers.sweep(context.vault)
    staging.settle(context.vault)
    emptying.finish(context.vault, progress)


def _leftover(context: Context) -> str:
    vault = context.vault
    left = leftovers.leftovers(vault), staging.leftovers(vault), emptying.is_unfinished(vault)
    return " ".join(map(str, left))


def _folders(context: Context, progress: Progress) -> None:
    """Trouble with single skills is told where they are shown."""
    grace = timedelta(hours=context.settings.disk_grace_hours)
    reconcile.reconcile(context.vault, grace=grace, progress=progress)


def _folders_every(context: Context) -> timedelta | None:
    if not folders.folders(context.vault):
        return None
    return timedelta(milliseconds=context.settings.reconcile_interval_ms)


def _links(context: Context, progress: Progress) -> None:
    linking.catch_up(context.vault, progress)


def _affinity(context: Context, progress: Progress) -> None:
    affinity.catch_up(context.vault, context.settings, progress)


def _affinity_every(context: Context) -> timedelta:
    """In event mode only what faded waits for the clock."""
    if context.settings.affinity_mode == "event":
        return DAY
    return timedelta(milliseconds=context.settings.affinity_interval_ms)


def _history(context: Context, progress: Progress) -> None:
    importance_history.catch_up(context.vault, context.settings.skills, progress)


def _health(context: Context, progress: Progress) -> None:
    """What mostly fails is deprecated, or only noted where a person decides that themselves."""
    if context.settings.auto_deprecate:
        deprecation.sweep(context.vault, context.settings, progress=progress)
    else:
        deprecation.watch(context.vault, context.settings)


def _backup(context: Context, _progress: Progress) -> None:
    """Not where one was made by hand or before an update."""
    vault, now = context.vault, context.vault.now()
    if not any(abs(now - made.at) < DAY for made in vaults.backups(vault.home.folder)):
        vault.backup()


def _sessions(context: Context, progress: Progress) -> None:
    """What agents did in the folders that are watched, or was handed over, and what they repeat;
    the next time where a person has it done now.
    """
    if resting.is_resting(context.vault):
        return
    with stopped_scan(_("Free some space: it goes on by itself where it stopped.")):
        watching.scan(context.vault, progress)
        whose = partial(counted, context.vault)
        studying.study(context.vault, context.settings, whose, progress)


def _sessions_every(context: Context) -> timedelta | None:
    return _OFTEN if watching.watched(context.vault) else None


def _meaning(context: Context, progress: Progress) -> None:
    """Raises why words have to do."""
    embedder = context.meanings.at_hand
    if embedder is not None:
        try:
            index.update(context.vault, embedder, progress, context.changed)
        except ModelTrouble as error:
            context.meanings.take(error)
    if (trouble := context.meanings.trouble) is not None:
        raise trouble


def _embedder_name(context: Context) -> str:
    embedder = context.meanings.at_hand
    return embedder.model if embedder is not None else ""


def _training(context: Context, progress: Progress) -> None:
    """By words where there is no embedder, which `meaning` tells."""
    known = Memories(context.vault, context.meanings.at_hand)
    model, wanted = context.model()
    schedule.tend(context.vault, known, known, progress, model=model, wanted=wanted)


TASKS = (
    Task("leftovers", lambda: _("Cleaning up"), _leftovers, basis=_leftover),
    Task(
        "reading",
        lambda: _("Reading skills again"),
        _reading,
        basis=lambda _context: str(READING),
        changes_skills=True,
    ),
    Task(
        "folders",
        lambda: _("Checking folders"),
        _folders,
        Part.LIST | Part.TEXT | Part.FOLDERS,
        _folders_every,
        changes_skills=True,
    ),
    Task("skills", lambda: _("Linking new skills"), _skills, Part.LIST | Part.TEXT),
    Task("links", lambda: _("Linking new memories"), _links, Part.MEMORIES),
    Task(
        "affinity",
        lambda: _("Finding skills that are used together"),
        _affinity,
        Part.LIST | Part.EDGES | Part.KNOWLEDGE | Part.MEMORIES,
        _affinity_every,
        lambda context: f"{context.settings.affinity_mode} {context.settings.affinity_threshold}",
    ),
    Task(
        "history",
        lambda: _("Recording the importance of past days"),
        _history,
        # a day is over when another one begins, not a day after the last look
        basis=lambda context: context.vault.now().astimezone(UTC).date().isoformat(),
    ),
    Task(
        "health",
        lambda: _("Looking for skills that fail"),
        _health,
        every=lambda _context: DAY,
        changes_skills=True,
    ),
    Task("sessions", lambda: _("Reading sessions"), _sessions, Part.LEARNING, _sessions_every),
    Task("backup", lambda: _("Backing up"), _backup, every=lambda _context: _HOUR),
    Task(
        "meaning",
        lambda: _("Indexing"),
        _meaning,
        Part.LIST | Part.TEXT | Part.MEMORIES,
        basis=_embedder_name,
    ),
    Task(
        "training",
        lambda: _("Training planned skills"),
        _training,
        Part.LIST | Part.TEXT | Part.MEMORIES | Part.TRAINING,
        lambda _context: _OFTEN,
        changes_skills=True,
    ),
)
