"""From files to texts, and from texts to pieces worth remembering."""
