"""Made-up sessions of agents in the formats of real clients, with what they hold beside them."""
