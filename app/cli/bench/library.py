"""What keeping and sharing skills costs: saving, checking, packs, imports."""

import os
import time
from collections.abc import Callable

from app.cli.bench.figures import bench_vault, milliseconds, skill_text
from app.core.api.measurements import Figure
from app.core.library import engrams, library, skill_actions, undoing
from app.core.library.known_skills import known_skills
from app.core.packs import attachments, export, identity, install
from app.core.packs.export import Options
from app.core.packs.format import read
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.packs.incoming import unpack
from app.core.packs.install import Decision
from app.core.packs.plan import plans
from app.core.skills.checking.check import findings
from app.core.skills.reading.grammar import parse
from app.core.words import _


def _save() -> list[Figure]:
    with bench_vault(skills=5_000) as vault:
        skill = library.save(vault, None, skill_text(1, 20)).skill
        texts = iter(f"{skill_text(1, 20)}Note {n}.\n" for n in range(1_000))
        took = milliseconds(lambda: library.save(vault, skill, next(texts)), 100)
    return [Figure(_("Save of a 20-step skill with 5 000 in the vault"), took, "ms", 3)]


def _check() -> list[Figure]:
    with bench_vault(skills=1_000) as vault:
        known = known_skills(vault, engrams.named(vault, engrams.SKILLS).id)
        text = skill_text(1, 200)
        took = milliseconds(lambda: findings(parse(text), known), 30)
    return [Figure(_("Parse and check a 200-step skill"), took, "ms", None)]


def _packs() -> list[Figure]:
    with bench_vault(skills=200) as vault:
        identity.rename(vault, "Bench")
        ids = [i for (i,) in vault.rows("select id from skill order by id")]
        packs = [
            export.export_pack(
                vault, ids[n * 5 : n * 5 + 3], Options(name=f"Pack {n}", with_calls=False)
            )
            for n in range(40)
        ]
        took = milliseconds(lambda: [read.unlock(read.inspect(pack)) for pack in packs], 3)
    return [Figure(_("Open and verify 40 packs"), took, "ms", 50)]


def _import() -> list[Figure]:
    """Five packs of a thousand skills each, read, verified, planned and carried over as one."""
    with bench_vault(skills=5_000, steps=10) as vault:
        identity.rename(vault, "Bench")
        ids = [i for (i,) in vault.rows("select id from skill order by id")]
        packs = [
            export.export_pack(
                vault, ids[n : n + 1_000], Options(name=f"Pack {n}", with_calls=False)
            )
            for n in range(0, 5_000, 1_000)
        ]
    with bench_vault() as vault:
        started = time.perf_counter()
        incoming = [unpack(install.opened(vault, read.inspect(data))) for data in packs]
        made = plans(vault, incoming, [None] * len(incoming))
        install.apply_all(vault, made, {at: Decision() for at in range(len(made))})
        took = time.perf_counter() - started
        longest = vault.longest_write * 1000
    return [
        Figure(_("Import of 5 000 skills"), took, "s", 6),
        Figure(_("Longest write during the import"), longest, "ms", 50),
    ]


def _bulk() -> list[Figure]:
    """Five thousand skills moved, then deleted, and both undone."""
    with bench_vault(skills=5_000, steps=10) as vault:
        vault.longest_write = 0.0
        ids = [i for (i,) in vault.rows("select id from skill order by id")]
        started = time.perf_counter()
        skill_actions.move(vault, "Elsewhere", *ids)
        library.delete(vault, *ids)
        undoing.undo(vault)
        undoing.undo(vault)
        took = time.perf_counter() - started
    return [
        Figure(_("5 000 skills moved and deleted, and both undone"), took, "s", None),
        Figure(_("Longest write during that"), vault.longest_write * 1000, "ms", 50),
    ]


def _attach() -> list[Figure]:
    """The largest file there may be, attached, taken off and put back, among a thousand skills."""
    with bench_vault(skills=1_000) as vault:
        skill = library.save(vault, None, skill_text(1, 20)).skill
        vault.longest_write = 0.0
        started = time.perf_counter()
        attachments.attach(vault, skill, "large.bin", os.urandom(ATTACHMENT_BYTES))
        took = (time.perf_counter() - started) * 1000
        attachments.detach(vault, skill, "large.bin")
        undoing.undo(vault)
    return [
        Figure(_("A file of 10 MB attached"), took, "ms", None),
        Figure(
            _("Longest write during that, until it was taken off and put back"),
            vault.longest_write * 1000,
            "ms",
            50,
        ),
    ]


MEASURES: dict[str, Callable[[], list[Figure]]] = {
    "check": _check,
    "save": _save,
    "packs": _packs,
    "import": _import,
    "bulk": _bulk,
    "attach": _attach,
}
