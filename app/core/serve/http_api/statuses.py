"""Failures as statuses of HTTP; the same document stands below each of them."""

from starlette.responses import JSONResponse

from app.core.api.failures import failure
from app.core.errors import AppError

_STATUS = {
    "bad-arguments": 400,
    "unsupported-type": 415,
    "not-acceptable": 406,
    "wrong-method": 405,
    "not-allowed": 403,
    "not-found": 404,
    "ambiguous-name": 409,
    "name-taken": 409,
    "stale-edit": 409,
    "vault-locked": 423,
    "too-many-requests": 429,
    "bug": 500,
    "vault-busy": 503,
    "lease-held": 503,
}
_OTHER = 422


def refused(error: AppError) -> JSONResponse:
    """A failure, by its code."""
    return JSONResponse(failure(error), _STATUS.get(error.code, _OTHER))
