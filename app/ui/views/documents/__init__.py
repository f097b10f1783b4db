"""What is open in the middle of the window, one tab each."""
