"""The pages of the window. Public name: `Pages`."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget
from shiboken6 import isValid

from app.ui.context import AppContext
from app.ui.views.agents.view import AgentsView
from app.ui.views.lifecycle.view import LifecycleView
from app.ui.views.packs.view import PacksView
from app.ui.views.settings.view import SettingsView
from app.ui.views.skills.page import SkillsPage

if TYPE_CHECKING:
    from app.ui.views.constellation.view import ConstellationView
    from app.ui.views.memories.view import MemoriesView
    from app.ui.views.runs.view import RunsView


class Pages(QStackedWidget):
    """That of the skills is made at once, the others when somebody first looks at them.

    `settings_changed(settings)` and `run_shown(run)` are signals of pages that may not be there.
    """

    settings_changed = Signal(object)
    run_shown = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._left: dict[QWidget, QWidget | None] = {}
        self.skills = SkillsPage(context, self)
        self.addWidget(self.skills)
        self._made: dict[str, QWidget] = {"skills": self.skills}
        self._makers: dict[str, Callable[[], QWidget]] = {
            "constellation": self._make_constellation,
            "memories": self._make_memories,
            "runs": self._make_runs,
            "lifecycle": lambda: LifecycleView(context, self),
            "packs": lambda: PacksView(context, self),
            "agents": lambda: AgentsView(context, self),
            "settings": self._make_settings,
        }

    def knows(self, name: object) -> bool:
        """Whether there is such a page, made or not."""
        return name in self._made or name in self._makers

    def is_made(self, name: str) -> bool:
        return name in self._made

    def page(self, name: str) -> QWidget:
        """The page of this name, made if nobody has looked at it yet."""
        if name not in self._made:
            self._made[name] = self._makers[name]()
            self.addWidget(self._made[name])
        return self._made[name]

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        before, focused = self.currentWidget(), QApplication.focusWidget()
        had_keyboard = focused is not None and before.isAncestorOf(focused)
        self._left[before] = before.focusWidget()  # Qt moves it on as the page goes
        self.setCurrentWidget(self.page(name))
        if had_keyboard and (last := self.left_at(name)) is not None:
            last.setFocus(Qt.FocusReason.OtherFocusReason)

    def left_at(self, name: str) -> QWidget | None:
        """What had the keyboard when a page was left last, if it can have it again."""
        last = self._left.get(self.page(name))
        there = last is not None and isValid(last) and last.isVisible() and last.isEnabled()
        return last if there else None

    @property
    def settings(self) -> SettingsView:
        page = self.page("settings")
        assert isinstance(page, SettingsView)
        return page

    @property
    def agents(self) -> AgentsView:
        page = self.page("agents")
        assert isinstance(page, AgentsView)
        return page

    @property
    def lifecycle(self) -> LifecycleView:
        page = self.page("lifecycle")
        assert isinstance(page, LifecycleView)
        return page

    @property
    def runs(self) -> "RunsView":
        from app.ui.views.runs.view import RunsView  # noqa: PLC0415 - all that a run is made of

        page = self.page("runs")
        assert isinstance(page, RunsView)
        return page

    @property
    def memories(self) -> "MemoriesView":
        from app.ui.views.memories.view import MemoriesView  # noqa: PLC0415 - loads numpy

        page = self.page("memories")
        assert isinstance(page, MemoriesView)
        return page

    @property
    def constellation(self) -> "ConstellationView":
        from app.ui.views.constellation.view import (  # noqa: PLC0415 - loads the graph libraries
            ConstellationView,
        )

        page = self.page("constellation")
        assert isinstance(page, ConstellationView)
        return page

    # How they are made

    def _make_constellation(self) -> QWidget:
        from app.ui.views.constellation.view import (  # noqa: PLC0415 - loads the graph libraries
            ConstellationView,
        )

        return ConstellationView(self._context, self)

    def _make_memories(self) -> QWidget:
        from app.ui.views.memories.view import MemoriesView  # noqa: PLC0415 - loads numpy

        made = MemoriesView(self._context, self)
        engrams, documents = made.forgetting.engram_actions, self.skills.documents
        engrams.going.connect(documents.flush)
        engrams.gone.connect(documents.close_skills)
        return made

    def _make_runs(self) -> QWidget:
        from app.ui.views.runs.view import RunsView  # noqa: PLC0415 - all that a run is made of

        made = RunsView(self._context)
        made.shown.connect(self.run_shown)
        return made

    def _make_settings(self) -> QWidget:
        made = SettingsView(self._context, self)
        made.changed.connect(self.settings_changed)
        return made
