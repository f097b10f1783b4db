"""The upper part of a page, which scrolls before it takes all room. Public name: `Yielding`."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QWidget

SPARED = 142
"""Px of the page that are left below in the lowest window."""
LEAST = 24
"""Px that are left below while something is open."""
MARGIN = 12
"""Px around what is scrolled to."""


class Yielding(QScrollArea):
    """As high as what is in it, as long as there is room for it and `SPARED`; then it does without
    its `spare` parts, the first one first, unless somebody writes in them; at last it scrolls.
    What is `opened` by a person takes its room from below and leaves `LEAST`: nothing above it
    goes away or moves. What has more than half of the page can be scrolled away with what is below,
    down to the part that `stays`.
    """

    def __init__(
        self,
        content: QWidget,
        page: QWidget,
        spare: Sequence[QWidget] = (),
        opened: QWidget | None = None,
        stays: QWidget | None = None,
    ) -> None:
        super().__init__(page)
        self._content, self._page, self._spare, self._opened = content, page, spare, opened
        self._stays = stays
        self._away = self._most_away = 0
        self._whole = self._wanted = 0
        """Px of all that is in it, and of what there is room for while nothing is scrolled away."""
        self._spared: set[QWidget] = set()
        """What is hidden for want of room; others have reasons of their own to hide a part."""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setWidget(content)
        self._laid_out = QTimer(self, interval=0, singleShot=True)
        self._laid_out.timeout.connect(self._on_laid_out)
        content.installEventFilter(self)
        page.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    @property
    def away(self) -> int:
        """Px of it that are scrolled away."""
        return self._away

    @property
    def most_away(self) -> int:
        """Px of it that can be; 0 where it leaves the page enough room."""
        return self._most_away

    def scroll_away(self, pixels: int) -> None:
        """Have so many px of it above the page, as far as it can leave it. What had no room comes
        into sight first; only then is there more room below.
        """
        goes = min(max(pixels, 0), self._most_away) - self._away
        if not goes:
            return
        bar = self.verticalScrollBar()
        place = bar.value() + goes
        self._away += goes
        self.setFixedHeight(self._shown)
        if (layout := self._page.layout()) is not None:
            layout.activate()
        bar.setValue(place)

    @property
    def _shown(self) -> int:
        """Px of it that are on the page."""
        return min(self._wanted, self._whole - self._away)

    def _fit(self) -> None:
        """Without a scroll bar as long as all of it has room in the width of the page: a bar makes
        it higher, and would be there because of itself.
        """
        room = max(self._page.height() - SPARED, 0)
        opened = self._opened_height()
        whole = self._do_without(self._needed() - opened, room) + opened
        wanted = min(whole, max(room, self._page.height() - LEAST) if opened else room)
        policy = Qt.ScrollBarPolicy
        bar = policy.ScrollBarAlwaysOn if wanted < whole else policy.ScrollBarAlwaysOff
        if bar != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(bar)
        self._whole, self._wanted, self._most_away = whole, wanted, self._leaving(whole)
        self.scroll_away(min(self._away, self._most_away))
        if self._shown != self.height() or self.minimumHeight() != self._shown:
            self.setFixedHeight(self._shown)
        if wanted < whole or self._away:
            self._laid_out.start()

    def _leaving(self, whole: int) -> int:
        """How much of all of it may leave the page."""
        if self._stays is None or whole <= self._page.height() // 2:
            return 0
        column = self._content.layout()
        assert column is not None
        stays = self._stays.sizeHint().height() + 2 * column.contentsMargins().bottom()
        return max(whole - stays, 0)

    def _needed(self) -> int:
        """The height of what is shown now."""
        layout, width = self._content.layout(), self._page.width()
        assert layout is not None
        whole = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else -1
        return max(whole, layout.totalMinimumSize().height())

    def _opened_height(self) -> int:
        if self._opened is None or self._opened.isHidden():
            return 0
        return _height(self._opened)

    def _do_without(self, needed: int, room: int) -> int:
        """The height that is needed once as few spare parts as can be are hidden."""
        self._spared = {part for part in self._spared if part.isHidden()}
        parts = [part for part in self._spare if part in self._spared or not part.isHidden()]
        heights = [_height(part) for part in parts]
        whole = needed + sum(
            height for part, height in zip(parts, heights, strict=True) if part in self._spared
        )
        for part, height in zip(parts, heights, strict=True):
            focused = part.isAncestorOf(QApplication.focusWidget() or self) or part.hasFocus()
            hide = whole > room and not focused
            whole -= height if hide else 0
            if hide != part.isHidden():
                self._spared ^= {part}
                part.setHidden(hide)
        return whole

    def _show(self, focused: QWidget | None) -> None:
        """What has the keyboard can be seen."""
        if focused is not None and self._content.isAncestorOf(focused):
            if self._away and focused.visibleRegion().boundingRect() != focused.rect():
                self.scroll_away(0)
            self.ensureWidgetVisible(focused, 0, MARGIN)

    def _on_laid_out(self) -> None:
        if self._away:
            self.verticalScrollBar().setValue(self._away)
        self._show(QApplication.focusWidget())

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        self._show(now)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_news = event.type() == QEvent.Type.LayoutRequest and watched is self._content
        if is_news or (event.type() == QEvent.Type.Resize and watched is self._page):
            self._fit()
        return super().eventFilter(watched, event)


def _height(part: QWidget) -> int:
    """What a part takes of its column, with the gap beside it."""
    column = part.parentWidget()
    assert column is not None
    layout, width = column.layout(), column.width()
    assert layout is not None
    high = part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height()
    return min(high, part.maximumHeight()) + layout.spacing()
