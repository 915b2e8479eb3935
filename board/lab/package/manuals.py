#!/usr/bin/env python3
"""Writes the man pages of the jukebox, from the texts of its programs and of its configuration.

usage: manuals.py FOLDER DATE [PREFIX…] PROGRAMS    PREFIX PROGRAMS/jukebox --help prints its help; DATE is like 2026-01-31

jukebox(1) and a page for each of its commands come from `jukebox --experimental-dump-help`, jukeboxd(8),
jukebox-web(8), jukebox-decoder(8), jukebox-cards(8), jukebox-analyzer(1), jukebox-fetch(1) and jukebox-tagger(1) from their --help, jukebox.ini(5) from
board/system/jukebox.ini.
"""
import json
import pathlib
import re
import subprocess
import sys
import textwrap
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
# mdoc(7) expects these in this order; sections that it does not know come after DESCRIPTION.
ORDER = ["NAME", "SYNOPSIS", "DESCRIPTION", "", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]
PAGES = {"jukebox": 1, "jukebox-analyzer": 1, "jukebox-fetch": 1, "jukebox-tagger": 1, "jukebox.ini": 5, "jukeboxd": 8, "jukebox-web": 8,
         "jukebox-decoder": 8, "jukebox-cards": 8}


def plain(text):
    """A line of text for mdoc: its special characters are themselves."""
    text = text.replace("\\", "\\e").replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    text = re.sub(r"(?<![\w])-|-(?=-)", r"\\-", text)
    return "\\&" + text if text[:1] in (".", "'") else text


def flowing(text):
    """Lines of flowing text: what stands between backquotes is bold, and sentences begin on lines of their own."""
    parts = re.split(r"`([^`]+)`", " ".join(text.split()))
    words = "".join(f"\\fB{plain(part)}\\fP" if odd % 2 else plain(part) for odd, part in enumerate(parts))
    lines = []
    for sentence in re.sub(r"(?<=[.!?]) (?=[A-Z])", "\n", words).split("\n"):
        # As long as mandoc sees it, which escapes what is not ASCII.
        sentence = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in sentence)
        lines += textwrap.wrap(sentence, 78, break_long_words=False, break_on_hyphens=False)
    return [plain(line) if line[:1] in (".", "'") else line for line in lines]


def word(text):
    """An argument of an mdoc macro."""
    text = plain(text).replace('"', "\\(dq")
    return f'"{text}"' if " " in text or not text or re.fullmatch(r"[A-Za-z]{1,2}|[-.,:;()\[\]?!|]", text) else text


