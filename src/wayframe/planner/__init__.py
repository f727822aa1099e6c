"""The agent's side of a turn: the reply plan, from resolved meaning, state and source."""
