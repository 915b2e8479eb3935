"""Files that are not what they seem."""


def make(maker):
    maker.folder("broken")
