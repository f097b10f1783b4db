"""Finding what answers a question: by meaning, by words, by links."""