def paragraphs(text):
    """The blocks between blank lines, each cut into runs of flowing and of indented lines."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        run = []
        for line in block.split("\n"):
            if run and line.startswith("  ") != run[0].startswith("  "):
                yield run
                run = []
            run.append(line)
        if run:
            yield run
        yield []


def body(text):
    """Text as in --help: paragraphs flow, indented lines stand as written."""
    lines, is_new = [], False
    if not text.strip():
        return []
    for run in paragraphs(text):
        if not run:
            is_new = True
            continue
        if is_new and lines:
            lines.append(".Pp")
        is_new = False
        if run[0].startswith("  "):
            if lines and lines[-1] == ".Pp":
                lines.pop()
            lines += [".Bd -literal -offset indent", *(plain(line[2:]) for line in run), ".Ed"]
        else:
            lines += flowing(" ".join(run))
    while lines and lines[-1] == ".Pp":
        lines.pop()
    return lines


def sections(text):
    """The text before the first heading, and the headings (lines in capitals) with theirs."""
    parts = re.split(r"(?m)^([A-Z][A-Z ]+):?[ \n]\s*?(?=\S|\n| )", "\n" + text)
    found = {"": parts[0]}
    for name, rest in zip(parts[1::2], parts[2::2]):
        name = {"EXAMPLE": "EXAMPLES", "NAMES": "VALUES"}.get(name, name)
        found[name] = found.get(name, "") + "\n\n" + rest
    return found


class Page:
    def __init__(self, title, section, abstract):
        self.title, self.section, self.abstract = title, section, abstract
        self.parts = {}

    def add(self, name, lines):
        if lines:
            self.parts.setdefault(name, []).extend(lines)

    def write(self, folder, date):
        listed = [f'.Dd {date}', f".Dt {self.title.upper()} {self.section}", ".Os", ".Sh NAME",
                  f".Nm {self.title}", f".Nd {plain(self.abstract)}"]
        self.parts.setdefault("SEE ALSO", see_also(self.title))
        for name in sorted(self.parts, key=lambda name: ORDER.index(name if name in ORDER else "")):
            listed += [f".Sh {name}", *self.parts[name]]
        (folder / f"{self.title}.{self.section}").write_text("\n".join(listed) + "\n")


def see_also(title):
    others = [name for name in PAGES if name != title]
    others.sort(key=lambda name: (PAGES[name], name))
    return [f".Xr {name} {PAGES[name]}" + (" ," if name != others[-1] else "") for name in others]


def names(argument):
    """-h, --help"""
    return [("-" if name["kind"].startswith(("short", "longWith")) else "--") + name["name"]
            for name in argument.get("names", [])]


def is_common(argument):
    return {"--help", "--version"} & set(names(argument))


def synopsis(words, command):
    lines = [f".Nm {words[0]}"] + [f".Cm {word(name)}" for name in words[1:]]
    for argument in command.get("arguments", []):
        if not argument["shouldDisplay"] or is_common(argument):
            continue
        value = argument.get("valueName", "value")
        if argument["kind"] == "positional":
            macro = f"Ar {word(value)}"
        else:
            name = argument["preferredName"]
            short = name["kind"] == "short"
            macro = f"Fl {'' if short else '-'}{name['name']}" + (
                f" Ar {word(value)}" if argument["kind"] == "option" else "")
        dots = " ..." if argument["isRepeating"] else ""
        lines.append(f".Op {macro}{dots}" if argument["isOptional"] else f".{macro}{dots}")
    if command.get("subcommands"):
        inner = [child for child in command["subcommands"] if child["shouldDisplay"]]
        if inner:
            lines.append(".Op Ar command" if command.get("defaultSubcommand") else ".Ar command")
    return lines


def options(command, without=()):
    """The arguments and options as a list."""
    lines = []
    for argument in command.get("arguments", []):
        if not argument["shouldDisplay"] or is_common(argument) or set(without) & set(names(argument)):
            continue
        value = argument.get("valueName", "value")
        if argument["kind"] == "positional":
            head = f".It Ar {word(value)}"
        else:
            flags = " , ".join(f"Fl {name[1:]}" for name in names(argument))
            head = f".It {flags}" + (f" Ar {word(value)}" if argument["kind"] == "option" else "")
        text = argument.get("abstract", "")
        if argument.get("discussion"):
            text += " " + argument["discussion"]
        if argument.get("defaultValue") is not None:
            text += f" Default: {argument['defaultValue']}."
        lines += [head, *flowing(text)]
    return [".Bl -tag -width indent", *lines, ".El"] if lines else []


def children(command):
    return [child for child in command.get("subcommands", []) if child["shouldDisplay"] and child["commandName"] != "help"]


def described(page, command):
    """The texts of a command, by their headings."""
    parts = sections(command.get("discussion", ""))
    page.add("DESCRIPTION", [*flowing(command["abstract"])])
    before = body(parts.pop(""))
    if before:
        page.add("DESCRIPTION", [".Pp", *before])
    for name, text in parts.items():
        page.add(name, body(text))


def client_pages(folder, date, command):
    page = Page("jukebox", 1, command["abstract"].rstrip("."))
    page.add("SYNOPSIS", [".Nm jukebox", ".Op Ar command", ".Op Ar argument ...", ".Nm jukebox", ".Fl -version | Fl -help"])
    described(page, command)
    page.add("DESCRIPTION", [".Pp", "Each command has a page:", ".Xr jukebox-status 1", "describes", "\\fBjukebox status\\fP."])
    page.add("COMMANDS", [".Bl -tag -width mmmmmmmmmm",
                          *(line for child in children(command)
                            for line in (f".It Cm {word(child['commandName'])}", *flowing(child["abstract"]))), ".El"])
    page.write(folder, date)
    for child in children(command):
        name = child["commandName"]
        page = Page(f"jukebox-{name}", 1, child["abstract"].rstrip("."))
        page.add("SYNOPSIS", synopsis(["jukebox", name], child))
        described(page, child)
        page.add("OPTIONS", options(child))
        for inner in children(child):
            is_default = inner["commandName"] == child.get("defaultSubcommand")
            page.add("COMMANDS", [f".Ss {name} {inner['commandName']}{' (default)' if is_default else ''}",
                                  *synopsis(["jukebox", name, inner["commandName"]], inner), ".Pp",
                                  *flowing(inner["abstract"])])
            rest = re.sub(r"(?m)^([A-Z][A-Z ]+):?$", lambda found: found[1].capitalize() + ":",
                          inner.get("discussion", ""))
            if rest:
                page.add("COMMANDS", [".Pp", *body(rest)])
            page.add("COMMANDS", options(inner, without=("--socket", "--host")))
        if "COMMANDS" in page.parts:
            page.add("OPTIONS", [".Fl -socket", "and", ".Fl -host", "select a jukebox, as in", ".Xr jukebox 1 ."])
        page.parts["SEE ALSO"] = [".Xr jukebox 1"]
        page.write(folder, date)


# Tasks with the installed service.
SERVICES = {
    "jukeboxd": """The package starts `jukeboxd.service` at installation and at boot. Plug in a stick with music, and it plays;
