"""Players for both sides: scripted ones that read what the other says, noise, and a check for players of others."""
