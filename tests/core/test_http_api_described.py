"""The HTTP API against its own description."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from app.core.library import library
from app.core.serve.http import guard
from app.core.serve.http_api.openapi import openapi
from app.core.vault import Vault
from tests.core.test_http_api import HERE, WITH_TOKEN, served


def test_every_answer_is_as_described(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the description allows, and what it does not, has an answer that it describes.

    What has the right form may still mean nothing, such as a pack that is none.
    """
    monkeypatch.setattr(guard, "_MOST_WRONG", 100_000)  # many wrong tokens are tried
    for number in range(3):
        library.save(vault, None, f"# Skill {number}\n\n1. @skill: Skill {number + 1}\n")
    described: Any = schemathesis.openapi.from_dict(openapi())
    described.app = served(vault, tmp_path)

    few = settings(max_examples=5, derandomize=True, suppress_health_check=list(HealthCheck))
    for operation in described.get_all_operations():
        for mode in schemathesis.GenerationMode:

            @few
            @given(operation.ok().as_strategy(generation_mode=mode))
            def asked(case: Any) -> None:
                case.call_and_validate(
                    HERE, headers=WITH_TOKEN, excluded_checks=[positive_data_acceptance]
                )

            asked()
