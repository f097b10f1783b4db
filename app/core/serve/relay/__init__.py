"""Asking the process that has the vault open, over a socket that only its owner can reach.

The key never leaves that process; it does the calls itself, and stops when it locks.
"""
