"""The Model Context Protocol on a desk: over standard input and output, and over HTTP.

Everything is asked of the desk; nothing here knows the vault.
"""
