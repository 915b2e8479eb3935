"""What went wrong outside this program, in words for whoever runs it."""


class Failure(Exception):
    """A scenario or its set-up failed; the text says what was expected of what."""
