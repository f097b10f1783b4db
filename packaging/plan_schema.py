"""Write the schema of plans to where people and programs find it.

    python packaging/plan_schema.py

The schema comes out of the dataclasses in `app/core/walk/model.py`.
"""

import json
from pathlib import Path

from app.core.api.schema import schema_of_plan

PAGE = Path(__file__).resolve().parents[1] / "docs" / "plan.schema.json"


def written() -> str:
    """What belongs into the file."""
    return json.dumps(schema_of_plan(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
