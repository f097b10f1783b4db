"""What must happen after a write or by the clock, whichever process is there to do it."""

from app.core.changes import Part

CONCERNS = (
    Part.LIST
    | Part.TEXT
    | Part.EDGES
    | Part.KNOWLEDGE
    | Part.MEMORIES
    | Part.TRAINING
    | Part.FOLDERS
    | Part.LEARNING
)
"""What a change has to be about for any task to be due."""
