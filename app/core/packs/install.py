"""Taking over what a plan says: seen all at once, one journal entry, one undo."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.garbage import nothing_collected
from app.core.library import bulk, catalogue, engrams, library
from app.core.library.edit import Batch, Becomes, Edit
from app.core.library.engrams import ensure
from app.core.library.record import Reason, Saved
from app.core.packs import brought, cautions, identity, match, parcels, trust
from app.core.packs.format import read
from app.core.packs.format.contents import Pack
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.names import plain
from app.core.packs.format.problems import PackError, WrongKey
from app.core.packs.library_state import LibraryState, library_states
from app.core.packs.match import Asked
from app.core.packs.parcels import Choices, Parcel
from app.core.packs.plan import Plan
from app.core.packs.trust import Judgement
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.vault import Vault, Write
from app.core.words import _, ngettext


class Refused(PackError):
    """The pack may not be imported, whatever is chosen."""

    code = "pack-refused"
    hint = _("Ask the person who made it through another channel before you do anything else.")


class StalePlan(AppError):
    """The library changed after the plan was made."""

    code = "stale-plan"
    hint = _("Nothing was imported. Review the pack again, then import it.")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: the ids of the skills it added and replaced, in the order of the pack."""

    added: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    quarantined: bool = False
    switched: tuple[int, ...] = ()
    """The skills whose calls lead to what came in."""
    inert: tuple[int, ...] = ()
    """Those of the skills that are in quarantine; `quarantined` says that all are."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A skill whose calls change over: by its id the namesake, the place of the new one."""

    pack: int
    caller: int
    places: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Decision:
    """How a pack comes in; what is not chosen, by `Item.index`, is done by default.

    `quarantine` None follows the plan, and a publisher trusted now needs none.
    """

    choices: Choices = field(default_factory=dict)
    quarantine: bool | None = None
    trust_publisher: bool = False
    switch: frozenset[int] = frozenset()
    """The new skills, by `Item.index`, to which calls of their namesakes lead from now on."""


def opened(
    vault: Vault, envelope: Envelope, passphrase: str | None = None, progress: Progress = SILENT
) -> Pack:
    """The contents of an inspected pack, with the keys this vault has. Raises `PackError`."""
    believed = tuple(publisher.key for publisher in trust.publishers(vault))
    own: tuple[bytes | None, ...] = identity.recipient_keys(vault) if envelope.needs_key else ()
    for key in own:
        try:
            return read.unlock(envelope, recipient_key=key, publishers=believed, progress=progress)
        except WrongKey:
            continue
    return read.unlock(envelope, passphrase=passphrase, publishers=believed, progress=progress)


