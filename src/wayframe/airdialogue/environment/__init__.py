"""The environment: a plain game of two players, and views of it for PettingZoo and Gymnasium."""
