"""What several tests share: servers, models and tools made by hand, data, the command."""
