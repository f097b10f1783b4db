"""What must happen after a write or by the clock, whichever process is there to do it."""
