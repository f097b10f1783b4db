"""What was decided so far, and the buttons that end a training."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.core.training.proposal import GOOD, Choice, Proposal
from app.core.words import _, ngettext
from app.ui.commands import key_text, with_keys
from app.ui.theme.theme import Theme
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.key_row import key_row
from app.ui.widgets.labels import label
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.tips import plain_tip

MARK = 14
SAVE_KEYS = "Ctrl+Return"
DAY, WEEK = 1, 7
COUNTS = 200
"""Px that the counts have beside the buttons; with less they stand above them."""


class Count(QWidget):
    """A mark and how many."""

    def __init__(self, theme: Theme, icon: str, colour: str) -> None:
        super().__init__()
        self._theme, self._icon, self._colour = theme, icon, colour
        self._mark = QLabel()
        self.words = label("", "secondary")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(5)
        row.addWidget(self._mark)
        row.addWidget(self.words)
        self._paint_mark()
        theme.changed.connect(self._paint_mark)

    def say(self, text: str, *, shown: bool = True) -> None:
        self.words.setText(text)
        self.setVisible(shown)

    def _paint_mark(self) -> None:
        scale = self.devicePixelRatioF()
        self._mark.setPixmap(
            self._theme.pixmap(self._icon, self._colour, self._theme.scaled(MARK), scale)
        )


class Footer(QWidget):
    """`put_off(days)`: look at it later, only for what waited in the inbox."""

    put_off = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.discard = Button(theme, _("Discard"))
        self.later = Button(theme, _("Later"))
        self.good = Button(theme, _("Accept all above {score}").format(score=f"{GOOD:.2f}"))
        self.save = Button(theme, "", "primary", icon="check")
        self._accepted = Count(theme, "check", "ok")
        self._rejected = Count(theme, "close", "err")
        self._open = Count(theme, "memory", "mem")
        self._context = Count(theme, "box", "t3")
        self._gone = Count(theme, "minus", "warn")
        self.unused = Count(theme, "chip", "warn")
        self._has_unused = False
        self.takes_back = False
        """Whether accepting takes back what a model wrote, whatever else was decided."""
        menu = ButtonMenu(self.later)
        menu.addAction(_("Tomorrow")).triggered.connect(lambda: self.put_off.emit(DAY))
        menu.addAction(_("In a week")).triggered.connect(lambda: self.put_off.emit(WEEK))
        self.later.setMenu(menu)
        self.later.hide()
        self._lay_out()

    def show_choices(self, found: Proposal) -> None:
        """What the proposal says by now."""
        count = {choice: sum(i.choice is choice for i in found.items) for choice in Choice}
        context = sum(i.after is None for i in found.items)
        gone = len(found.gone)
        said = _("{count} accepted").format(count=count[Choice.ACCEPTED])
        self._accepted.say(said)
        self._rejected.say(_("{count} rejected").format(count=count[Choice.REJECTED]))
        self._open.say(_("{count} to decide").format(count=count[Choice.OPEN]))
        said = _("{count} in Supporting context").format(count=context)
        self._context.say(said, shown=context > 0)
        said = ngettext("{count} removed", "{count} removed", gone).format(count=gone)
        self._gone.say(said, shown=gone > 0)
        self.save.setText(_save_words(found, takes_back=self.takes_back))
        self.save.setEnabled(count[Choice.ACCEPTED] + count[Choice.REJECTED] + gone > 0)
        self.good.setEnabled(
            any(
                i.choice is Choice.OPEN and not i.taken_out and i.placement.score >= GOOD
                for i in found.items
            )
        )

        self._say_unused()

    def show_unused(self, has_unused: bool) -> None:
        """Whether there is a rewriting, which the memories are saved without."""
        self._has_unused = has_unused
        self._say_unused()

    def _say_unused(self) -> None:
        shown = self._has_unused and self.save.isEnabled()
        self.unused.say(_("“Accept selected” leaves out the rewrite"), shown=shown)
        more = _("Places the memories as they are. “Use the rewrite” saves the model’s text.")
        keys = with_keys(self.save.text(), SAVE_KEYS)
        self.save.setToolTip(plain_tip(f"{more}\n{keys}" if shown else keys))
        self.save.setAccessibleDescription(more if shown else "")

    def _lay_out(self) -> None:
        counts = QWidget()
        flow = FlowLayout(counts, gap=8)
        marks = (self._accepted, self._rejected, self._open, self._context, self._gone)
        keys = (
            key_row((_("next"), "JK")),
            key_row((_("accept"), "A")),
            key_row((_("reject"), "R")),
            key_row((_("undo"), "U"), (_("save"), [key_text(SAVE_KEYS)])),
        )
        for part in (*marks, self.unused, *keys):
            flow.addWidget(part)
        buttons = (self.discard, self.later, self.good, self.save)
        foot = QHBoxLayout(self)
        foot.setContentsMargins(20, 10, 16, 10)
        parts = SideBySide(self._theme, counts, buttons, COUNTS)
        for key in keys:
            parts.stacked.connect(key.setHidden)
        foot.addWidget(parts)


def _save_words(found: Proposal, *, takes_back: bool) -> str:
    """What saving does: with nothing accepted there may be no new version at all."""
    number, rejected = found.number + 1, len(found.rejected)
    if rejected and not (found.chosen or found.removed or takes_back):
        said = ngettext("Save {count} rejection", "Save {count} rejections", rejected)
        return said.format(count=rejected)
    if found.removed and not (found.chosen or takes_back):
        return _("Take out, save as v{number}").format(number=number)
    return _("Accept selected, save as v{number}").format(number=number)
