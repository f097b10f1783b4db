"""What can be said about pack files without a vault."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.core.packs import trust
from app.core.packs.format import read
from app.core.packs.format.contents import Format, Mode, Pack, Signer
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.problems import PackError, PassphraseNeeded, WrongKey
from app.core.packs.format.signing import fingerprint
from app.core.packs.trust import Judgement
from app.core.progress import SILENT, Progress, checkpoint


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found out about one file.

    `problem` says why it is no good; `opened` whether its contents were read, which needs the
    passphrase or key of a pack that is not open. `skills` are the names that can be known.
    """

    path: Path
    problem: PackError | None = None
    opened: bool = False
    format: Format | None = None
    mode: Mode | None = None
    name: str = ""
    version: str = ""
    signer: Signer | None = None
    skills: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Of the key that signed it; empty when nobody did or nobody can tell yet."""
        return fingerprint(self.signer.key) if self.signer else ""

    @property
    def judgement(self) -> Judgement | None:
        """Where it stands with nobody known but who comes with Techne; None: it was not read."""
        if self.problem is not None or not (self.opened or self.signer):
            return None
        return trust.judge_among(trust.shipped(), self.signer)

    @property
    def shipped(self) -> bool:
        """Signed by a publisher that every copy of Techne knows."""
        return self.signer is not None and self.signer.key in {p.key for p in trust.shipped()}


def verify(
    paths: Iterable[Path], *, passphrase: str | None = None, progress: Progress = SILENT
) -> tuple[Verdict, ...]:
    """Open and check each file as far as possible; a bad one does not stop the others."""
    files = tuple(paths)
    verdicts = []
    for number, path in enumerate(files):
        checkpoint(progress)
        progress.report(number / len(files), path.name)
        verdicts.append(_verdict(path, passphrase))
    return tuple(verdicts)


def _verdict(path: Path, passphrase: str | None) -> Verdict:
    try:
        envelope = read.inspect(read.read_file(path))
    except PackError as error:
        return Verdict(path, error)
    try:
        return _inside(path, read.unlock(envelope, passphrase=passphrase))
    except (PassphraseNeeded, WrongKey):
        return _outside(path, envelope, None)
    except PackError as error:
        return _outside(path, envelope, error)


def _inside(path: Path, pack: Pack) -> Verdict:
    return Verdict(
        path=path,
        opened=True,
        format=pack.format,
        mode=pack.mode,
        name=pack.name,
        version=pack.version,
        signer=pack.signer,
        skills=tuple(skill.name for skill in pack.skills),
    )


def _outside(path: Path, envelope: Envelope, problem: PackError | None) -> Verdict:
    manifest = envelope.manifest
    return Verdict(
        path=path,
        problem=problem,
        format=envelope.format,
        mode=envelope.mode,
        name=manifest.name if manifest else "",
        version=manifest.version if manifest else "",
        signer=envelope.signer,
        skills=tuple(s.name for s in manifest.skills if s.name) if manifest else (),
    )
