"""What people do with whole skills, one or many at once. Public name: `SkillActions`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject

from app.core.errors import NotFound
from app.core.library import (
    call_targets,
    catalogue,
    engrams,
    favourites,
    library,
    skill_actions,
    tags,
)
from app.core.library.catalogue import Conditions, SkillRow
from app.core.library.record import Saved, Status
from app.core.library.usages import Called, called
from app.core.lifecycle import tagging
from app.core.progress import Progress
from app.core.runs.open_runs import open_of
from app.core.skills import names
from app.core.skills.editing.find import Query
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.find.everywhere import ReplaceDialog
from app.ui.views.skills.library.view import LibraryView
from app.ui.views.skills.usages.finding import Usages
from app.ui.write_queue import FEW

T = TypeVar("T")
Skills = tuple[int, ...]
"""By their ids."""


class SkillActions(QObject):
    """Each is one write that Undo takes back."""

    def __init__(
        self, context: AppContext, listed: LibraryView, documents: Documents, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.context, self.listed, self._documents = context, listed, documents
        self._vault = context.vault
        documents.finding.among = self._among
        self._usages = Usages(context, listed)

    # Which

    def chosen(self) -> Skills:
        """The skills a command is about: several that were selected, or the one in front.

        The row that the keyboard is on counts as well where it is not open, as after a search.
        """
        chosen, front = self.listed.chosen(), self._documents.skill
        if self.listed.list.is_selecting or self.listed.list.hasFocus() or front is None:
            return chosen
        return (front,)

    def delete_words(self, skills: Skills) -> str:
        """What deleting them is called, with the name of the one or the number of several."""
        if len(skills) > 1:
            said = ngettext("Delete {count} skill", "Delete {count} skills", len(skills))
            return said.format(count=len(skills))
        row = catalogue.row(self._vault, skills[0]) if skills else None
        return _("Delete “{title}”").format(title=row.title) if row is not None else _("Delete")

    def has_quarantined(self) -> bool:
        """Whether one of the chosen skills waits to be released."""
        return any(row.status is Status.QUARANTINED for row in self.rows(self.chosen()))

    def rows(self, skills: Skills) -> list[SkillRow]:
        """Those of the skills that are listed."""
        wanted = set(skills)
        return [row for row in self.listed.model.rows if row.id in wanted]

    def star_chosen(self) -> None:
        """Make the chosen skills favourites; if all of them are, no longer."""
        chosen = self.chosen()
        self.star(chosen, not favourites.are_all(self._vault, chosen))

    def replace_everywhere(self, query: Query, written: str) -> None:
        """Find and replace in all skills that the list is narrowed down to, once all is saved."""
        self._documents.flush()
        among, window = self._among(), self.listed.window()
        self.context.writes.after(
            self, lambda: ReplaceDialog(self.context, query, written, among, window).open()
        )

    def _among(self) -> Conditions:
        """Which skills are meant by all of them."""
        wanted = self.listed.filters.wanted
        return Conditions(engram=wanted.engram, tag=wanted.tag)

    # New ones

    def new_skill(self) -> None:
        """Into the engram the list is narrowed down to, if it is."""
        self._documents.new_skill(self.listed.filters.wanted.engram)

    def follow_call(self, name: str) -> None:
        """Open the skill a call names, or offer to write it."""
        engram, caller = self._engram_in_front(), self._documents.skill
        key = names.call_key(name)
        meant = catalogue.resolve(self._vault, key, engram, caller)
        if len(meant) == 1:
            self._documents.open_skill(meant[0])
            return
        if caller is not None and not meant and key in call_targets.kept(self._vault, caller):
            said = _("The skill that “{name}” leads to is deleted or in quarantine.")
            self.context.say.warn(said.format(name=name))
            return
        try:
            found = catalogue.find(self._vault, name, engram)
        except NotFound:
            titles = [row.title for row in catalogue.rows(self._vault)]
            close = catalogue.suggestion(name, titles)
            said = (
                _("There is no skill called “{name}”. Did you mean “{close}”?")
                if close
                else _("There is no skill called “{name}”.")
            )
            self.context.say.warn(
                said.format(name=name, close=close),
                _("Create skill"),
                lambda: self.create_called(name),
            )
        else:
            self._documents.open_skill(found.id)

    def create_called(self, name: str) -> None:
        """Write the skill that a call names and nobody has written yet."""
        title, vault, engram = name.strip(), self._vault, self._engram_in_front()
        place, _slash, own = title.rpartition("/")
        there = next((e for e in engrams.engrams(vault) if place and e.name == place), None)
        if there is not None:
            title, engram = own.strip(), there.id
        self.context.writes.write(
            self,
            _("Saving"),
            lambda: library.save(vault, None, f"# {title}\n", engram=engram),
            lambda saved: self._documents.open_skill(saved.skill),
        )

    def duplicate(self, skills: Skills) -> None:
        """Copy skills; of one the copy is opened, of several the copies are selected."""
        self._documents.when_saved(skills, partial(self._duplicate, skills))

    def _duplicate(self, skills: Skills) -> None:
        vault = self._vault
        said = ngettext("Duplicated", "{count} skills duplicated", len(skills))

        def done(made: tuple[Saved, ...]) -> None:
            if len(made) == 1:
                self._documents.open_skill(made[0].skill)
            else:
                self.listed.show_skills(tuple(one.skill for one in made))
            self._tell(said.format(count=len(made)))

        self._run(
            _("Copying"),
            skills,
            lambda progress: skill_actions.duplicate(vault, *skills, progress=progress),
            done,
        )

    # Those there are

    def rename(self, skills: Skills) -> None:
        """Open the first of them with its title ready to be typed over."""
        self._documents.open_skill(skills[0])
        if self._documents.editor is not None:
            self._documents.editor.edit_title()

    def delete(self, skills: Skills) -> None:
        """Take skills out of the library and their documents off the window."""
        self._documents.when_saved(skills, partial(self._delete, skills))

    def _delete(self, skills: Skills) -> None:
        rows = (catalogue.row(self._vault, skill) for skill in skills)
        title = next((row.title for row in rows if row is not None), "")
        vault = self._vault

        def delete(progress: Progress) -> tuple[Called, ...]:
            others = called(vault, *skills)
            library.delete(vault, *skills, progress=progress)
            return others

        def done(others: tuple[Called, ...]) -> None:
            self._documents.close_skills(skills)
            self.tell_deleted(title, others, skills)

        self._run(_("Deleting"), skills, delete, done)

    def tell_deleted(self, title: str, others: Sequence[Called], skills: Skills) -> None:
        """Say so, what becomes of their runs, and who calls them, with the way back."""
        said = ngettext("{title} moved to the bin", "{count} skills moved to the bin", len(skills))
        said = said.format(title=title, count=len(skills))
        if runs := len(open_of(self._vault, skills)):
            going = ngettext(
                "{done}. {count} open run goes on with the steps it began with",
                "{done}. {count} open runs go on with the steps they began with",
                runs,
            )
            said = going.format(done=said, count=runs)
        self._usages.tell(said, others)

    def release(self, skills: Skills) -> None:
        """Out of quarantine: other skills and agents may use them from now on."""
        vault, count = self._vault, len(skills)
        said = ngettext("Released from quarantine", "{count} skills released", count)
        self._run(
            _("Releasing"),
            skills,
            lambda progress: skill_actions.release(vault, *skills, progress=progress),
            lambda _nothing: self._tell(said.format(count=count)),
        )

    def refile(self, skills: Skills, engram: str) -> None:
        """Move those that are elsewhere; that none is, is only said."""
        rows = catalogue.some(self._vault, skills)
        there = {one.id for one in engrams.engrams(self._vault) if one.name == engram}
        skills = tuple(one for one in skills if one not in rows or rows[one].engram not in there)
        if not skills:
            self.context.say.tell(_("Already in {engram}").format(engram=engram))
            return
        vault, said = self._vault, _("Moved to {engram}").format(engram=engram)

        def move(progress: Progress) -> tuple[Called, ...]:
            others = called(vault, *skills)
            skill_actions.move(vault, engram, *skills, progress=progress)
            return others

        self._run(_("Moving"), skills, move, lambda others: self._usages.tell(said, others))

    def retag(self, skills: Skills, line: str, on: bool) -> None:
        """Put tags, written with commas between them, on the skills; or take one off."""
        vault, count = self._vault, len(skills)
        add, remove = (tags.written(line), ()) if on else ((), (line,))
        said = ngettext("Tagged “{tag}”", "{count} skills tagged “{tag}”", count)
        if not on:
            said = ngettext("Tag “{tag}” removed", "Tag “{tag}” removed from {count} skills", count)
        self._run(
            _("Tagging"),
            skills,
            lambda progress: tagging.retag(
                vault, skills, add=add, remove=remove, progress=progress
            ),
            lambda _nothing: self._tell(said.format(tag=", ".join(add or remove), count=count)),
        )

    def star(self, skills: Skills, on: bool) -> None:
        """Make skills favourites, or no longer."""
        vault, count = self._vault, len(skills)
        said = ngettext("Added to favourites", "{count} skills added to favourites", count)
        if not on:
            said = ngettext(
                "Removed from favourites", "{count} skills removed from favourites", count
            )
        self._run(
            _("Saving"),
            skills,
            lambda _progress: favourites.star(vault, skills, on),
            lambda _count: self._tell(said.format(count=count)),
        )

    def train(self, skills: Skills) -> None:
        """Open the training of one skill; that of several waits to be looked through."""
        if len(skills) == 1:
            self.context.go.training(skills[0])
            return
        self._documents.when_saved(skills, partial(self._train_several, skills))

    def _train_several(self, skills: Skills) -> None:
        vault, embedding, say = self._vault, self.context.embedding, self.context.say

        def train(job: Job) -> int:
            from app.core.training import several  # noqa: PLC0415 - loads numpy
            from app.core.training.memory_query import Memories  # noqa: PLC0415

            return several.propose_each(vault, skills, Memories(vault, embedding.at_hand), job)

        def done(count: int) -> None:
            said = ngettext("{count} training to review", "{count} trainings to review", count)
            say.tell(said.format(count=count) if count else _("Nothing to place"))

        self.context.jobs.start(self, _("Training"), train, done)

    def set_role(self, skills: Skills, role: str) -> None:
        """An empty role is the one that the text says."""
        vault, count = self._vault, len(skills)
        said = ngettext("Role changed", "Role of {count} skills changed", count)
        self._run(
            _("Changing the role"),
            skills,
            lambda progress: skill_actions.set_role(vault, role, *skills, progress=progress),
            lambda _nothing: self._tell(said.format(count=count)),
        )

    def _run(
        self,
        title: str,
        skills: Skills,
        work: Callable[[Progress], T],
        done: Callable[[T], None],
    ) -> None:
        self.context.writes.run(self, title, work, done, short=len(skills) <= FEW)

    def _tell(self, sentence: str) -> None:
        self.context.say.tell(sentence, undoable=True)

    def _engram_in_front(self) -> int | None:
        skill = self._documents.skill
        row = catalogue.row(self._vault, skill) if skill is not None else None
        return row.engram if row is not None else None
