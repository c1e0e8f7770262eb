"""The pages, by who sees them."""
