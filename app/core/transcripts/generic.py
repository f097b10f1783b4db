"""JSON Lines of our own, for clients that have no reader: `docs/transcripts.md`."""

from app.core.transcripts.building import Building, members, moment, text_of
from app.core.transcripts.model import Result

_RESULTS = {result.value: result for result in Result}


class GenericReader:
    """Reads rows into a session."""

    def __init__(self, building: Building) -> None:
        self._building = building

    def row(self, number: int, value: object) -> None:
        """One decoded row."""
        row = members(value)
        own_id, at = text_of(row.get("id")), moment(row.get("at"))
        match text_of(row.get("type")):
            case "call":
                together = row.get("together")
                self._building.call(
                    own_id,
                    text_of(row.get("tool")),
                    row.get("parameters"),
                    row=number,
                    at=at,
                    together=together if isinstance(together, int) else number,
                    helper=text_of(row.get("helper")),
                    server=text_of(row.get("server")),
                )
                self._result(own_id, row)
            case "result":
                self._result(own_id, row)
            case "said":
                self._building.said(text_of(row.get("text")), row=number, at=at, own_id=own_id)
            case "skill" if name := text_of(row.get("name")):
                self._building.skill(name, row=number, at=at, own_id=own_id)
            case "session":
                pass
            case kind:
                self._building.unknown[f"row {kind}"[:60]] += 1

    def _result(self, own_id: str, row: dict[str, object]) -> None:
        result = _RESULTS.get(text_of(row.get("result")), Result.UNKNOWN)
        if result is not Result.UNKNOWN:
            self._building.result(own_id, result)
