"""A failure outside this program, in words for the person who runs it."""


class Failure(Exception):
    """A scenario or its set-up failed; the text says what was expected of what."""


class ShortChain(Exception):
    """A file of a FAT file system has fewer clusters than its size takes: a kernel reads it with an error."""
