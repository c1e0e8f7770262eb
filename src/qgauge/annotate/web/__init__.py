"""The web part of the annotation app, a Django application. It needs the extra `annotate`."""
