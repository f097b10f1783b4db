"""A failure as programs are told of it."""

from typing_extensions import TypedDict

from app.core.errors import AppError


class ErrorDocument(TypedDict):
    """What failed (a `code` keeps its meaning), in a sentence, and what to do about it."""

    code: str
    message: str
    hint: str


class FailureDocument(TypedDict):
    """What is answered in the place of any other document by what fails as a whole."""

    error: ErrorDocument


def failure(error: AppError) -> FailureDocument:
    return {"error": {"code": error.code, "message": str(error), "hint": error.hint}}
