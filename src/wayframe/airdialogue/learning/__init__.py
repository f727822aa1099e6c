"""An agent that learns in self-play what to ask, when to offer and when to stop."""
