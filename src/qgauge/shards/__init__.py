"""Large runs in shards: resumable, each row exactly once, on one machine or on a Ray cluster."""
