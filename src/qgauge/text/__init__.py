"""Text processing without models: tokenisers, n-grams, word lists and stems."""
