"""Two texts of a skill, or one of them, over another dialog. Public name: `CompareDialog`."""

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.library.compare import compare
from app.core.library.summary import sentence
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import DiffView
from app.ui.widgets.labels import label, rule
from app.ui.widgets.segmented import Segmented

SIZE = QSize(1000, 640)
HEAD = 32


class CompareDialog(Dialog):
    """Read only; `old` None shows `new` by itself."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        old: str | None,
        new: str,
        *,
        sides: tuple[str, str] = ("", ""),
        known: Callable[[str], bool] | None = None,
        parent: QWidget,
    ) -> None:
        comparison = compare(new if old is None else old, new)
        about = _("As it is in the pack") if old is None else sentence(comparison)
        super().__init__(theme, title, about, parent=parent)
        self.diff = DiffView(theme)
        arrangement = Arrangement.SINGLE if old is None else Arrangement.BESIDE
        if old is not None:
            self.diff.set_head(_heads(sides))
        self.diff.show_comparison(comparison, arrangement, known)
        self.body.setContentsMargins(1, 0, 1, 0)
        self.body.setSpacing(0)
        self.body.addWidget(rule())
        self.body.addWidget(self.diff, 1)
        if old is not None:
            self._choice = Segmented(
                theme, _("Arrangement"), ((_("Side by side"), ""), (_("Unified"), ""))
            )
            self._choice.chosen.connect(self._arrange)
            self.footer.addWidget(self._choice)
        close = Button(theme, _("Close"), size="large")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        self.resize(SIZE)

    def _arrange(self, choice: int) -> None:
        self.diff.arrange(Arrangement.UNIFIED if choice else Arrangement.BESIDE)


def _heads(sides: tuple[str, str]) -> QWidget:
    made = QWidget()
    made.setFixedHeight(HEAD)
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
