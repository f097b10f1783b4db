"""What programs that score skills are told of them."""

from typing import Any, NotRequired

from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.agents.counting import counted
from app.core.api import features
from app.core.api.features import FeaturesDocument
from app.core.library import catalogue
from app.core.serve.pages import Paged, followed, page
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Cursor, closed
from app.core.serve.turn import Turn, id_of


@closed
class FeaturesArguments(TypedDict):
    """Of all skills."""

    cursor: NotRequired[Cursor]


class FeaturesPageDocument(Paged):
    """A page of them, in the order of the skills' numbers."""

    features: list[FeaturesDocument]


def _features(turn: Turn, asked: FeaturesArguments) -> FeaturesPageDocument:
    known = features.of_skills(turn.vault, turn.settings, counted(turn.vault, turn.caller.client))
    seen = {id_of(row) for row in turn.scope.seen(catalogue.rows(turn.vault))}
    found = [one for one in known if one["id"] in seen]
    shown, following = page(found, asked.get("cursor"))
    return followed({"features": shown}, following, FeaturesPageDocument)


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "skill_features",
        "Features of skills",
        "Gives numbers about each skill for a program that scores them: age, success rate, uses a"
        " day, version, whether it was learned, importance, decay, uses and the last of them."
        " Use it only to rank skills by yourself; suggest_skills ranks them already.",
        Group.READ,
        FeaturesArguments,
        FeaturesPageDocument,
        _features,
    ),
)
