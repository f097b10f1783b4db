"""What the sky is painted with: whole arrays handed to Qt, nothing computed per star in Python."""
