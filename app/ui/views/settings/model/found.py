"""The models on this computer, wherever they lie: choosing one, adding files, removing."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.errors import AppError
from app.core.llm.fit import Verdict, in_words
from app.core.llm.model_folders import Origin
from app.core.llm.names import origin_in_words
from app.core.llm.stored_model import LeftOut, StoredModel, Use
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.settings.model.around import Around, Here, facts
from app.ui.views.settings.section import Line, Section
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.widgets.labels import label, restyle, tag

MOST = 12
"""Models that are listed before somebody asks for all."""


class FoundModels(Section):
    """`changed` when there may be other models than before. A file can be dropped on it."""

    changed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Models on this computer"), parent)
        self._context = context
        self._around: Around | None = None
        self._all = False
        self._on_banner: Callable[[], object] = _nothing
        theme = context.theme
        self.banner = Banner(theme)
        self.banner.acted.connect(self._act)
        self._banner_row = self.add_wide(self.banner)
        self._banner_row.hide()
        self.banner.closed.connect(self._banner_row.hide)
        self.rows = self.add_lines()
        self.rows.show_lines((self._empty(_("Looking for models…")),), first=True)
        self.more = Button(theme, _("Show all"), "quiet", size="small")
        self.more.clicked.connect(self._show_all)
        self._more_row = self.add_wide(self.more)
        self._more_row.hide()
        file = Button(theme, _("File…"), size="small")
        file.setAccessibleName(_("Choose a model file"))
        file.clicked.connect(lambda: self._ask(QFileDialog.FileMode.ExistingFile))
        folder = Button(theme, _("Folder…"), size="small")
        folder.setAccessibleName(_("Look for models in another folder"))
        folder.clicked.connect(lambda: self._ask(QFileDialog.FileMode.Directory))
        self.add(
            _("Somewhere else"),
            _("Choose a .gguf file or a folder, or drop one here. It stays where it is."),
            file,
            folder,
        )
        self._places = self.add_lines()
        self.why = Button(theme, _("Show"), "quiet", size="small")
        self.why.setAccessibleName(_("Show the files that cannot be used"))
        self.why.clicked.connect(self._toggle_left_out)
        self._left_line = Line("", "", self.why)
        self._left_head = self.add_lines()
        self._left_head.show_lines((self._left_line,))
        self._left_head.hide()
        self._left = self.add_lines()
        self._left.hide()
        context.model.chosen.connect(self._rebuild)

    def show_around(self, around: Around) -> None:
        """What was found; that of the person's own places, too."""
        self._around = around
        self._rebuild()

    def attach_files(self, paths: list[str]) -> None:
        """Offer models from a file or folder that was chosen or dropped."""
        path = Path(paths[0])

        def work(_job: object) -> StoredModel | None:
            store = self._context.model.model_store()
            model = None if path.is_dir() else store.at(path)
            store.add(path)
            return model

        self._context.jobs.start(self, _("Checking the file"), work, self._on_added, self._explain)

    def show_drop(self, near: bool) -> None:
        """Whether a file hangs over it."""
        self.setProperty("near", near)
        if near:
            self._say(_("Drop the model here to use it from where it is."))
        else:
            self._banner_row.hide()
        restyle(self)

    # Rows

    def _rebuild(self) -> None:
        if (around := self._around) is None:
            return
        shown = around.models if self._all else around.models[:MOST]
        lines: list[QWidget] = [self._row(here) for here in shown]
        if not lines:
            said = _("No models yet. Get one below, or choose a file you have.")
            lines = [self._empty(said)]
        self.rows.show_lines(lines, first=True)
        rest = len(around.models) - len(shown)
        self.more.setText(ngettext("{count} more", "{count} more", rest).format(count=rest))
        self._more_row.setVisible(rest > 0)
        also = self._context.model.model_store().also
        self._places.show_lines([self._place(path) for path in also])
        self._show_left_out(around.left_out)

    def _row(self, here: Here) -> QWidget:
        model, theme = here.model, self._context.theme
        choice = self._context.model.choice
        chosen = choice.text if model.use is Use.TEXT else choice.meaning
        is_used = chosen is not None and chosen.path == model.path
        mark = None
        if is_used:
            mark = tag(_("in use"), "ok")
        elif here.fit.verdict is not Verdict.FITS:
            is_tight = here.fit.verdict is Verdict.TIGHT
            mark = tag(_("tight"), "warn") if is_tight else tag(_("does not fit"), "err")
        controls: list[QWidget] = []
        if not is_used:
            use = Button(theme, _("Use"), size="small")
            use.setAccessibleName(_("Use {name}").format(name=model.name))
            use.clicked.connect(lambda: self.use(model))
            controls.append(use)
        if model.origin is Origin.OWN:
            words = _("Remove {name} from the disk").format(name=model.name)
            remove = IconButton(theme, "trash", words, size="small")
            remove.clicked.connect(lambda: self._ask_to_remove(model))
            controls.append(remove)
        what = _("For search by meaning.") if model.use is Use.EMBEDDING else ""
        kept = "" if model.origin is Origin.OWN else origin_in_words(model.origin)
        if model.origin is Origin.ELSEWHERE:
            kept = str(model.path.parent)
        first = " · ".join(part for part in (facts(model.header), kept) if part)
        sentence = f"{first}\n{' '.join(part for part in (what, here.fit.sentence) if part)}"
        return Line(model.name, sentence, *controls, mark=mark)

    def _place(self, path: Path) -> QWidget:
        words = _("Stop looking in {path}").format(path=path)
        drop = IconButton(self._context.theme, "close", words, size="small")
        drop.clicked.connect(lambda: self._forget(path))
        return Line(_("Added by you"), str(path), drop)

    def _empty(self, sentence: str) -> QWidget:
        said = label(sentence, "muted", wrap=True)
        said.setContentsMargins(14, 12, 12, 12)
        return said

    def _show_left_out(self, left_out: tuple[LeftOut, ...]) -> None:
        count = len(left_out)
        said = ngettext("{count} file cannot be used", "{count} files cannot be used", count)
        self._left_line.name.setText(said.format(count=count))
        self._left_line.said.hide()
        self._left_head.setVisible(count > 0)
        self._left.show_lines([Line(one.path.name, one.why) for one in left_out])
        self._left.setVisible(count > 0 and self.why.text() == _("Hide"))

    def _toggle_left_out(self) -> None:
        is_shown = self._left.isHidden()
        self._left.setVisible(is_shown)
        self.why.setText(_("Hide") if is_shown else _("Show"))

    def _show_all(self) -> None:
        self._all = True
        self._rebuild()

    # What people do

    def use(self, model: StoredModel) -> None:
        """Choose it for what it can."""
        try:
            self._context.model.choose(model, model.use)
        except AppError as error:
            self._explain(error)
            return
        self._banner_row.hide()
        self._context.say.tell(_("Now using {name}").format(name=model.name))

    def _ask(self, mode: QFileDialog.FileMode) -> None:
        dialog = QFileDialog(self, _("Choose a model"))
        dialog.setFileMode(mode)
        begin_in_last_folder(dialog, self._context.window_state)
        if mode is QFileDialog.FileMode.ExistingFile:
            dialog.setNameFilters([_("Models") + " (*.gguf)", _("All files") + " (*)"])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.attach_files)
        dialog.open()

    def _on_added(self, model: StoredModel | None) -> None:
        self.changed.emit()
        if model is None:
            self._context.say.tell(_("Models in that folder are now listed"))
            return
        said = _("{name} is now in the list.").format(name=model.name)
        self._say(said, _("Use it"), lambda: self.use(model))

    def _ask_to_remove(self, model: StoredModel) -> None:
        said = _(
            "Remove {name} ({size}) from the disk? You would have to download it again to use it."
        )
        size = in_words(model.size)
        words = said.format(name=model.name, size=size)
        self._say(words, _("Remove"), lambda: self._remove(model), warn=True)

    def _remove(self, model: StoredModel) -> None:
        context = self._context
        choice = context.model.choice
        if choice.text is not None and choice.text.path == model.path:
            context.model.stop()

        def done(_nothing: None) -> None:
            context.model.look()
            self.changed.emit()
            self._context.say.tell(_("{name} removed").format(name=model.name))

        context.jobs.start(
            self,
            _("Removing the model"),
            lambda _job: context.model.model_store().remove(model),
            done,
            self._explain,
        )

    def _forget(self, path: Path) -> None:
        try:
            self._context.model.model_store().forget(path)
        except AppError as error:
            self._explain(error)
        self.changed.emit()

    # Saying

    def _say(
        self,
        sentence: str,
        action: str = "",
        act: "Callable[[], object] | None" = None,
        *,
        warn: bool = False,
    ) -> None:
        self._on_banner = act or _nothing
        self.banner.say(sentence, "warn" if warn else "info", action)
        self._banner_row.show()

    def _act(self) -> None:
        self._banner_row.hide()
        self._on_banner()

    def _explain(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self._on_banner = _nothing
        self.banner.explain(error)
        self._banner_row.show()


def _nothing() -> None:
    pass
