"""Wizard-of-Oz collection: participants paired, one as the user, the other as the wizard (paper section 3)."""
