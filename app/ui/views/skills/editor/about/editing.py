"""What stands under the title, kept the same as the text and the library, both ways."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.library import catalogue, library, tags
from app.core.lifecycle import tagging
from app.core.mirror import at_hand
from app.core.packs.whence import whence
from app.core.skills.editing.description import with_description
from app.core.skills.model import BlockKind, Skill
from app.core.skills.reading.description import introduction, shown_description
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.editor.about import on_disk, origin
from app.ui.views.skills.editor.about.row import Said
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.text_buffer import TextBuffer

_SHORT = 300
"""Characters of an introduction that need not stand among the steps as well."""


def shown_above(skill: Skill) -> int:
    """Where the paragraph begins that the line under the title shows; -1 for none."""
    place = introduction(skill)
    has_frontmatter = any(block.kind is BlockKind.FRONTMATTER for block in skill.blocks)
    if place is None or has_frontmatter or place[1] - place[0] > _SHORT:
        return -1
    return place[0]


class AboutEditing(QObject):
    """Description, tags and origin. `when_saved` saves the skill and then does something."""

    def __init__(
        self,
        context: AppContext,
        autosave: Autosave,
        buffer: TextBuffer,
        reader: Reader,
        header: Header,
        when_saved: Callable[[Callable[[], object]], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context, self._autosave = context, autosave
        self._buffer, self._reader = buffer, reader
        self._field, self._row, self._when_saved = header.description, header.about, when_saved
        self._given = ""
        self._is_refused = False
        """Whether what is written in the field could not be put into the text."""
        self._is_tag_refused = False
        self._field.edited.connect(self._on_described)
        self._row.tag_added.connect(self._add_tags)
        self._row.tag_removed.connect(self._take_tag_off)
        self._row.tag_wanted.connect(lambda tag: context.go.narrowed("tag", tag, tag))
        self._row.field.begun.connect(self._offer_tags)
        self._row.field.textChanged.connect(self._drop_refused_tag)
        self._row.disk_wanted.connect(self._show_folder)
        self._row.origin_wanted.connect(lambda: context.go.page("packs"))
        reader.read.connect(self._show_description)
        autosave.saved.connect(self.refresh)
        autosave.reloaded.connect(self.refresh)
        context.bridge.changed.connect(self._on_changed)

    def begin(self) -> None:
        """Show what is known of another skill."""
        self._is_refused = False
        self._row.close_field()
        self.refresh()

    def refresh(self) -> None:
        """Ask the library again."""
        vault, skill = self._context.vault, self._autosave.skill_id
        state = library.current(vault, skill) if skill is not None else None
        found = whence(vault, skill) if skill is not None else None
        if skill is None or state is None or found is None:
            self._given = ""
            self._row.show_tags(None)
            self._row.show_origin(Said(), Said())
            self._row.show_disk(Said())
            self._row.expect(origin.own_words(vault.now()))
            return
        self._given = str(state[2].extra.get("description", ""))
        self._row.expect("")
        self._row.show_tags(tagging.tags_of(vault, skill))
        now = vault.now()
        icon = "packs" if found.pack is not None else ""
        words = Said(origin.from_words(found, now), origin.from_tip(found, now), icon)
        self._row.show_origin(words, origin.signed(found))
        self._row.show_disk(on_disk.said(at_hand.places(vault, skill)))

    def _show_folder(self) -> None:
        """The first place where it is on the disk, among the folders."""
        skill = self._autosave.skill_id
        places = at_hand.places(self._context.vault, skill) if skill is not None else ()
        if places:
            worst = on_disk.worst(places)
            self._context.go.folder(worst.folder, worst.name)

    def _show_description(self) -> None:
        """Quiet until there is something to describe, with its room kept below the title."""
        skill = self._reader.skill
        said = shown_description(skill, self._given)
        has_place = any(step.number is not None for step in skill.steps[:1])
        if not self._is_refused:
            self._field.show_description(said)
        can_write = has_place and not self._field.isReadOnly()
        self._field.keep_room(not self._field.isReadOnly())
        self._field.setVisible(bool(said) or can_write or self._field.hasFocus())

    def _on_described(self, said: str) -> None:
        try:
            self._buffer.become(with_description(self._buffer.text, said))
        except AppError as error:
            self._is_refused = True
            self._autosave.notices.complain(error)
        else:
            self._is_refused = False
            self._autosave.notices.relent()

    def _offer_tags(self) -> None:
        self._row.field.offer(catalogue.tags(self._context.vault))

    def _add_tags(self, line: str) -> None:
        vault = self._context.vault

        def failed(error: AppError) -> None:
            self._row.give_back(line)
            self._autosave.notices.complain(error)
            self._is_tag_refused = True

        def done(_nothing: None) -> None:
            self._autosave.notices.relent()
            self.refresh()

        self._write(lambda skill: tagging.put(vault, skill, *tags.written(line)), done, failed)

    def _drop_refused_tag(self) -> None:
        """What could not be a tag is corrected, or the field is closed."""
        if self._is_tag_refused:
            self._is_tag_refused = False
            self._autosave.notices.relent()

    def _take_tag_off(self, tag: str) -> None:
        vault, said = self._context.vault, _("Tag {tag} removed").format(tag=tag)

        def done(_nothing: None) -> None:
            self.refresh()
            self._context.say.tell(said, undoable=True)

        self._write(
            lambda skill: tagging.take_off(vault, skill, tag), done, self._autosave.notices.complain
        )

    def _write(
        self,
        work: Callable[[int], None],
        done: Callable[[None], object],
        failed: Callable[[AppError], object],
    ) -> None:
        def begin() -> None:
            skill = self._autosave.skill_id
            if skill is not None:
                self._context.writes.write(self, _("Saving"), lambda: work(skill), done, failed)

        self._when_saved(begin)

    def _on_changed(self, changes: Changes) -> None:
        if self._autosave.skill_id in changes.skills or changes.parts & (Part.TRUST | Part.FOLDERS):
            self.refresh()
