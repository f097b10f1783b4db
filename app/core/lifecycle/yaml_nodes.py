"""The nodes of a YAML text with their places. Nothing is built of them, so nothing can explode."""

from collections.abc import Iterator

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode

from app.core.words import _

__all__ = ["MappingNode", "Node", "NotYaml", "ScalarNode"]

_LONGEST = 1_000_000
"""Characters; no file of settings has so many."""


class NotYaml(Exception):
    """Why a text is no YAML, in a sentence, and from which line on."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


def compose(text: str) -> Node | None:
    """The root of the text, None for an empty one; raises `NotYaml`."""
    if len(text) > _LONGEST:
        raise NotYaml(1, _("The file is too large for a settings file."))
    yaml = YAML(typ="rt", pure=True)
    yaml.composer.warn_double_anchors = False
    try:
        root: Node | None = yaml.compose(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise NotYaml(line, _("This line is not valid YAML.")) from error
    except (YAMLError, ValueError, RecursionError) as error:
        raise NotYaml(1, _("The file is not valid YAML.")) from error
    return root


def entries(node: Node | None) -> Iterator[tuple[ScalarNode, Node]]:
    """The pairs of a mapping whose keys are words, each key once: the last one counts."""
    if isinstance(node, MappingNode):
        pairs = {k.value: (k, v) for k, v in node.value if isinstance(k, ScalarNode)}
        yield from pairs.values()


def is_nothing(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.style and node.value in ("", "~", "null")


def end_of_line(text: str, at: int) -> int:
    """Where the line ends that holds the last character before `at`."""
    while at > 0 and text[at - 1] in " \t\r\n":
        at -= 1
    ends = [found for found in (text.find("\r", at), text.find("\n", at)) if found >= 0]
    return min(ends, default=len(text))
