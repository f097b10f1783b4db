"""Documents that `import` makes skills of: reading them, and saying what they became."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.cli.answer import complain, tell
from app.cli.progress import shown
from app.core.actor import COMMAND_LINE
from app.core.api.document_imports import ReadDocumentDocument, imported, read, refused
from app.core.api.packs import about_file
from app.core.documents.counted import counted
from app.core.documents.importing import (
    Arrived,
    Refused,
    Wish,
    batch,
    import_documents,
    read_documents,
)
from app.core.library.edit import Batch
from app.core.library.record import Saved
from app.core.memory.reading.decoding import readable
from app.core.vault import Vault
from app.core.words import _, ngettext


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a document: for programs, and in one line for people."""

    document: object
    line: str
    is_failure: bool = False


class Documents:
    """The documents among the files, by their place, read: all that can be are one import."""

    def __init__(self, files: Mapping[int, Path], arguments: argparse.Namespace) -> None:
        """Read them; raises `Cancelled`."""
        self._engram, self._keep = arguments.engram, not arguments.without_originals
        self._saved: Sequence[Saved] = ()
        with shown(_("Reading")) as progress:
            found = [*read_documents([*files.values()], progress)]
        self._found = dict(zip(files, found, strict=True))
        self.arrived = [one for one in found if isinstance(one, Arrived)]
        for one in self.arrived:
            for notice in one.draft.content.notices:
                tell(f"{one.draft.name}: {notice}")

    @property
    def is_waiting(self) -> bool:
        """Whether some can be read and are not imported yet."""
        return bool(self.arrived) and not self._saved

    def batch(self) -> Batch[Wish]:
        """What makes skills of them, beside what comes in with packs."""
        return batch(self._wishes(), self._engram, self._keep_saved)

    def import_alone(self, vault: Vault) -> None:
        """Make skills of them; raises `Cancelled`."""
        with shown(_("Importing")) as progress:
            self._saved = import_documents(
                vault, self._wishes(), self._engram, actor=COMMAND_LINE, progress=progress
            )

    def outcomes(self, vault: Vault) -> dict[int, Outcome]:
        """What became of each, by its place."""
        made: Sequence[ReadDocumentDocument] = [read(one) for one in self.arrived]
        if self._saved:
            made = imported(vault, self.arrived, self._saved)
        documents = iter(made)
        return {
            number: _refused(one) if isinstance(one, Refused) else _outcome(one, next(documents))
            for number, one in self._found.items()
        }

    def _wishes(self) -> list[Wish]:
        return [Wish(one, self._keep) for one in self.arrived]

    def _keep_saved(self, saved: Sequence[Saved]) -> None:
        self._saved = saved


def _refused(one: Refused) -> Outcome:
    complain(about_file(one.path, one.why))
    return Outcome(
        refused(one), f"{readable(one.path.name)}: " + _("not imported"), is_failure=True
    )


def _outcome(one: Arrived, document: ReadDocumentDocument) -> Outcome:
    """“Receiving vaccines”: 6 steps, 3 sub-steps; Success, Requires; 2 places to look at."""
    said = [", ".join(counted(document["phases"], document["steps"], document["subSteps"]))]
    said.append(", ".join(document["goals"]))
    if places := document["findings"]:
        words = ngettext("{count} place to look at", "{count} places to look at", places)
        said.append(words.format(count=places))
    summary = "; ".join(part for part in said if part) or _("no steps")
    return Outcome(document, f"{one.draft.name}: “{document['title']}”, {summary}")
