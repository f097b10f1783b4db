"""Colours, fonts, icons and the style sheet made from them."""
