"""Real people read: the final action of a dialogue between a customer and an agent, from what they said."""
