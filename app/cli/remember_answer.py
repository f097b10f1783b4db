"""What `remember` does and says: a note, or documents, kept."""

import argparse
from pathlib import Path

from app.cli.answer import Answer, tell
from app.cli.progress import shown
from app.cli.session import Session, read_text
from app.core.actor import COMMAND_LINE
from app.core.api import remembering
from app.core.api.remembering import KeptDocument, NothingRead
from app.core.memory.import_files import others
from app.core.memory.sources import Source, SourceKind
from app.core.vault import Vault
from app.core.words import _, ngettext

_STANDARD_INPUT = [Path("-")]


def remember(session: Session, arguments: argparse.Namespace) -> Answer:
    """Keep a text or documents, cut by their structure; what is known is not kept twice."""
    if arguments.file and arguments.file != _STANDARD_INPUT:
        return _files(session, arguments)
    if arguments.file:
        text, source = read_text(Path("-")), Source(_("Standard input"), SourceKind.FILE)
    else:
        kind = SourceKind.AGENT if arguments.session else SourceKind.NOTE
        text, source = arguments.text, Source(arguments.source or _("Note"), kind)
    with session.vault() as vault:
        kept = remembering.remember(
            vault,
            text,
            source,
            arguments.engram,
            tags=arguments.tag,
            at=arguments.at,
            actor=COMMAND_LINE,
        )
        _link_session(vault, arguments.session, kept)
    return Answer(kept, _kept(kept))


def _files(session: Session, arguments: argparse.Namespace) -> Answer:
    """Files and all documents in folders; what cannot be read is left out and named."""
    with session.vault() as vault, shown(_("Reading")) as progress:
        try:
            kept = remembering.remember_files(
                vault,
                arguments.file,
                arguments.engram,
                tags=arguments.tag,
                at=arguments.at,
                actor=COMMAND_LINE,
                progress=progress,
            )
        except NothingRead as nothing:
            _tell_why(nothing)
            raise
        _link_session(vault, arguments.session, kept.document)
    for problem in kept.imported.problems:
        said = _("{path} was skipped. {why}").format(path=problem.path, why=problem.why)
        tell(f"{said} {problem.hint}".rstrip())
    for gap in kept.imported.gaps:
        tell(f"{gap.path}: {gap.why}")
    if kept.passed_over:
        tell(kept.passed_over)
    count = kept.imported.files
    files = ngettext("From {count} file: ", "From {count} files: ", count).format(count=count)
    return Answer(
        kept.document, files + _kept(kept.document), status=1 if kept.imported.problems else 0
    )


def _tell_why(nothing: NothingRead) -> None:
    """What the sentence of the failure itself does not say."""
    for problem in nothing.imported.problems[:-1]:
        tell(f"{problem.path}: {problem.why}")
    if not nothing.imported.problems and (said := others(nothing.imported)):
        tell(said)


def _kept(kept: KeptDocument) -> str:
    added, known = len(kept["added"]), kept["known"]
    said = ngettext(
        "{count} memory added to {engram}.", "{count} memories added to {engram}.", added
    ).format(count=added, engram=kept["engram"])
    return said + (" " + _("{count} already known.").format(count=known) if known else "")


def _link_session(vault: Vault, session: str, kept: KeptDocument) -> None:
    """Link what was kept to the skills that were used in a session."""
    if session:
        from app.cli.settings import settings  # noqa: PLC0415  loads YAML
        from app.core.api import life  # noqa: PLC0415  as above

        life.link_session(vault, settings(vault.home), session, kept["added"])
