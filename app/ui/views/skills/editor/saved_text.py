"""The version of a skill that the editor has, and the next one."""

from dataclasses import dataclass
from datetime import datetime

from app.core.errors import NotFound
from app.core.library import editing, library, renaming
from app.core.library.merge import merge
from app.core.library.renaming import Renamed
from app.core.vault import Vault
from app.ui.views.skills.editor.text_buffer import editable

MERGED_AT_ONCE = 20_000
"""Characters; longer texts are merged by a job."""


@dataclass(slots=True)
class SavedText:
    """What the next save of one skill builds on; moved on by whichever thread has saved."""

    skill: int | None = None
    version: int | None = None
    text: str = ""
    """What that version says."""
    sitting: bool = True
    """Whether the next save may go on with that version: a draft that is restored may not."""
    past: int | None = None
    """The version that the next save goes back to."""
    restored: datetime | None = None
    """From when the draft is that was restored and is not saved yet."""

    def go_back(self, vault: Vault, version: int | None) -> None:
        """Build on an older version, if the skill still has it."""
        if self.skill is None or version is None or version == self.version:
            return
        try:
            self.text = editing.text_of(vault, self.skill, version)
        except NotFound:
            return
        self.version = version

    def merged(self, mine: str, theirs: str) -> str | None:
        """What is typed with what somebody else saved since; None where one would be lost."""
        return merge(editable(self.text), mine, editable(theirs))

    def save(
        self, vault: Vault, text: str, engram: int | None, *, over: bool, follow: bool
    ) -> Renamed | None:
        """Store a text, also `over` what somebody else saved; raises `StaleEdit`.

        Where only details of the skill were changed since, as by a tag, nobody's text is lost.
        A skill that was deleted since is not brought back but by a save `over` that.
        With `follow` its callers are told its new title; the answer is what became of them.
        """
        state = library.current(vault, self.skill) if self.skill is not None else None
        if state is not None and state[1] == self.text:
            self.version = state[0].version
        base = None if over else self.version
        renamed = None
        if follow and self.skill is not None:
            renamed = renaming.save_renamed(vault, self.skill, text, base=base, past=self.past)
            stored, text = renamed.saved, renamed.text
        else:
            stored = library.save(
                vault,
                self.skill,
                text,
                base=base,
                engram=engram,
                sitting=self.sitting,
                past=self.past,
            )
        self.sitting, self.past, self.restored = True, None, None
        self.skill, self.version, self.text = stored.skill, stored.version, text
        return renamed