def apply(
    vault: Vault,
    plan: Plan,
    choices: Choices | None = None,
    *,
    quarantine: bool | None = None,
    trust_publisher: bool = False,
    switch: frozenset[int] = frozenset(),
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> Imported:
    """Import one planned pack; see `apply_all`."""
    decision = Decision(choices or {}, quarantine, trust_publisher, switch)
    return apply_all(vault, [plan], {0: decision}, actor=actor, progress=progress)[0]


def apply_all(
    vault: Vault,
    plans: Sequence[Plan],
    decisions: Mapping[int, Decision],
    *,
    beside: Batch[Any] | None = None,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> dict[int, Imported]:
    """Import packs that were planned together: those, by their place, that have a decision.

    All or nothing, one undo, with what comes in `beside` them: raises `Refused` for a pack that
    must not come in and `StalePlan` when the library moved. Returns what each brought. A job when
    many.
    """
    _refuse_rivals(plans, decisions)
    _now, states = _asked(vault, plans)
    chosen = {at: decision.choices for at, decision in decisions.items()}
    some = parcels.parcels(plans, chosen, states)
    taking = _Taking(vault, plans, decisions, some, beside)
    others = beside.things if beside is not None else ()
    things: list[Any] = [*some, *taking.switches, *others]
    if some or others:
        packs = [plans[at].pack for at in dict.fromkeys(one.pack for one in some)]
        with nothing_collected():
            taking.saved = bulk.change(
                vault,
                _label(packs, len(others)),
                things,
                taking.edit,
                actor=actor,
                begin=taking.begin,
                look=taking.look,
                also=taking.finish,
                progress=progress,
            )
        if beside is not None:
            beside.done(taking.saved[len(taking.saved) - len(others) :])
    else:
        with vault.write(None, actor) as write:
            taking.look()
            taking.meet(write)
    return {at: taking.imported(at) for at in sorted(decisions)}


def _label(packs: Sequence[Pack], others: int) -> str:
    if others:
        count = len(packs) + others
        words = ngettext("Import {count} file", "Import {count} files", count)
        return words.format(count=count)
    if len(packs) == 1:
        title = plain(packs[0].name)[:60] or packs[0].id
        return _("Import {pack}").format(pack=title)
    words = ngettext("Import {count} pack", "Import {count} packs", len(packs))
    return words.format(count=len(packs))


def _refuse_rivals(plans: Sequence[Plan], chosen: Container[int]) -> None:
    for at, plan in enumerate(plans):
        for rival in plan.rivals:
            if at in chosen and rival.pack in chosen:
                raise AppError(
                    _("“{one}” and “{other}” cannot be imported together.").format(
                        one=plain(plan.pack.name), other=plain(plans[rival.pack].pack.name)
                    ),
                    _("They are two editions of one pack, or one name with two keys. Choose one."),
                )


def _asked(vault: Vault, plans: Sequence[Plan]) -> tuple[list[Asked], tuple[LibraryState, ...]]:
    """What the plans asked of the library, and what it is now.

    Somebody may have made an engram since they were made.
    """
    made: dict[str, int] = {}
    if any(plan.engram is None for plan in plans):
        made = {names.key(one.name): one.id for one in engrams.engrams(vault)}
    asked = [
        Asked(
            plan.unpacked,
            made.get(names.key(plan.engram_name)) if plan.engram is None else plan.engram,
            plan.engram_name,
            frozenset(rival.pack for rival in plan.rivals),
            plan.refused,
        )
        for plan in plans
    ]
    return asked, library_states(vault, [(one.unpacked, one.engram) for one in asked])


class _Taking:
    """What one import asks and does while its skills come in."""

    def __init__(
        self,
        vault: Vault,
        plans: Sequence[Plan],
        decisions: Mapping[int, Decision],
        some: Sequence[Parcel],
        beside: Batch[Any] | None,
    ) -> None:
        self._vault, self._plans, self._decisions, self._parcels = vault, plans, decisions, some
        self._beside = beside
        self._engrams: dict[int, int] = {}
        """By the place of the pack."""
        self._judgements: dict[int, Judgement] = {}
        self.saved: tuple[Saved, ...] = ()
        self.switches = tuple(self._switching())

    def begin(self, write: Write) -> None:
        for at in dict.fromkeys(one.pack for one in self._parcels):
            plan = self._plans[at]
            made = plan.engram if plan.engram is not None else ensure(write, plan.engram_name)
            self._engrams[at] = made
        if self._beside is not None:
            self._beside.begin(write)

    def look(self) -> None:
        """Look again, when all is ready to be shown. Raises `Refused` or `StalePlan`."""
        judge = trust.judging(self._vault)
        self._judgements = {at: judge(self._plans[at].pack.signer) for at in self._decisions}
        for at, judgement in self._judgements.items():
            if refusal := cautions.refusal(self._plans[at].pack, judgement):
                raise Refused(refusal)
        now = match.matches(*_asked(self._vault, self._plans))
        for at, judgement in self._judgements.items():
            plan = self._plans[at]
            if tuple(item.match for item in plan.items) != now[at]:
                raise StalePlan(_("Your library changed while you were reviewing this pack."))
            if plan.judgement.vouched and not judgement.vouched:
                raise StalePlan(_("What is known about its publisher changed during your review."))

    def _switching(self) -> Iterator[Switch]:
        """Raises `AppError` for calls that would have to lead into quarantine."""
        places: dict[tuple[int, int], dict[int, int]] = {}
        items = {
            (at, id(one)): item
            for at, plan in enumerate(self._plans)
            for item, one in zip(plan.items, plan.incoming_skills, strict=True)
        }
        for place, parcel in enumerate(self._parcels):
            switch = self._decisions[parcel.pack].switch
            item = items[parcel.pack, id(parcel.incoming)]
            if item.index not in switch or parcel.existing is not None:
                continue
            if self._is_inert(parcel):
                raise AppError(
                    _("Calls cannot lead to a skill in quarantine."),
                    _("Import it, release it, and then change the calls."),
                )
            for other in item.namesakes:
                for caller in other.callers:
                    places.setdefault((parcel.pack, caller), {})[other.id] = place
        for (pack, caller), mine in places.items():
            yield Switch(pack, caller, mine)

    def edit(self, one: Any) -> Edit | None:
        """The next version of a skill that comes in, of one whose calls change over, or of what
        comes in beside them."""
        if isinstance(one, Parcel):
            return self._brought(one)
        if isinstance(one, Switch) or self._beside is None:
            return self._switched(one)
        return self._beside.edit(one)

    def _switched(self, one: Switch) -> Edit | None:
        state = library.current(self._vault, one.caller)
        calls = catalogue.called(self._vault, [one.caller]).get(one.caller, {})
        chosen = {
            key: Becomes(one.places[meant[0]])
            for key, meant in calls.items()
            if len(meant) == 1 and meant[0] in one.places
        }
        if state is None or not chosen:
            return None
        _saved, text, meta = state
        engram = self._plans[one.pack].engram_name
        label = _("Calls the one in {engram}").format(engram=engram)
        return Edit(one.caller, text, meta, Reason.FILED, label, chosen=chosen)

    def _brought(self, parcel: Parcel) -> Edit:
        """A new skill has its earlier texts first when the pack has them."""
        incoming, existing = parcel.incoming, parcel.existing
        pack = self._plans[parcel.pack].pack
        meta = brought.meta_of(pack, parcel, self._engrams[parcel.pack], self._is_inert(parcel))
        history = incoming.packed.history if existing is None else ()
        return Edit(
            existing.id if existing is not None else None,
            parcel.skill.text,
            meta,
            Reason.IMPORTED,
            parsed=parcel.skill,
            past=tuple(brought.earlier(past, meta) for past in history),
            files=tuple(
                (name, item.data)
                for name, item in zip(incoming.files, incoming.packed.attachments, strict=True)
            ),
        )

    def finish(self, write: Write, saved: Sequence[Saved]) -> None:
        self.meet(write)
        skills_of: dict[int, list[int]] = {}
        for one, parcel in zip(saved, self._parcels, strict=False):
            skills_of.setdefault(parcel.pack, []).append(one.skill)
        for at, skills in skills_of.items():
            if not self._plans[at].pack.is_skill_files:
                brought.record(write, self._plans[at].pack, skills)

    def meet(self, write: Write) -> None:
        """Note who signed what comes in, and whom a person vouches for."""
        bringing = {parcel.pack for parcel in self._parcels}
        met: dict[bytes, tuple[Judgement, bool]] = {}
        for at, decision in self._decisions.items():
            signer, trusted = self._plans[at].pack.signer, decision.trust_publisher
            if signer is not None and (at in bringing or trusted):
                before = signer.key in met and met[signer.key][1]
                met[signer.key] = self._judgements[at], trusted or before
        for judgement, trusted in met.values():
            trust.meet(write, judgement, trusted=trusted)

    def imported(self, at: int) -> Imported:
        mine = [
            (one.skill, parcel)
            for one, parcel in zip(self.saved, self._parcels, strict=False)
            if parcel.pack == at
        ]
        added = tuple(skill for skill, parcel in mine if parcel.existing is None)
        replaced = tuple(skill for skill, parcel in mine if parcel.existing is not None)
        inert = tuple(skill for skill, parcel in mine if self._is_inert(parcel))
        callers = {one.caller for one in self.switches if one.pack == at}
        rest = self.saved[len(self._parcels) :]
        switched = tuple(one.skill for one in rest if one.skill in callers)
        return Imported(added, replaced, bool(mine) and len(inert) == len(mine), switched, inert)

    def _is_inert(self, parcel: Parcel) -> bool:
        """Whether it goes into quarantine: with its pack, or because of what is in its own file."""
        incoming = parcel.incoming
        is_grave = incoming.packed.is_skill_file and incoming.is_dangerous
        return is_grave or self._quarantines(parcel.pack)

    def _quarantines(self, at: int) -> bool:
        plan, decision = self._plans[at], self._decisions[at]
        if plan.quarantine_locked:
            return True
        if decision.quarantine is None:
            return plan.quarantine and not decision.trust_publisher
        return decision.quarantine
