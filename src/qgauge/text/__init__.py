"""Plain text work that needs no model: tokenisers, n-grams, word lists, stems."""
