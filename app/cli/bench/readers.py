"""Everything that reads texts of strangers, by name: what is measured, and held to be linear.

A reader gets a text and what it says, so that what is measured is the reader and not the parser.
"""

from collections.abc import Callable, Mapping

from app.core.drafting.outline import outline
from app.core.enrichment import cues
from app.core.enrichment.described import described
from app.core.graph.edges import edges
from app.core.graph.naming import Names
from app.core.graph.relations import stated
from app.core.library.compare import compare
from app.core.library.derive import derived
from app.core.library.merge import merge
from app.core.library.record import Meta
from app.core.memory.document_metadata import of_front_matter
from app.core.memory.extraction import mentioned
from app.core.memory.reading.decoding import Unreadable, decode
from app.core.memory.reading.split import split
from app.core.memory.retrieval import passages, tokenise
from app.core.memory.retrieval.thesaurus import senses
from app.core.packs.export import without_memories
from app.core.packs.format.names import harmless
from app.core.packs.scan.scan import scan
from app.core.skills import names
from app.core.skills.checking.check import findings, passed
from app.core.skills.checking.finding import KnownSkills
from app.core.skills.editing.complete import completions
from app.core.skills.editing.numbering import numbered
from app.core.skills.model import Skill
from app.core.skills.reading import discovery, sentences
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
from app.core.training import placement
from app.core.training.rewriting import required_words, support
from app.core.training.rewriting.structure import damages
from app.core.training.sentences import sentences as sentences_of
from app.core.transcripts.shell import commands
from app.core.transcripts.words import written
from app.core.walk.model import WalkedSkill
from app.core.walk.narrative import narrative
from app.core.walk.plan import plan

Reader = Callable[[str, Skill], object]

_NAMES = Names(["Deploy the service", "rollback", "a b", "部署"])
_KNOWN = KnownSkills()
_ABOUT = WalkedSkill(source_id="", title="", engram_name="")


def _discovery(_text: str, skill: Skill) -> object:
    said = list(discovery.discovery(skill))
    return said, discovery.stated_tags(skill), discovery.stated_role(skill)


def _decoded(text: str, _skill: Skill) -> object:
    try:
        return decode(text.encode())
    except Unreadable:
        return None


def _each_step(_text: str, skill: Skill) -> object:
    return [
        (
            sentences.sentences_of(skill, step),
            sentences.without_borrowed(skill, step),
            sentences.code_of(skill, step),
        )
        for step in skill.steps
    ]


READERS: Mapping[str, Reader] = {
    "grammar": lambda text, _skill: parse(text),
    "checks": lambda _text, skill: passed(skill, findings(skill, _KNOWN)),
    "edges": lambda _text, skill: edges(skill),
    "walk": lambda _text, skill: narrative(skill, plan(skill, _ABOUT, lambda _call: ())),
    "numbering": lambda _text, skill: numbered(skill),
    "completion": lambda text, _skill: completions(text, len(text), ["Deploy", "Roll back"]),
    "keeping": lambda _text, skill: derived(skill, Meta(1)),
    "merging": lambda text, _skill: merge(text, f"{text}\nx", f"x\n{text}"),
    "comparison": lambda text, _skill: compare(text, f"{text}x"),
    "frontmatter": lambda _text, skill: frontmatter(skill),
    "discovery": _discovery,
    "sentences": _each_step,
    "spoken": lambda text, _skill: sentences.spoken(text),
    "names": lambda text, _skill: (names.key(text), harmless(text)),
    "scan": lambda text, _skill: scan(text),
    "export": lambda text, _skill: without_memories(text),
    "description": lambda _text, skill: (described(skill), cues.description(skill)),
    "triggers": lambda _text, skill: cues.triggers(skill),
    "tags": lambda _text, skill: cues.tags(skill),
    "relations": lambda _text, skill: stated(skill, _NAMES),
    "known names": lambda text, _skill: _NAMES.said_in(text),
    "entities": lambda text, _skill: mentioned(text, _NAMES),
    "decoding": _decoded,
    "splitting": lambda text, _skill: split(text),
    "stated": lambda text, _skill: of_front_matter(text),
    "words": lambda text, _skill: (tokenise.content(text), tokenise.content_spans(text)),
    "clauses": lambda text, _skill: tokenise.clauses(text),
    "senses": lambda text, _skill: senses(text),
    "passages": lambda _text, skill: passages.of_skill(skill),
    "fragments": lambda text, _skill: passages.of_memory("Title", text),
    "tokens": lambda text, _skill: placement.tokens(text),
    "placing": lambda text, _skill: sentences_of(text),
    "rewriting": lambda text, _skill: (
        required_words.tokens(text),
        required_words.guards(text),
        required_words.exact(text),
        required_words.hidden(text),
        support.depends(text),
    ),
    "structure": lambda _text, skill: damages(skill, skill),
    "draft": lambda text, _skill: outline(text),
    "sessions": lambda text, _skill: (commands(text), written(text)),
}
"""What reads, in the order in which a text meets them."""
