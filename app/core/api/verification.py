"""What pack files hold and who signed them. No vault is needed."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from typing_extensions import TypedDict

from app.core.errors import AppError
from app.core.packs import verify as verifying
from app.core.packs.format.contents import Format, Mode
from app.core.packs.format.phrase import phrase
from app.core.packs.format.problems import PackError, Tampered
from app.core.packs.format.signing import fingerprint
from app.core.packs.trust import Standing
from app.core.packs.verify import Verdict
from app.core.runs import signed_record
from app.core.runs.signed_record import BadRecord, Checked
from app.core.words import _


class VerifiedFileDocument(TypedDict):
    """What a pack file holds, as far as it can be known, and who signed it.

    `standing` is null where only a vault can tell.
    """

    file: str
    ok: Literal[True]
    opened: bool
    name: str
    version: str
    format: Format
    mode: Mode
    signer: str | None
    fingerprint: str | None
    words: str | None
    standing: Standing | None
    skills: list[str]


class UnverifiedFileDocument(TypedDict):
    """A file that is damaged, or of which nothing can be known."""

    file: str
    ok: Literal[False]
    error: str
    hint: str
    standing: Literal["tampered"] | None


class VerifiedRecordDocument(TypedDict):
    """The record of a run that nobody changed since it was signed: what it is about, and by whom it
    was signed."""

    file: str
    ok: Literal[True]
    run: int
    title: str
    outcome: str
    actions: int
    signer: str
    fingerprint: str
    words: str


@dataclass(frozen=True, slots=True)
class VerifiedRecord:
    """What was found out about the record of a run; `problem` is what is wrong with it."""

    path: Path
    checked: Checked | None
    problem: AppError | None

    @property
    def document(self) -> VerifiedRecordDocument | UnverifiedFileDocument:
        file, found = str(self.path), self.checked
        if found is None or self.problem is not None:
            error, hint = str(self.problem), self.problem.hint if self.problem else ""
            return {"file": file, "ok": False, "error": error, "hint": hint, "standing": "tampered"}
        return {
            "file": file,
            "ok": True,
            "run": found.run,
            "title": found.title,
            "outcome": found.outcome,
            "actions": found.actions,
            "signer": found.signer,
            "fingerprint": fingerprint(found.key),
            "words": phrase(found.key),
        }


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found out about a file; `problem` is what is wrong with it."""

    verdict: Verdict
    problem: AppError | None

    @property
    def tampered(self) -> bool:
        return isinstance(self.problem, Tampered)

    @property
    def standing(self) -> Standing | None:
        """None where only a vault could tell."""
        judgement = self.verdict.judgement
        if judgement is None or judgement.standing is Standing.NEW:
            return None
        return judgement.standing

    @property
    def document(self) -> VerifiedFileDocument | UnverifiedFileDocument:
        verdict, file = self.verdict, str(self.verdict.path)
        if self.problem is not None:
            error, hint = str(self.problem), self.problem.hint
            tampered: Literal["tampered"] | None = "tampered" if self.tampered else None
            return {"file": file, "ok": False, "error": error, "hint": hint, "standing": tampered}
        assert verdict.format is not None and verdict.mode is not None
        return {
            "file": file,
            "ok": True,
            "opened": verdict.opened,
            "name": verdict.name,
            "version": verdict.version,
            "format": verdict.format,
            "mode": verdict.mode,
            "signer": verdict.signer.name if verdict.signer else None,
            "fingerprint": verdict.fingerprint or None,
            "words": phrase(verdict.signer.key) if verdict.signer else None,
            "standing": self.standing,
            "skills": list(verdict.skills),
        }


def verify(
    paths: Iterable[Path], passphrase: str | None = None
) -> tuple[Verified | VerifiedRecord, ...]:
    """Open and check each file as far as possible; a bad one does not stop the others."""
    return tuple(_record(path) or _pack(path, passphrase) for path in paths)


def _pack(path: Path, passphrase: str | None) -> Verified:
    (verdict,) = verifying.verify([path], passphrase=passphrase)
    return Verified(verdict, verdict.problem or _locked(verdict))


def _record(path: Path) -> VerifiedRecord | None:
    """None for a file that is no record of a run, or cannot be read."""
    try:
        with path.open("rb") as file:
            if not signed_record.is_record(file.read(signed_record.HEAD)):
                return None
            file.seek(0)
            data = file.read(signed_record.MOST_BYTES + 1)
    except OSError:
        return None
    try:
        return VerifiedRecord(path, signed_record.check(data), None)
    except BadRecord as error:
        return VerifiedRecord(path, None, error)


def _locked(verdict: Verdict) -> PackError | None:
    """Why a pack that nothing can be known about was not opened."""
    if verdict.opened or verdict.signer is not None:
        return None
    if verdict.mode is Mode.RECIPIENTS:
        return PackError(
            _("It is locked for specific recipients."),
            _("Preview the import instead; that opens it with your key."),
        )
    return PackError(
        _("It is locked with a passphrase."), _("Verify it again with its passphrase.")
    )
