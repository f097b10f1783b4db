"""Agents over HTTP on this machine alone, with a token: the protocol at /mcp."""
