"""What a skill's own text says about when it is needed, found without a model. Pure."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.enrichment.described import is_placeholder
from app.core.gist import gist
from app.core.memory.retrieval.tokenise import content, stem
from app.core.skills.model import BlockKind, GoalKind, Skill
from app.core.skills.reading.description import introduction
from app.core.skills.reading.frontmatter import frontmatter
from app.core.words import _

# Three to eight triggers and two to five tags (seed 001, “Skill Enrichment”).
MOST_TRIGGERS = 8
MOST_TAGS, FEWEST_TAGS = 5, 2
LONGEST_TRIGGER = 80
_SHOWN = 120
"""Characters of the words that a value was taken from."""
SHORTEST_DESCRIPTION, LONGEST_DESCRIPTION = 30, 400

_USE_WHEN = re.compile(
    r"\b(?:(?:use|invoke|activate)\s+(?:it\s+)?(?:when(?:ever)?|for|if|before|after)"
    r"|(?:use|using|invoke|apply|activate|run|load)\s+this(?:\s+(?:skill|sop|procedure|one))?\s+"
    r"(?:when(?:ever)?|for|if|before|after)|should\s+be\s+used\s+(?:when(?:ever)?|for)"
    r"|(?:is\s+)?(?:triggers?|triggered|fires)\s+(?:on|by|when)|when\s+to\s+use\s*:"
    r"|(?:verwende|nutze|benutze)\s+(?:dies(?:en|e|es)?\s+\w+|es|ihn)?,?\s+(?:wenn|für|bei)"
    r"|(?:utilise[rz]?|à\s+utiliser)\s+(?:cette\s+\w+\s+)?(?:quand|lorsque|pour|si)"
    r"|(?:usar|úsalo|utilizar|usa)\s+(?:esta\s+\w+\s+)?(?:cuando|quando|para|si|se)"
    r"|(?:usare|usa|utilizza)\s+(?:questa\s+\w+\s+)?(?:quando|per|se)"
    r"|(?:folosește|utilizează)\s+(?:această\s+\w+\s+)?(?:când|pentru|dacă))\s*",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(
    r"^(?:(?:the|a|an)\s+)?(?:users?|person|people|customer|somebody|someone|you|they|we|i)\s+"
    r"(?:(?:explicitly|also|ever)\s+)?(?:wants?|needs?|asks?|says?|mentions?|requests?|runs?|is|are|would\s+like)"
    r"(?:\s+(?:to|for|about|you\s+to|help\s+with))?\s+",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"[\"“„«]\s*([^\"“”„«»\n]{2,80}?)\s*[\"”“»]|(?<!\w)['‘]([^'’\n]{3,60})['’](?!\w)"
)
_BETWEEN = re.compile(
    r"\s*(?:[;,]|\n|(?:,\s*|\s)(?:or|and\s+when|oder|ou|o|sau)\s)\s*", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+")
_WHEN_HEADING = re.compile(
    r"when\s+to\s+(?:use|run|apply)|triggers?|use\s+cases|wann|quand|cu[aá]ndo|quando|când",
    re.IGNORECASE,
)
_WHAT_HEADING = re.compile(
    r"\W*(?:overview|purpose|about|introduction|goals?\b|what\s+(?:it|this)\b)", re.IGNORECASE
)
_ASIDE = re.compile(r"\([^()]*(?:\)|\Z)|\([^\s()]*\([^\s()]*\)+")
_AND_SO_ON = re.compile(r"(?<![\s:])[\s:]*+\b(?:etc|for example|such as|e\.g)\b.*", re.IGNORECASE)
_POINT = re.compile(r"\s*(?:[-*+•]|(?P<number>\d+[.)]))\s+(?P<said>.*)")
_ENDING = re.compile(r"(?<![\w/.])\.([a-z][a-z0-9]{1,4})\b(?![/.(]\w)")
_MARKS = re.compile(r"[*_`#>\[\]|]+|\([^()\s]*://[^)\n]*\)?|<[^<>\n]*>")
"""Marks of Markdown, the address of a link, a tag; what is not closed is looked at once only."""
_FILES = "csv docx epub gif ipynb jpeg jpg mp3 mp4 odt pdf png pptx psd svg tex wav xls xlsx zip"
_DOCUMENTS = frozenset(_FILES.split())
"""Files that people have and ask about; a procedure names others without being about them."""
_ABOUT_IT = re.compile(r"\bthis\s+(?:skill|sop|procedure)\b", re.IGNORECASE)
_NO_PURPOSE = re.compile(r"[/`#$]|.*[{}]|(?:read|see|you\s+are|run|note|if)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cue:
    """A value with the words of the text it was taken from."""

    value: str
    because: str


def triggers(skill: Skill) -> tuple[Cue, ...]:
    """Phrases that somebody who needs the skill might say, the surest first; at most eight."""
    found: dict[str, Cue] = {}
    for cue in _triggers(skill):
        found.setdefault(cue.value.casefold(), cue)
        if len(found) == MOST_TRIGGERS:
            break
    return tuple(found.values())


def description(skill: Skill) -> Cue | None:
    """What the text says it is for: its first sentences, and when to use it."""
    for said, because in _purposes(skill):
        what = _sentences(said)
        if len(what) >= SHORTEST_DESCRIPTION and not _NO_PURPOSE.match(what):
            when = next((s for s in _told(skill) if _USE_WHEN.search(s) and s not in what), "")
            what = what if what.endswith((".", "!", "?", "。")) else f"{what}."
            both = (
                f"{what} {when}" if when and len(what) + len(when) < LONGEST_DESCRIPTION else what
            )
            return Cue(both, because)
    return None


def tags(skill: Skill) -> tuple[Cue, ...]:
    """The subjects of its title and of what it says it is for, where the rest returns to them."""
    about = [skill.title, _described(skill), *(said for said, _because in _purposes(skill))]
    rest = [*_headings(skill), *(goal.value for goal in skill.goals)]
    counts: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for n, text in enumerate([*about, *rest]):
        for word in content(_plain(text.replace("-", " ").replace("_", " "))):
            if word.isalpha() and len(word) > 3 and word not in _EMPTY:
                if n < len(about):
                    spelled.setdefault(stem(word), word)
                counts[stem(word)] += 3 if n == 0 else 1
    body = Counter(stem(word) for word in content(_plain(skill.text)))
    often = [w for w, n in counts.most_common() if n > 1 and body[w] and w in spelled][:MOST_TAGS]
    files = list(_files(skill))[:1]
    cues = [Cue(spelled[word], spelled[word]) for word in often]
    cues += [Cue(c.value.split()[0], c.because) for c in files]
    found = tuple(
        one
        for n, one in enumerate(cues)
        if not any(_is_alike(one.value, other.value) for other in cues[:n])
    )
    return found[:MOST_TAGS] if len(found) >= FEWEST_TAGS else ()


def _is_alike(word: str, other: str) -> bool:
    """“Merge” and “merges” are one subject."""
    return word.startswith(other) or other.startswith(word)


def _triggers(skill: Skill) -> Iterator[Cue]:
    for sentence in _told(skill):
        uses = list(_USE_WHEN.finditer(sentence))
        ends = [*(use.start() for use in uses), len(sentence)][1:]
        for use, end in zip(uses, ends, strict=True):
            said = sentence[use.end() : end]
            quoted = _quoted(said)
            for phrase in quoted or _phrases(said):
                if (fine := _phrase(phrase)) and (quoted or " " in fine):
                    yield Cue(fine, gist(sentence[use.start() : use.start() + 2 * _SHOWN], _SHOWN))
    yield from _listed(skill)
    yield from _files(skill)


def _told(skill: Skill) -> Iterator[str]:
    """The sentences that may say when: of the description, the introduction and the notes."""
    place = introduction(skill)
    texts = [_described(skill)]
    texts += [skill.text[place[0] : place[1]]] if place is not None else []
    texts += [note.text for note in skill.notes if _ABOUT_IT.search(note.text)]
    texts += [g.value for g in skill.goals if g.kind is GoalKind.SUCCESS]
    for text in texts:
        yield from (s for s in _SENTENCE.split(_spaced(text)) if s)


def _described(skill: Skill) -> str:
    front = frontmatter(skill)
    field = front.field("description") if front is not None else None
    return field.text if field is not None else ""


def _listed(skill: Skill) -> Iterator[Cue]:
    """The points under a heading such as "When to use"."""
    for title, start, end in _sections(skill):
        if not _WHEN_HEADING.search(title):
            continue
        for line in skill.text[start : _procedure(skill, start, end)].split("\n"):
            point = _POINT.match(line)
            for phrase in _quoted(line) or ([point["said"]] if point is not None else []):
                if fine := _phrase(phrase):
                    yield Cue(fine, title)


def _procedure(skill: Skill, start: int, end: int) -> int:
    """Where in a section the numbered steps begin, which are what to do and not when; else its end.

    A numbered list with which the section begins says when, if there are steps further down.
    """
    for line in re.finditer(r"[^\n]+", skill.text[start:end]):
        point = _POINT.match(line[0])
        if point is not None and point["number"]:
            says_when = not skill.text[start : start + line.start()].strip()
            return end if says_when and skill.steps[-1].start >= end else start + line.start()
    return end


def _quoted(text: str) -> list[str]:
    return [a or b for a, b in _QUOTED.findall(_spaced(text))]


def _files(skill: Skill) -> Iterator[Cue]:
    """The kinds of files that the text names more than once."""
    counts = Counter(_ENDING.findall(skill.text.lower()))
    for ending, count in counts.most_common():
        if count > 1 and ending in _DOCUMENTS:
            yield Cue(f"{ending} files", f".{ending}")


def _phrases(said: str) -> list[str]:
    """The alternatives of "the user wants to merge files, or to split them"."""
    return [part for part in _BETWEEN.split(_SENTENCE.split(said)[0]) if part.strip()]


def _phrase(said: str) -> str:
    """A phrase as somebody would say it; empty if it is none."""
    if re.search(r"[\[<{]", said) or re.search(r"\bnot\s+for\b", said):
        return ""
    said = _ASIDE.sub(" ", said)
    plain = _spaced(_plain(said)).strip(" .,:;!?-–—()\"'“”‘’")
    plain = _SOMEBODY.sub("", plain)
    plain = re.sub(r"^(?:to|when|or|and|any)\s+", "", plain, flags=re.IGNORECASE)
    plain = _AND_SO_ON.sub("", plain)
    words = plain.split()
    fits = 1 <= len(words) <= 12 and 3 <= len(plain) <= LONGEST_TRIGGER
    says = any(len(word) > 2 and word.lower() not in _EMPTY for word in content(plain))
    return plain if fits and says and not is_placeholder(plain) and ";" not in plain else ""


_WORDS = (
    "things thing stuff similar needed necessary step steps skill skills section example examples"
    " overview note notes full quick self check create update report required tool tools phase mode"
    " pass case cases none rules rule using output input inputs outputs process before after always"
    " never must when what with make done task tasks user users request requests"
)
_EMPTY = frozenset(_WORDS.split())
"""They say nothing about what a skill is about."""


def _purposes(skill: Skill) -> Iterator[tuple[str, str]]:
    """Texts that may say what the skill is for, the likeliest first."""
    place = introduction(skill)
    if place is not None:
        yield skill.text[place[0] : place[1]], _("the first paragraph")
    for title, start, end in _sections(skill):
        if _WHAT_HEADING.match(title):
            yield next((p for p in _paragraphs(skill.text[start:end])), ""), title
    success = skill.goal(GoalKind.SUCCESS)
    if success is not None and success.value and skill.title:
        yield f"{skill.title}: {success.value}", GoalKind.SUCCESS.value


def _paragraphs(text: str) -> Iterator[str]:
    for part in re.split(r"\n[ \t]*\n", text):
        if part.strip() and not re.match(r"\s*(?:[-*+•#>|`]|\d+[.)])", part):
            yield part


def _sentences(text: str) -> str:
    """The first one or two sentences, without marks."""
    found = ""
    for sentence in _SENTENCE.split(_spaced(_plain(text)))[:2]:
        if found and len(found) + len(sentence) > LONGEST_DESCRIPTION // 2:
            break
        found = f"{found} {sentence}".strip()
    return found[:LONGEST_DESCRIPTION].rstrip(" :,-")


def _headings(skill: Skill) -> list[str]:
    blocks = (b for b in skill.blocks if b.kind is BlockKind.HEADING)
    return [_plain(skill.text[b.start : b.end]).strip() for b in blocks]


def _sections(skill: Skill) -> Iterator[tuple[str, int, int]]:
    """Each heading with the place of what stands under it."""
    headings = [b for b in skill.blocks if b.kind is BlockKind.HEADING]
    ends = [*(b.start for b in headings), len(skill.text)][1:]
    for heading, end in zip(headings, ends, strict=True):
        title = _plain(skill.text[heading.start : heading.end]).strip()
        yield title, heading.end, end


def _plain(text: str) -> str:
    return _MARKS.sub(" ", text)


def _spaced(text: str) -> str:
    return " ".join(text.split())