`folder` in `[library]` of `/etc/jukebox.ini` adds a folder of the machine.

  jukebox status                     what plays
  jukebox doctor                     what is wrong, and how to mend it
  systemctl reload jukeboxd          use a changed configuration
  journalctl -u jukeboxd             the log

An app that speaks MPD's protocol finds the jukebox in the local network, or connects to port 6600 of its address.""",
    "jukebox-web": """The page is off until `[web] listen` in `/etc/jukebox.ini` names an address, such as `0.0.0.0:80`. Then

  systemctl daemon-reload && systemctl restart jukebox-web.socket
  jukebox web                        print its address, as a QR code too""",
    "jukebox-decoder": """The package jukebox-formats starts `jukebox-decoder.socket`. The first file of such a format starts the
service.

  journalctl -u jukebox-decoder      files whose process was stopped""",
    "jukebox-cards": """The package starts `jukebox-cards.service`. Each section `[reader NAME]` of `/etc/jukebox.ini` with the type
rdm6300, rc522, pn532 or pcsc is a reader; a change takes effect within 5 seconds.

  jukebox doctor                     readers that do not work, and how to mend them
  journalctl -u jukebox-cards        the log""",
}


def program_page(folder, date, title, section, text):
    """From a --help of the form: abstract, usage, options, further paragraphs."""
    first, _, rest = text.partition("\n")
    abstract = re.sub(rf"^{re.escape(title)}:? ", "", first).rstrip(".")
    page = Page(title, section, abstract)
    page.add("DESCRIPTION", flowing(abstract[:1].upper() + abstract[1:] + "."))
    listed, calls, further = [], [], []
    for line in rest.split("\n"):
        option = re.match(r"^ +(-[\w-]+(?:, --[\w-]+)?)((?: [A-Z][\w:=|/]*)?) {2,}(\S.*)$", line)
        if option:
            listed.append([option[1], option[2].strip(), option[3]])
        elif listed and not further and re.match(r"^ {8,}\S", line):
            listed[-1][2] += " " + line.strip()
        elif re.match(rf"^(Usage: | +){re.escape(title)}\b", line) and not further and not listed:
            call, _, meaning = re.sub(r"^(Usage: | +)", "", line).partition("  ")
            calls.append(call)
            if meaning.strip():
                page.add("DESCRIPTION", [".Pp", f"\\fB{plain(call)}\\fP:", *flowing(meaning.strip() + ".")])
        elif calls and not further and not listed and re.match(r"^ {8,}\[", line):
            # The rest of a usage that is longer than a line.
            calls[-1] += " " + line.strip()
        elif listed or line.strip():
            further.append(line)
    for call in calls:
        lines = [f".Nm {title}"]
        for part in re.findall(r"\[[^\]]*\]|\S+", call)[1:]:
            inner = part.strip("[]")
            macro = " ".join(f"Fl {piece[1:]}" if piece.startswith("-") else f"Ar {piece}" for piece in inner.split())
            lines.append(f".Op {macro}" if part.startswith("[") else f".{macro}")
        page.add("SYNOPSIS", lines)
    page.add("OPTIONS", [".Bl -tag -width indent", *(line for flag, value, words in listed for line in (
        f".It Fl {flag[1:]}" + (f" Ar {word(value)}" if value else ""),
        *flowing(words + ("" if words.endswith(".") else ".")))), ".El"])
    text = "\n".join(further).strip("\n")
    examples = re.search(r"(?m)^Examples:\n((?: +.*\n?)+)", text)
    if examples:
        page.add("EXAMPLES", body(examples[1]))
        text = text.replace(examples[0], "\n")
    page.add("DESCRIPTION", [".Pp", *body(text)])
    if section == 8:
        page.add("SERVICE", body(SERVICES[title]))
    if title == "jukebox-decoder":
        page.add("FILES", [".Bl -tag -width indent", ".It Pa /run/jukebox-decoder/socket", "Where it listens.", ".El"])
    elif section == 8:
        page.add("FILES", [".Bl -tag -width indent", ".It Pa /etc/jukebox.ini",
                           "The configuration of the service; see", ".Xr jukebox.ini 5 .",
                           ".It Pa /var/lib/jukebox", "Queue, volume, and data of read-only sticks.",
                           ".It Pa /run/jukebox/socket", "The socket of", ".Xr jukebox 1 .", ".El"])
    page.write(folder, date)


