"""Putting what a person knows between the steps of what they wrote."""
