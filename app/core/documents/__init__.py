"""Procedures that were written elsewhere (Word, PDF, HTML, OpenDocument) as drafts of skills.

The readers run in a process of their own (`worker`), which `reading_process` starts and ends.
"""
