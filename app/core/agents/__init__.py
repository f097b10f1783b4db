"""Agents: who calls, what each client may see and do, what waits for a person, what was done."""
