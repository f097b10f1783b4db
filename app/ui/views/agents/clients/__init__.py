"""The clients of agents: what they ask, what they did, what they may see and do."""
