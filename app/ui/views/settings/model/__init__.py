"""The part of the settings page about language models: which, from where, and how they run."""
