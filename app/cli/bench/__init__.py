"""Measuring how fast the product is on this computer."""
