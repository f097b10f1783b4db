"""Sessions of Gemini CLI: one JSON document in 2025, since then rows that patch what was said."""

import re

from app.core.transcripts.building import Building, Outcome, items, members, moment, text_of
from app.core.transcripts.model import Result
from app.core.transcripts.naming import names

_MESSAGES = names("user gemini info error warning system")
_RESULTS = {
    "success": Result.DONE,
    "error": Result.FAILED,
    "cancelled": Result.REFUSED,
}
_SERVER = re.compile(r"(.+?) \((.+) MCP Server\)")
_EXIT = re.compile(r"^Exit Code: (-?\d{1,9})\s*$", re.MULTILINE)
_REFUSED = ("denied by policy", "user denied", "rejected by user", "blocked by hook")


def may_matter(row: bytes) -> bool:
    """Whether a row can have a call, a result or the person's words; cheap, before decoding."""
    # an answer that goes back to the model is in its call too
    return b'"toolCalls"' in row or (
        (b'"user"' in row and b'"functionResponse"' not in row) or b'"messages"' in row
    )


class GeminiReader:
    """Reads messages into a session; one that comes again is the same with more in it."""

    def __init__(self, building: Building, helper: str = "") -> None:
        self._building = building
        self._helper = helper

    def row(self, number: int, value: object) -> None:
        """One row of JSON Lines: the header, a message or a patch."""
        row = members(value)
        if "$set" in row:
            for message in items(members(row["$set"]).get("messages")):
                self.message(number, message)
        elif "type" in row:
            self.message(number, row)
        elif "$rewindTo" not in row and "sessionId" not in row:
            self._building.unknown["row"] += 1

    def message(self, number: int, message: dict[str, object]) -> None:
        """One message, of the agent or of the person."""
        kind = text_of(message.get("type"))
        if kind not in _MESSAGES:
            self._building.unknown[f"message {kind}"[:60]] += 1
        for call in items(message.get("toolCalls")):
            self._call(number, call, message)
        if kind == "user" and not self._helper:
            at = moment(message.get("timestamp"))
            own_id = text_of(message.get("id"))
            self._building.said(_text(message.get("content")), row=number, at=at, own_id=own_id)

    def _call(self, number: int, call: dict[str, object], message: dict[str, object]) -> None:
        own_id = text_of(call.get("id"))
        server = _SERVER.fullmatch(text_of(call.get("displayName")))
        self._building.call(
            own_id,
            server[1] if server else text_of(call.get("name")),
            call.get("args"),
            row=number,
            at=moment(call.get("timestamp")) or moment(message.get("timestamp")),
            together=number,
            helper=self._helper,
            server=server[2] if server else "",
        )
        self._building.result(own_id, _how(call))


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(text_of(part.get("text")) for part in items(content))


def _how(call: dict[str, object]) -> Outcome:
    """How a call ended. A command that failed is told as a success of running it."""
    result = _RESULTS.get(text_of(call.get("status")), Result.UNKNOWN)
    answers = [
        members(members(part.get("functionResponse")).get("response"))
        for part in items(call.get("result"))
    ]
    if result is Result.FAILED:
        wrong = " ".join(text_of(answer.get("error")) for answer in answers)[:400].lower()
        return Result.REFUSED if any(words in wrong for words in _REFUSED) else result
    if result is Result.DONE and "shell" in text_of(call.get("name")):
        codes = [
            code
            for answer in answers
            for code in _EXIT.findall(text_of(answer.get("output"))[-8_192:])
        ]
        return int(codes[-1]) if codes else result
    return result
