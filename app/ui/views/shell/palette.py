"""What the palette offers: commands and colours at once, all else as it is typed."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from app.core.errors import AppError
from app.core.library import catalogue, engrams
from app.core.matching import spelling
from app.core.matching.folding import folded
from app.core.matching.query import Query
from app.core.progress import Progress
from app.core.words import _
from app.ui.commands import Command, key_text
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.engrams.menu import EngramActions
from app.ui.widgets.command_palette import CommandPalette, PaletteRow
from app.ui.widgets.roles import role_icon

SKILLS, MEMORIES, RECENT = 20, 5, 8
"""How many of each are offered."""
_KEPT = "palette.recent"


class Palette(QObject):
    """Answers the palette of one open vault, and remembers what was used last, by its ids."""

    def __init__(self, context: AppContext, view: CommandPalette) -> None:
        super().__init__(view)
        self._context, self._view = context, view
        self._engram_actions = EngramActions(context, view)
        self._job: Job | None = None
        self._rows: tuple[PaletteRow, ...] = ()
        view.typed.connect(self._look)
        view.ran.connect(self._remember)

    def open(self, commands: Iterable[Command]) -> None:
        """Show it with what can be done now; what is dangerous comes last, and what cannot be done
        is found by its name.
        """
        offered = (*self._commands(commands), *self._schemes())
        self._rows = tuple(sorted(offered, key=lambda row: bool(row.asked)))
        self._view.open_with(self._rows, self._recent(), asking=True)

    def _commands(self, commands: Iterable[Command]) -> list[PaletteRow]:
        """Where to go comes first: Enter with nothing typed changes nothing. What is dangerous is
        not remembered as used.
        """
        return [
            PaletteRow(
                c.icon or "bolt",
                c.words if can else c.text,
                c.invoke,
                key_text(c.shortcut),
                id="" if c.is_dangerous else f"command:{c.id}",
                asked=c.text if c.is_dangerous else "",
                also=c.synonyms,
                why_not="" if can else c.why_not,
            )
            for c in sorted(commands, key=lambda c: not c.id.startswith("go."))
            if ((can := c.enabled()) or c.why_not) and c.id != "app.palette"
        ]

    def _schemes(self) -> list[PaletteRow]:
        go = self._context.go
        return [
            PaletteRow("settings", text, partial(go.scheme, name), "", _("theme"), f"scheme:{name}")
            for name, text in (
                ("dark", _("Dark colours")),
                ("light", _("Light colours")),
                ("system", _("System colours")),
            )
        ]

    # What is asked for as it is typed

    def _look(self, text: str) -> None:
        """What has a name first: memories take longer, and keep no hand waiting."""
        if self._job is not None:
            self._job.cancel()
        query, rows = Query(text), self._rows

        def show(named: list[PaletteRow]) -> None:
            found = bool(named) or any(map(partial(_fits, query), rows))
            if found:
                self._view.add(text, named)
            self._job = self._context.jobs.start(
                self,
                _("Recalling"),
                lambda job: self._memories(query, [] if found else rows, job),
                lambda rest: self._view.add(text, *rest),
                failed,
            )

        def failed(error: Exception) -> None:
            """Words too many to be a question, say, are the name of nothing."""
            if not isinstance(error, AppError):
                raise error
            self._view.add(text, [])

        self._job = self._context.jobs.start(
            self, _("Searching"), lambda job: self._named(query, job), show, failed
        )

    def _named(self, query: Query, progress: Progress) -> list[PaletteRow]:
        """Skills, settings, engrams and tags."""
        context = self._context
        ids = catalogue.ids(context.vault, order="updated")
        skills = self._skills(context.search.find(query, ids, progress)[:SKILLS])
        return [*skills, *filter(partial(_fits, query), self._others())]

    def _others(self) -> list[PaletteRow]:
        return [*self._settings(), *self._engrams(), *self._tags()]

    def _memories(
        self, query: Query, nothing: Sequence[PaletteRow], progress: Progress
    ) -> tuple[list[PaletteRow], str | None]:
        """Memories; what was meant, if nothing else was found among `nothing` and they are none."""
        from app.ui.views.memories import asking  # noqa: PLC0415 - loads numpy

        context = self._context
        rows = [
            PaletteRow("memory", one.gist, partial(context.go.memory, one.id), "", one.caption)
            for one in asking.with_words(context.vault, query)[:MEMORIES]
        ]
        if rows or not nothing:
            return rows, None
        said = (row.text for row in (*nothing, *self._others()))
        known = Counter(word for text in said for word in folded(text).split())
        close = spelling.corrected(query.phrase, known)
        return rows, close or asking.meant(context.vault, context.search, query.typed, progress)

    def _skills(self, skills: Sequence[int]) -> list[PaletteRow]:
        go = self._context.go.skill
        return [
            PaletteRow(
                role_icon(row.role),
                row.title,
                partial(go, row.id),
                "",
                row.engram_name,
                f"skill:{row.id}",
            )
            for row in catalogue.some(self._context.vault, skills).values()
        ]

    def _settings(self) -> list[PaletteRow]:
        from app.ui.views.settings.names import (  # noqa: PLC0415 - loads YAML
            also_called,
            setting_names,
        )

        go = self._context.go.setting
        return [
            PaletteRow(
                "settings",
                name,
                partial(go, name),
                "",
                _("setting"),
                f"setting:{name}",
                also_called(name),
            )
            for name in setting_names()
        ]

    def _engrams(self) -> list[PaletteRow]:
        edit, known = self._engram_actions.edit, engrams.engrams(self._context.vault)
        changing = _("Name and privacy of {engram}…")
        return [
            *(
                PaletteRow(
                    "folder", one.name, self._lister("engram", one.id, one.name), "", _("engram")
                )
                for one in known
            ),
            *(
                PaletteRow("edit", changing.format(engram=one.name), partial(edit, one))
                for one in known
            ),
        ]

    def _tags(self) -> list[PaletteRow]:
        return [
            PaletteRow("filter", tag, self._lister("tag", tag, tag), "", _("tag"))
            for tag in catalogue.tags(self._context.vault)
        ]

    def _lister(self, field: str, value: object, words: str) -> Callable[[], None]:
        return partial(self._context.go.narrowed, field, value, words)

    # What was used last

    def _recent(self) -> list[PaletteRow]:
        """As far as it is still there; a command that cannot be done now is left out."""
        kept = self._used
        skills = [int(n) for what, _colon, n in (one.partition(":") for one in kept)
                  if what == "skill" and n.isdecimal()]  # fmt: skip
        settings = self._settings() if any(one.startswith("setting:") for one in kept) else []
        known = {row.id: row for row in (*self._rows, *settings, *self._skills(skills))}
        return [known[one] for one in kept if one in known]

    @property
    def _used(self) -> list[str]:
        """Ids, the newest first."""
        return [one for one in self._context.window_state.word(_KEPT, "").split("\n") if one]

    def _remember(self, row: PaletteRow) -> None:
        if row.id:
            others = [one for one in self._used if one != row.id]
            newest = [row.id, *others][:RECENT]
            self._context.window_state.put(_KEPT, "\n".join(newest))


def _fits(query: Query, row: PaletteRow) -> bool:
    return row.fit(query) is not None