def configuration_page(folder, date):
    blocks = [block.split("\n") for block in
              (ROOT / "board/system/jukebox.ini").read_text().strip("\n").split("\n\n")]
    page = Page("jukebox.ini", 5, "configuration of the jukebox")
    in_list = False
    for number, block in enumerate(blocks):
        comment = [re.sub(r"^# ?", "", line) for line in block if line == "#" or line.startswith("# ")]
        rest = [line.lstrip("#") for line in block if line != "#" and not line.startswith("# ")]
        if number == 0:
            page.add("DESCRIPTION", body("\n".join(comment)))
            page.add("DESCRIPTION", [".Pp", "Sections and keys, each key with its default or an example:"])
            continue
        # A heading is before the comment of its first key, or after its own comment.
        is_first = block[0].lstrip("#").startswith("[")
        keys = [line for line in rest if not line.startswith("[")]
        headings = [line for line in rest if line.startswith("[")]
        if headings:
            if in_list:
                page.add("SECTIONS", [".El"])
            in_list = False
            page.add("SECTIONS", [f".Ss {plain(headings[0])}\\&"])
        if not is_first and headings:
            page.add("SECTIONS", body("\n".join(comment)))
            comment = []
        if not keys:
            if comment:
                page.add("SECTIONS", body("\n".join(comment)))
            continue
        if not in_list:
            page.add("SECTIONS", [".Bl -tag -width indent"])
            in_list = True
        for index, line in enumerate(keys):
            page.add("SECTIONS", [f".It Cm {word(line.rstrip())}"])
            if index == len(keys) - 1:
                page.add("SECTIONS", body("\n".join(comment)))
    if in_list:
        page.add("SECTIONS", [".El"])
    page.add("FILES", [".Bl -tag -width indent", ".It Pa /etc/jukebox.ini", "The configuration of the service.",
                       ".It Pa /usr/share/jukebox/pins", "Sections for common hats, buttons, knobs and LEDs.",
                       ".It Pa /usr/share/doc/jukebox/examples/jukebox.ini", "The documented defaults.", ".El"])
    page.write(folder, date)


def main():
    folder, date, *run = pathlib.Path(sys.argv[1]), *sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    date = time.strftime("%B %-d, %Y", time.strptime(date, "%Y-%m-%d"))

    def printed(program, *words):
        *prefix, bin_folder = run
        return subprocess.run([*prefix, f"{bin_folder}/{program}", *words], stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    client_pages(folder, date, json.loads(printed("jukebox", "--experimental-dump-help"))["command"])
    program_page(folder, date, "jukeboxd", 8, printed("jukeboxd", "--help"))
    program_page(folder, date, "jukebox-web", 8, printed("jukebox-web", "--help"))
    # In a package of its own.
    (folder / "formats").mkdir(exist_ok=True)
    program_page(folder / "formats", date, "jukebox-decoder", 8, printed("jukebox-decoder", "--help"))
    (folder / "cards").mkdir(exist_ok=True)
    program_page(folder / "cards", date, "jukebox-cards", 8, printed("jukebox-cards", "--help"))
    program_page(folder, date, "jukebox-analyzer", 1, printed("jukebox-analyzer", "--help"))
    program_page(folder, date, "jukebox-fetch", 1, printed("jukebox-fetch", "--help"))
    program_page(folder, date, "jukebox-tagger", 1, printed("jukebox-tagger", "--help"))
    configuration_page(folder, date)


main()
