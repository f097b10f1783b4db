"""How much of anything a pack may hold. Checked before memory or time is spent on it."""

MEBI = 1024 * 1024

NATIVE_BYTES = 64 * MEBI
LEGACY_BYTES = 16 * MEBI
MANIFEST_BYTES = 4 * MEBI
ENVELOPE_BYTES = MEBI
JSON_DEPTH = 32
JSON_TOKENS = 4_000_000
"""Commas and brackets in one document, so that a file full of `[]` cannot fill the memory."""

SKILLS = 2_000
TEXT_BYTES = MEBI
NAME_CHARS = 200
ATTACHMENTS = 20
ATTACHMENT_BYTES = 10 * MEBI
RECIPES = 200
TAGS = 200
PAST_TEXTS = 1_000
RECIPIENTS = 1_000
SUCCESSIONS = 16

# What a lock may ask of this computer: it has to be paid before a passphrase is known to fit.
KDF_MEMORY_BYTES = 256 * MEBI
KDF_PASSES = 8
KDF_LANES = 4
