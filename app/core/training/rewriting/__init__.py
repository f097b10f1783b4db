"""Skills rewritten by a model with memories woven in; each sentence is traced to its source."""
