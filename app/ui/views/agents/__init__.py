"""The room of the agents: the folders from which they read skills."""
