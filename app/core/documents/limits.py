"""How much of anything a document may hold. Checked before time or memory is spent on it."""

MEBI = 1024 * 1024

FILE_BYTES = 50_000_000
"""As for memories: nobody wrote a longer one."""
UNPACKED_BYTES = 200 * MEBI
"""Of all parts of a packed document together."""
PART_BYTES = 64 * MEBI
PARTS = 5_000
PAGES = 500
CHARACTERS = 1_000_000
PASSAGES = 20_000
PICTURES = 18
PICTURE_BYTES = 8 * MEBI
SECONDS = 120.0
"""For one document; then its process is ended."""
MEMORY_BYTES = 1536 * MEBI
