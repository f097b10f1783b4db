"""When a skill is trained by itself, by what, and what becomes of it, to be chosen."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.core.training import schedule
from app.core.training.schedule import Plan
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.tips import plain_tip


class PlanButton(Button):
    """Says when a skill is trained automatically, and offers other times. What comes of it waits
    to be reviewed, unless the person chose otherwise."""

    def __init__(self, context: AppContext, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, "", size="small", icon="chevron-down", parent=parent)
        self._context, self._skill = context, skill
        self._choices: tuple[tuple[str, Plan | None], ...] = (
            (_("never"), None),
            (_("weekly"), Plan(when_memories_change=False)),
            (_("when memories change"), Plan(every_days=None)),
            (_("weekly and when memories change"), Plan()),
        )
        menu = ButtonMenu(self)
        for words, plan in self._choices:
            menu.addAction(words[:1].upper() + words[1:]).triggered.connect(self._chooser(plan))
        menu.addSeparator()
        self.rewrite = self._switch(menu, lambda plan, on: replace(plan, rewrite=on))
        self.rewrite.setText(_("Rewrite with the local model"))
        self.automatic = self._switch(menu, lambda plan, on: replace(plan, automatic=on))
        self.setMenu(menu)
        self.refresh()

    def refresh(self) -> None:
        """Ask the vault again."""
        plan = self._plan
        bare = replace(plan, rewrite=False, automatic=False) if plan else None
        words = next((words for words, one in self._choices if one == bare), _("as planned"))
        self.rewrite.setEnabled(plan is not None)
        self.automatic.setEnabled(plan is not None)
        self.rewrite.setChecked(plan is not None and plan.rewrite)
        self.automatic.setChecked(plan is not None and plan.automatic)
        saved = _("Save good fits without asking")
        if plan is not None and plan.rewrite:
            saved = _("Save without asking, only when every sentence is verified")
        self.automatic.setText(saved)
        more = [_("with the model")] if plan is not None and plan.rewrite else []
        more += [_("saved without asking")] if plan is not None and plan.automatic else []
        self.setText(_("Train automatically: {when}").format(when=", ".join([words, *more])))
        self.setAccessibleName(self.text())
        reviewed = _("When Techne trains this skill for you; you review the result")
        alone = _("When Techne trains this skill for you; only unsure placements wait for you")
        self.setToolTip(plain_tip(alone if plan is not None and plan.automatic else reviewed))

    @property
    def _plan(self) -> Plan | None:
        return schedule.plan_of(self._context.vault, self._skill)

    def _chooser(self, plan: Plan | None) -> Callable[[], None]:
        def choose(*_checked: object) -> None:
            now = self._plan
            kept = plan
            if plan is not None and now is not None:
                kept = replace(plan, rewrite=now.rewrite, automatic=now.automatic)
            self._put(kept)

        return choose

    def _switch(self, menu: QMenu, change: Callable[[Plan, bool], Plan]) -> QAction:
        """Something that a plan may have besides."""
        action = menu.addAction("")
        action.setCheckable(True)

        def switch(on: bool) -> None:
            if (now := self._plan) is not None:
                self._put(change(now, on))

        action.triggered.connect(switch)
        return action

    def _put(self, plan: Plan | None) -> None:
        vault, skill = self._context.vault, self._skill
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: schedule.set_plan(vault, skill, plan),
            lambda _nothing: self.refresh(),
        )
