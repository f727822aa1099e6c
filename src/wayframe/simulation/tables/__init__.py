"""Simulated users of any table: their goals, wording, conversations, and the faithfulness of what they are told."""
