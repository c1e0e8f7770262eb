"""Engines by other packages and servers: spaCy, Stanza, LanguageTool, files of word vectors."""
