"""The list of skills beside the document."""
