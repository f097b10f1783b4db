"""Packing skills of the library: which, in which edition, for whom."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from app.core.errors import NotFound
from app.core.library import catalogue, file_store, library
from app.core.library.authored import authored, rewritten, standing
from app.core.library.catalogue import SkillRow
from app.core.library.record import Meta, Origin
from app.core.memory.reading.decoding import Unreadable, decode
from app.core.packs import attachments, identity, received
from app.core.packs.format import legacy, locks, native
from app.core.packs.format.contents import Format, Pack, PackedSkill, PastText
from app.core.packs.format.limits import NAME_CHARS, PAST_TEXTS
from app.core.packs.format.names import folded, plain
from app.core.packs.format.problems import PackError, TooLarge
from app.core.packs.own_fields import own_fields
from app.core.packs.received import Words
from app.core.packs.scan.scan import ScanFinding
from app.core.packs.scan.scan import secrets as private_in
from app.core.packs.translate import packed
from app.core.skills import names
from app.core.skills.editing.call_names import with_call_names
from app.core.skills.model import BlockKind
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.placed_memories import may_be_marked
from app.core.skills.reading.sentences import passage_of, without_borrowed
from app.core.vault import Vault, put_setting
from app.core.words import _

_EXPORTS = "exports"
_FIRST = "1.0.0"
_ANYBODY = locks.Open()


@dataclass(frozen=True, slots=True)
class Options:
    """How skills are packed. `wish` says who can read the pack; an empty `version` is the next.

    A `description` of None is the one that the skills came with.
    """

    name: str = ""
    description: str | None = None
    version: str = ""
    format: Format = Format.NATIVE
    wish: locks.Wish = _ANYBODY
    with_calls: bool = True
    hide_names: bool = False
    include_history: bool = False
    include_memories: bool = False
    include_originals: bool = False
    """And the documents that skills were made of, which are private."""


_PLAIN = Options()


@dataclass(frozen=True, slots=True)
class Packing:
    """A pack about to be written, and what to look at before it leaves."""

    pack: Pack
    private: tuple[tuple[str, ScanFinding], ...]
    """Secrets, personal folders and addresses, each with the name of the skill it is in."""
    memories_left_out: int
    originals: tuple[str, ...] = ()
    """The names of the private files, left out or not."""
    private_files: tuple[tuple[str, ScanFinding], ...] = ()
    """The same in attached files that are text, each with the name of its file."""
    unread: tuple[str, ...] = ()
    """The names of attached files that are no text, in which nothing could be looked for."""

    @property
    def to_review(self) -> tuple[tuple[str, ScanFinding], ...]:
        """Everything that was found in what leaves."""
        return *self.private, *self.private_files


@dataclass(frozen=True, slots=True)
class Edition:
    """What was exported last under a name: the pack's id, its version, how many times."""

    uid: str
    version: str
    sequence: int


def closure(vault: Vault, skills: Iterable[int]) -> tuple[int, ...]:
    """The skills and all they call, directly or not, callers first."""
    found: dict[int, None] = {}
    waiting = list(dict.fromkeys(skills))
    while waiting:
        found |= dict.fromkeys(waiting)
        waiting = [skill for skill in _called(vault, waiting) if skill not in found]
    return tuple(found)


def _called(vault: Vault, skills: list[int]) -> dict[int, None]:
    """What these skills call, in the order of the callers."""
    calls = catalogue.called(vault, skills)
    return {
        called: None
        for skill in skills
        for _key, meant in sorted(calls.get(skill, {}).items())
        for called in meant
    }


def latest(vault: Vault, name: str) -> Edition | None:
    """The edition exported last under `name`, None when there was none."""
    stored = (vault.setting(_EXPORTS) or {}).get(names.key(name))
    return Edition(**stored) if stored else None


def next_version(version: str) -> str:
    """`1.2.3` after `1.2.2`; the first version after one that is not three numbers."""
    parts = version.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return _FIRST
    return f"{parts[0]}.{parts[1]}.{int(parts[2]) + 1}"


