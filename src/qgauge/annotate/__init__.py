"""The annotation app: people rate questions in the browser, and the ratings feed the metrics."""
