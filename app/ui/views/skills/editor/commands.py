"""What a person can do in the skill that is open, as commands."""

from collections.abc import Callable
from functools import partial

from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.commands import Command
from app.ui.context import AppContext
from app.ui.views.skills.editor.notice import Trouble
from app.ui.views.skills.editor.notice_bar import RESTORE_KEYS, NoticeBar
from app.ui.views.skills.editor.view import EditorView
from app.ui.write_queue import nothing


def commands(context: AppContext, in_front: Callable[[], EditorView | None]) -> tuple[Command, ...]:
    """For the editor that is in front when one of them is chosen."""

    def is_there() -> bool:
        return in_front() is not None

    def on(act: Callable[[EditorView], object]) -> Callable[[], object]:
        return lambda: act(editor) if (editor := in_front()) is not None else None

    return (
        Command(
            "editor.save",
            _("Save"),
            on(lambda editor: editor.when_saved(nothing)),
            "Ctrl+S",
            is_there,
            "save",
            why_not=_("No skill is open"),
        ),
        *_unsaved(in_front),
        Command(
            "editor.mode",
            _("Switch between text and steps"),
            on(lambda editor: editor.show_mode(not editor.mode)),
            "Ctrl+E",
            is_there,
            "steps",
            why_not=_("No skill is open"),
        ),
        Command(
            "editor.next_problem",
            _("Next problem"),
            on(lambda editor: editor.quick_fixes.next_problem()),
            "F8",
            is_there,
            "checks",
            why_not=_("No skill is open"),
        ),
        Command(
            "editor.previous_problem",
            _("Previous problem"),
            on(lambda editor: editor.quick_fixes.previous_problem()),
            "Shift+F8",
            is_there,
            "checks",
            why_not=_("No skill is open"),
        ),
        Command(
            "editor.fix",
            _("Fix the problem here"),
            on(lambda editor: editor.quick_fixes.offer()),
            "Ctrl+.",
            is_there,
            "bolt",
            why_not=_("No skill is open"),
        ),
        Command(
            "editor.fix_findings",
            _("Fix findings…"),
            context.go.fix_findings,
            "Ctrl+Shift+.",
            is_there,
            "bolt",
            why_not=_("No skill is open"),
        ),
        *_parts(on, lambda: (editor := in_front()) is not None and not editor.read_only),
    )


def _unsaved(in_front: Callable[[], EditorView | None]) -> tuple[Command, ...]:
    """What the bar above the skill offers of a text that was kept when it could not be saved."""

    def bar(*troubles: Trouble) -> NoticeBar | None:
        editor = in_front()
        there = editor is not None and editor.autosave.notices.is_among(*troubles)
        return editor.notice_bar if editor is not None and there else None

    def kept() -> NoticeBar | None:
        return bar(Trouble.KEPT)

    def can_go() -> NoticeBar | None:
        return bar(Trouble.KEPT, Trouble.RESTORED)

    return (
        Command(
            "editor.restore_unsaved",
            _("Restore what was not saved"),
            lambda: one.acted.emit("restore") if (one := kept()) is not None else None,
            RESTORE_KEYS,
            lambda: kept() is not None,
            "restore",
            synonyms=_("unsaved text draft crash recover"),
            why_not=_("No unsaved text was kept of the skill in front"),
        ),
        Command(
            "editor.discard_unsaved",
            _("Discard what was not saved"),
            lambda: one.acted.emit("discard") if (one := can_go()) is not None else None,
            "",
            lambda: can_go() is not None,
            "trash",
            is_dangerous=True,
            synonyms=_("unsaved text draft"),
            why_not=_("No unsaved text was kept of the skill in front"),
        ),
    )


def _parts(
    on: Callable[[Callable[[EditorView], object]], Callable[[], object]],
    can_write: Callable[[], bool],
) -> tuple[Command, ...]:
    """To each part of a skill that is written above its steps."""
    goals = (
        Command(
            f"editor.goal.{kind.spec.field}",
            _("Edit the goal: {name}").format(name=kind.spec.title()),
            on(partial(_edit_goal, kind)),
            "",
            can_write,
            "edit",
            why_not=_("No skill is open to edit"),
        )
        for kind in GoalKind
    )
    return (
        *goals,
        Command(
            "editor.description",
            _("Edit the description"),
            on(lambda editor: editor.header.description.begin()),
            "",
            can_write,
            "edit",
            why_not=_("No skill is open to edit"),
        ),
        Command(
            "editor.tag",
            _("Add a tag"),
            on(lambda editor: editor.header.about.write_tag()),
            "",
            can_write,
            "plus",
            why_not=_("No skill is open to edit"),
        ),
    )


def _edit_goal(kind: GoalKind, editor: EditorView) -> None:
    editor.goal_editing.open(kind)
