"""Players against each other: by the million and resumable, under noise, and in the rounds of the competition."""
