"""Statistics: arrays in, numbers out."""
