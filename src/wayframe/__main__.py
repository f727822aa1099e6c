"""`python -m wayframe` is `wayframe`."""

from wayframe.cli.main import main

main()
