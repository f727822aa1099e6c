"""The pages of a Wizard-of-Oz collection: the administrator's, the waiting room, the user's page, the wizard's desk."""

from __future__ import annotations
