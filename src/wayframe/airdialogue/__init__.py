"""AirDialogue (Wei et al. 2018): customers with a journey in mind, agents with thirty flights, one right outcome.

The records are those of the public files, key by key; `wayframe air` is the face of it all.
"""
