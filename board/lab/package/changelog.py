#!/usr/bin/env python3
"""Prints CHANGELOG.md in the form of a Debian changelog.

usage: changelog.py MAINTAINER DATE    DATE as `date -R` prints it
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[3]


def main():
    maintainer, date = sys.argv[1:]
    text = (ROOT / "CHANGELOG.md").read_text()
    for version, body in re.findall(r"(?ms)^## \[(\d[^\]]*)\][^\n]*\n(.*?)(?=^## |\Z)", text):
        print(f"jukebox ({version}) stable; urgency=medium")
        # A heading, a bullet, or a paragraph.
        for part in re.split(r"\n(?=\n|- |### )", "\n" + body):
            words = " ".join(part.split())
            if words.startswith("### "):
                print(f"\n  [ {words[4:]} ]")
            elif words:
                print(textwrap.fill(words.removeprefix("- "), 78, initial_indent="  * ", subsequent_indent="    ",
                                    break_long_words=False, break_on_hyphens=False))
        print(f"\n -- {maintainer}  {date}\n")


main()