def gather(vault: Vault, skills: Iterable[int], options: Options = _PLAIN) -> Packing:
    """What `export_pack` would write; raises `NotFound` for a skill that is gone.

    Writes nothing, except that a person's key is made when it is needed first.
    """
    chosen = tuple(dict.fromkeys(skills))
    wanted = closure(vault, chosen) if options.with_calls else chosen
    rows, calls = catalogue.some(vault, wanted), catalogue.called(vault, wanted)
    taken: set[str] = set()
    found, origins, left_out = [], [], 0
    originals: list[str] = []
    for skill in wanted:
        text, meta, count = _content(vault, skill, options)
        text = _by_their_titles(text, calls.get(skill, {}), rows)
        originals += attachments.private_names(meta)
        if not options.include_originals:
            meta = attachments.without_private(meta)
        origins.append(meta.origin)
        left_out += count
        name = _packable(rows.get(skill), taken)
        files = {one: file_store.content(vault, one) for one in attachments.digests(meta)}
        past = _past(vault, skill, options) if options.include_history else ()
        found.append(packed(name, text, meta, options.format, files, past))
    if not found:
        raise NotFound(_("No skill was chosen."), _("Choose at least one skill to export."))
    name = options.name.strip() or found[0].name
    edition = latest(vault, name)
    came = _said(vault, origins)
    pack = Pack(
        id=edition.uid if edition else str(uuid.uuid4()),
        name=name,
        skills=tuple(found),
        description=came.description if options.description is None else options.description,
        version=options.version or next_version(edition.version if edition else ""),
        publisher=came.author,
        sequence=edition.sequence + 1 if edition else 1,
        created=_stamp(vault.now()),
        format=options.format,
        extra=came.extra,
    )
    private = [
        (s.name, f) for s in pack.skills for words in _readable(s) for f in private_in(words)
    ]
    private += private_of_description(pack.description)
    in_files, unread = _private_of_files(pack.skills)
    return Packing(pack, tuple(private), left_out, tuple(originals), tuple(in_files), tuple(unread))


def _by_their_titles(
    text: str, calls: Mapping[str, Sequence[int]], inside: Mapping[int, SkillRow]
) -> str:
    """The text with calls of packed skills by the names they have now: where it comes in, nothing
    tells what a call by another name led to.
    """
    moved = {
        key: inside[meant[0]].title
        for key, meant in calls.items()
        if len(meant) == 1
        and meant[0] in inside
        and inside[meant[0]].key not in [own for _engram, own in names.readings(key)]
    }
    return (with_call_names(text, moved) or text) if moved else text


def private_of_description(description: str) -> list[tuple[str, ScanFinding]]:
    """What can be private in what a pack says of itself."""
    return [(_("About the pack"), found) for found in private_in(description)]


def _private_of_files(
    skills: Iterable[PackedSkill],
) -> tuple[list[tuple[str, ScanFinding]], list[str]]:
    """What can be private in the files that go along, and those that are no text."""
    private: list[tuple[str, ScanFinding]] = []
    unread: dict[str, None] = {}
    for skill in skills:
        for item in skill.attachments:
            try:
                words = decode(item.data)
            except Unreadable:
                unread[item.name] = None
            else:
                named = _("{skill}, {file}").format(skill=skill.name, file=item.name)
                private += [(named, found) for found in private_in(words)]
    return private, list(unread)


def _readable(skill: PackedSkill) -> tuple[str, str]:
    """What can be private in a skill: its text, and what is said beside it."""
    text = skill.text or skill.base_text
    said = () if skill.description in text else (skill.description,)
    own = own_fields(skill.extra)
    beside = (own.input_hints or ()) + (own.file_patterns or ())
    targets = tuple(link.target for link in own.links)
    return text, "\n".join(beside + targets + skill.tags + said)


def export_pack(vault: Vault, skills: Iterable[int], options: Options = _PLAIN) -> bytes:
    """The bytes of a pack that nobody looks at first, see `sealed`."""
    return sealed(vault, gather(vault, skills, options), options)


def sealed(vault: Vault, packing: Packing, options: Options) -> bytes:
    """The bytes of a pack as it was gathered, signed with this person's key. Takes a moment: a job.

    Nothing is read from the library again: what was reviewed is what leaves. The edition is noted,
    so that the next export of the same name is its successor. Memories that were placed between the
    steps stay at home unless chosen. Raises `PackError`, `NameNeeded`.
    """
    if options.format is Format.GSK1 and not isinstance(options.wish, locks.Open):
        raise PackError(
            _("Anyone can read a GSK1 pack."), _("Choose another format, or no protection.")
        )
    pack = packing.pack
    try:
        data = _written(vault, pack, options)
    except TooLarge as error:
        raise TooLarge(
            _("These skills and their files are too large for one pack."),
            _("Remove large files, or split the skills into several packs."),
        ) from error
    with vault.write(None) as write:
        editions = vault.setting(_EXPORTS) or {}
        edition = Edition(pack.id, pack.version, pack.sequence)
        put_setting(write, _EXPORTS, {**editions, names.key(pack.name): asdict(edition)})
    return data


