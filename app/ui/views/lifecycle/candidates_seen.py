"""What the vault knows of candidates. Public names: `Seen`, `see`."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from app.core.learning import candidates, sessions
from app.core.learning.candidates import Decided
from app.core.learning.usual import usual_folders
from app.core.lifecycle import config
from app.core.lifecycle.config import Procedural
from app.core.vault import Vault
from app.ui.views.lifecycle.candidate_rows import Listed, read_listed


class Seen(NamedTuple):
    """What there is to decide, or to reopen, and what was decided, by which rules it was found, and
    in how many sessions; `recent` of these are looked through. Some are yet to be where that
    `is_due`. `has_usual`: a client keeps its sessions where they usually are.
    """

    settings: Procedural
    rows: tuple[Listed, ...]
    decided: Decided
    sessions: int
    recent: int
    is_due: bool
    has_usual: bool
    now: datetime


def see(vault: Vault, *, dismissed: bool = False) -> Seen:
    """Ask the vault, and the disk for what could be scanned; the rows are those that are open, or
    were `dismissed`."""
    settings, _problems = config.load(vault.home)
    now = vault.now()
    return Seen(
        settings,
        read_listed(vault, dismissed=dismissed),
        candidates.decided(vault),
        sessions.count(vault),
        sessions.count(vault, now - timedelta(days=settings.candidate_days)),
        bool(sessions.to_look_at(vault)),
        bool(usual_folders(Path.home())),
        now,
    )
