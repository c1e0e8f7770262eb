"""From a text to a ranked quiz: what to ask about, questions, checks, choice, and file formats."""
