"""Engines on other packages, servers and files: spaCy, Stanza, LanguageTool, word vectors."""