def _written(vault: Vault, pack: Pack, options: Options) -> bytes:
    me = identity.signer(vault)
    if options.format is Format.GSK1:
        return legacy.write_gsk1(pack, me)
    if options.format is Format.GSK2:
        return legacy.write_gsk2(pack, me, options.wish)
    return native.write_native(
        pack,
        me,
        options.wish,
        hide_names=options.hide_names,
        succession=identity.succession(vault),
    )


def without_memories(text: str) -> tuple[str, int]:
    """The text without the memories placed in it or woven into its steps, and how many they are."""
    if not may_be_marked(text):
        return text, 0
    skill = parse(text)
    woven = {
        s.start: (passage_of(skill, s), without_borrowed(skill, s))
        for s in skill.steps
        if may_be_marked(text[s.body_start : s.body_end])
    }
    count = len(skill.memories) + sum(number for _span, (_words, number) in woven.values())
    if not count:
        return text, 0
    kept: list[str] = []
    skipped = False
    for block in skill.blocks:
        if block.kind is BlockKind.MEMORY:
            skipped = True
        elif not (skipped and block.kind is BlockKind.BLANK):
            (start, end), (words, number) = woven.get(block.start, ((0, 0), ("", 0)))
            if number:
                kept += (text[block.start : start], words, text[end : block.end])
            else:
                kept.append(text[block.start : block.end])
            skipped = False
    return "".join(kept), count


def _content(vault: Vault, skill: int, options: Options) -> tuple[str, Meta, int]:
    state = library.current(vault, skill)
    if state is None:
        raise NotFound(_("One of the skills is no longer in the library."))
    if options.include_memories:
        return state[1], state[2], 0
    _saved, whole, meta = state
    text, others = without_memories(authored(whole, meta.training))
    if meta.training is None:
        return text, meta, others
    shown = parse(whole)
    passages = rewritten(shown, meta.training).values()
    woven = sum(one.fragment is not None for passage in passages for one in passage.sentences)
    return text, meta, len(standing(shown, meta.training)) + woven + others


def _said(vault: Vault, origins: Iterable[Origin | None]) -> Words:
    """What the pack said of itself that all of these came in; of others, that they are mine."""
    packs = {(one.pack, one.publisher) if one is not None else ("", "") for one in origins}
    (uid, publisher), *others = packs
    known = received.words(vault, uid, publisher) if uid and not others else None
    return known or Words("", identity.mine(vault).name, {})


def _packable(row: catalogue.SkillRow | None, taken: set[str]) -> str:
    """A name that a pack can hold and that no other skill of the pack has."""
    stem = plain(row.title if row else "")[: NAME_CHARS - 8] or _("Untitled skill")
    name, number = stem, 2
    while folded(name) in taken:
        name, number = f"{stem} ({number})", number + 1
    taken.add(folded(name))
    return name


def _past(vault: Vault, skill: int, options: Options) -> tuple[PastText, ...]:
    """The earlier texts of a skill, oldest first."""
    found = vault.rows(
        "select v.text, v.reason, v.at, v.meta from version v join skill s on s.id = v.skill"
        " where v.skill = ? and v.text is not null and v.id < s.current and v.id in"
        " (select max(id) from version where skill = ? group by number)"
        " and v.number < (select number from version where id = s.current)"
        " order by v.id desc limit ?",
        skill,
        skill,
        PAST_TEXTS,
    )
    past = []
    for text, reason, at, stored in reversed(found):
        meta = Meta.from_json(stored)
        shown = text
        if not options.include_memories:
            shown, _count = without_memories(authored(text, meta.training))
        before = meta.extra.get("past")
        stamp = _stamp(datetime.fromisoformat(at))
        past.append(PastText(shown, **(before or {"reason": reason, "at": stamp})))
    return tuple(past)


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
