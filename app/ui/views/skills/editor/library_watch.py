"""What the library says of the open skill and of those it calls, kept up to date."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.core.actor import DEMOS, DISK, TECHNE, USER, Actor
from app.core.changes import Changes, Part
from app.core.library import catalogue, conflict
from app.core.library.derive import derived_role
from app.core.library.record import Status
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.editor.about.row import Facts
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.editor.notice import Merged, Trouble
from app.ui.views.skills.editor.notice_bar import NoticeBar
from app.ui.views.skills.editor.reading import Reader
from app.ui.widgets.compare_texts import CompareDialog
from app.ui.widgets.moments import time_said


class LibraryWatch(QObject):
    """Looks again after commits; `catch_up` does so for those nobody was there to see.

    `restored` when somebody goes on with the text that was kept.
    """

    restored = Signal()

    def __init__(
        self,
        context: AppContext,
        autosave: Autosave,
        reader: Reader,
        header: Header,
        notices: NoticeBar,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context, self._autosave, self._reader = context, autosave, reader
        self._header, self._notices = header, notices
        self._place: tuple[int | None, int | None] = (None, None)
        self._status = Status.ACTIVE
        self._others_changed = False
        self._own_changed = False
        self._why = ""
        autosave.dirty_changed.connect(self.show_facts)
        autosave.saving_changed.connect(self.show_facts)
        autosave.saved.connect(self._on_saved)
        autosave.notices.changed.connect(self.show_notice)
        autosave.merged.connect(self._tell_merged)
        autosave.set_aside.connect(self._tell_set_aside)
        notices.acted.connect(self._on_acted)

    @property
    def place(self) -> tuple[int | None, int | None]:
        """The engram that calls from here are made in, and the id of the skill, if it has one."""
        return self._place

    def take(self, changes: Changes) -> None:
        """Remember what a commit was about. Our own saves say nothing new of the others."""
        own = self._autosave.skill_id
        others = bool(changes.skills - {own}) or not changes.skills
        self._others_changed |= others and bool(changes.parts & (Part.LIST | Part.EDGES))
        self._own_changed |= own in changes.skills

    def catch_up(self) -> None:
        """Look again at everything that may have changed."""
        if self._own_changed:
            self._own_changed = False
            self._autosave.look_again()
            self._others_changed |= self._is_elsewhere()
            self.show_facts()
        if self._others_changed:
            self.learn()
            self._reader.read_now()

    def _is_elsewhere(self) -> bool:
        """Whether its calls are made from another place now, or lead elsewhere."""
        row = self._row()
        if row is None:
            return False
        known = self._context.known.skills(self._context.vault, row.engram, row.id)
        moved = (row.engram, row.id) != self._place or row.status is not self._status
        return moved or known.targets != self._reader.known.targets

    def learn(self) -> None:
        """Ask the catalogue which skills can be called from here."""
        vault, row = self._context.vault, self._row()
        self._place = (row.engram, row.id) if row is not None else (None, None)
        self._status = row.status if row is not None else Status.ACTIVE
        waiting = catalogue.rows(vault, status=Status.QUARANTINED)
        known = self._context.known.skills(vault, *self._place)
        self._reader.know(known, {other.key: other.title for other in waiting})
        self._others_changed = False
        self.show_facts()

    def show_facts(self) -> None:
        """The line under the title."""
        autosave, row = self._autosave, self._row()
        self._reader.call(autosave.skill_id, row.title if row is not None else "")
        failed = autosave.notice is not None and autosave.notice.trouble is Trouble.FAILED
        saved_at = row.updated if row is not None else None
        saved = time_said(saved_at, self._context.vault.now()) if saved_at is not None else ""
        by = _saver(conflict.author(self._context.vault, row.version)) if row is not None else ""
        state = (saved, by, autosave.dirty, autosave.saving, failed, autosave.watching)
        if row is not None:
            facts = Facts(row.role, row.engram_name, row.number, row.status, *state)
        else:
            skill = self._reader.skill
            role = derived_role(skill) if skill.text.strip() else ""
            facts = Facts(role, "", None, Status.ACTIVE, *state)
        self._header.about.show_facts(facts)
        self._header.show_starred(row.favourite if row is not None else None)

    def show_notice(self) -> None:
        """The trouble there is, or none."""
        self._notices.show_notice(self._autosave.notice)
        self.show_facts()
        if self._autosave.notice is None and self._why:
            self._context.say.withdraw(self._why)
            self._why = ""

    def why_unsaved(self, title: str) -> str:
        """What keeps the skill from being saved, in a sentence that holds until it is settled."""
        notice = self._autosave.notice
        match notice.trouble if notice is not None else None:
            case Trouble.CHANGED:
                said = _("“{title}” was changed elsewhere, so your text is not saved yet.")
            case Trouble.DELETED:
                said = _("“{title}” was deleted elsewhere, so your text is not saved.")
            case _other:
                said = _("“{title}” cannot be saved.")
        self._why = said.format(title=title)
        return self._why

    def _on_acted(self, name: str) -> None:
        autosave = self._autosave
        acts = {
            "restore": autosave.restore_draft,
            "discard": autosave.discard_draft,
            "dismiss": autosave.notices.dismiss,
            "theirs": autosave.take_theirs,
            "mine": self._keep_mine,
            "retry": autosave.save,
        }
        if name == "compare":
            theirs = autosave.in_library()
            sides = (_("Saved"), _("Unsaved")) if self._is_draft else (_("Theirs"), _("Yours"))
            old = theirs[1] if theirs is not None else ""
            self._comparison(old, autosave.mine(), sides)()
        else:
            acts[name]()
        if name == "restore":
            self.restored.emit()

    @property
    def _is_draft(self) -> bool:
        """Whether it is a draft that was restored which other text was saved after."""
        notice = self._autosave.notice
        return notice is not None and notice.trouble is Trouble.CHANGED and notice.at is not None

    def _keep_mine(self) -> None:
        autosave, theirs = self._autosave, self._autosave.in_library()
        told = (
            _("The text saved before is version {number}")
            if self._is_draft
            else _("Their text is version {number}")
        )

        def tell() -> None:
            if theirs is not None and autosave.notice is None:
                number = theirs[0].number
                self._tell(told.format(number=number), number)

        autosave.keep_mine()
        self._context.writes.after(self, tell)

    def _tell_set_aside(self, number: int) -> None:
        self._tell(_("Your text is version {number}").format(number=number), number)

    def _tell(self, said: str, number: int) -> None:
        """With a way to that version, beside the one there is now."""
        skill, vault, go = self._autosave.skill_id, self._context.vault, self._context.go
        assert skill is not None

        def show() -> None:
            row = catalogue.row(vault, skill)
            go.history(skill, (number, row.number) if row is not None else None)

        self._context.say.tell_more(said, _("Show"), show)

    def _tell_merged(self, merged: Merged) -> None:
        who = merged.who
        said = (
            _("Merged with a change you made elsewhere")
            if who.is_person
            else _("Merged with a change by {who}").format(who=who.client or who.who)
        )
        sides = (_("Yours"), _("Merged"))
        show = self._comparison(merged.before, merged.after, sides)
        self._context.say.tell_more(said, _("Show"), show)

    def _comparison(self, old: str, new: str, sides: tuple[str, str]) -> Callable[[], None]:
        """Shows two texts, also when the document is closed by then."""
        context, title, window = self._context, _("Two versions"), self._header.window()
        return lambda: CompareDialog(context, title, old, new, sides=sides, parent=window).open()

    def _row(self) -> catalogue.SkillRow | None:
        """What the list says of this skill."""
        skill = self._autosave.skill_id
        return catalogue.row(self._context.vault, skill) if skill is not None else None

    def _on_saved(self) -> None:
        self.show_facts()
        self._reader.look_again()


def _saver(actor: Actor) -> str:
    """Who saved a version, if that was not done in a window."""
    if actor in (USER, DEMOS):
        return ""
    known = {DISK: _("an edit on disk"), TECHNE: "Techne"}
    return known.get(actor) or actor.client or actor.who
