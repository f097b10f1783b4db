"""Two texts of a skill, or one of them, over another dialog. Public name: `CompareDialog`."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.core.library.compare import compare
from app.core.library.comparison import Comparison
from app.core.library.summary import sentence
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.diff.item_text import Known
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import AT_ONCE, DiffView
from app.ui.widgets.labels import label, rule
from app.ui.widgets.segmented import Segmented

SIZE = QSize(1000, 640)
HEAD = 32


class CompareDialog(Dialog):
    """Read only; `old` None shows `new` by itself."""

    def __init__(
        self,
        context: AppContext,
        title: str,
        old: str | None,
        new: str,
        *,
        sides: tuple[str, str] = ("", ""),
        known: Known | None = None,
        parent: QWidget,
    ) -> None:
        about = _("As in the pack") if old is None else _("Comparing…")
        super().__init__(context.theme, title, about, parent=parent)
        self._known, self._alone = known, old is None
        self.diff = DiffView(context.theme)
        if old is not None:
            self.diff.set_head(_heads(sides))
        self.body.setContentsMargins(1, 0, 1, 0)
        self.body.setSpacing(0)
        self.body.addWidget(rule())
        self.body.addWidget(self.diff, 1)
        if old is not None:
            self._choice = Segmented(
                context.theme, _("Layout"), ((_("Side by side"), ""), (_("Unified"), ""))
            )
            self._choice.chosen.connect(self._arrange)
            self.footer.addWidget(self._choice)
        close = Button(context.theme, _("Close"), size="large")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        self.resize(SIZE)
        before = new if old is None else old
        context.jobs.run(
            self,
            _("Comparing the texts"),
            lambda _progress: compare(before, new),
            self._show,
            short=len(before) + len(new) <= AT_ONCE,
        )

    def _show(self, comparison: Comparison) -> None:
        if not self._alone:
            self.subtitle.setText(sentence(comparison))
        self.diff.show_comparison(comparison, self._arrangement(), self._known)

    def _arrangement(self) -> Arrangement:
        if self._alone:
            return Arrangement.SINGLE
        return Arrangement.UNIFIED if self._choice.current else Arrangement.BESIDE

    def _arrange(self) -> None:
        self.diff.arrange(self._arrangement())


def _heads(sides: tuple[str, str]) -> QWidget:
    made = QWidget()
    made.setMinimumHeight(HEAD)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    names = [label(side, "name") for side in sides]
    for name in names:
        name.setContentsMargins(16, 0, 0, 0)
    row.addWidget(names[0], 1)
    row.addWidget(rule("down"))
    row.addWidget(names[1], 1)
    return made
