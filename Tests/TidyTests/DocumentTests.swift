import Support
import Testing

/// The documentation is short, complete and says each thing once. A failure names the line and what to do.
@Suite struct DocumentTests {
  private static let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]

  private func pages(_ paths: [String]) throws -> [Page] {
    try paths.map { Page(path: $0, text: try Repository.text(of: $0)) }
  }

  private func docs() throws -> [Page] {
    let pages = try pages(Repository.files(below: "docs", suffix: ".md").sorted())
    try #require(pages.count > 20)
    return pages
  }

  @Test func `no page is longer than a reader's patience`() throws {
    let limits = ["README.md": 120, "ARCHITECTURE.md": 200]
    for page in try docs() + pages(Self.top.filter { $0 != "CHANGELOG.md" }) {
      let limit = limits[page.path] ?? 200
      #expect(page.lines.count - 1 <= limit, "\(page.path) has more than \(limit) lines: split it by subject")
    }
    let architecture = try Repository.text(of: "ARCHITECTURE.md").utf8.count
    #expect(
      architecture <= 16_000,
      "ARCHITECTURE.md has \(architecture) bytes: details belong to the types that it names")
  }

  @Test func `README's first screen introduces it, shows it, and installs it in six commands`() throws {
    let page = try #require(try pages(["README.md"]).first)
    func lines(of heading: String) throws -> ArraySlice<String> {
      let start = try #require(page.lines.firstIndex(of: heading), "README.md has no \(heading)")
      return page.lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    }
    let introduction = try lines(of: "# Jukebox")
    let text = introduction.filter { !$0.hasPrefix("![") }.joined(separator: " ")
    #expect(text.matches(of: /[.](?: |$)/).count == 3, "three sentences say what it is")
    let picture = try #require(introduction.first { $0.hasPrefix("![") }?.firstMatch(of: /\((.*)\)/)?.1)
    #expect(try Repository.text(of: String(picture)).hasPrefix("<svg"))
    let commands = { (heading: String) in try lines(of: heading).filter { $0.hasPrefix("    ") }.count }
    #expect(try (1...6).contains(commands("## Install on a Raspberry Pi")))
    try expectEqual(commands("## Try it on a PC"), 1)
    #expect(try #require(page.lines.firstIndex(of: "## Try it on a PC")) < 40, "it is on the first screen")
  }

  @Test func `every link leads to a file and a heading`() throws {
    let other = ["board/lab/README.md", "Fixtures/README.md"]
    for page in try docs() + pages(Self.top + other) {
      for link in page.links {
        let (path, anchor) = page.target(of: link.goal)
        guard let text = try? Repository.text(of: path) else {
          if (try? Repository.files(below: path, suffix: "")) == nil {
            Issue.record("\(page.finding(link.index, "there is no \(path)", "mend the link"))")
          }
          continue
        }
        guard let anchor, !Page(path: path, text: text).anchors.contains(anchor) else { continue }
        Issue.record("\(page.finding(link.index, "\(path) has no heading #\(anchor)", "mend the link"))")
      }
    }
  }

  @Test func `the index of docs has every page`() throws {
    let pages = try docs()
    let index = try #require(pages.first { $0.path == "docs/README.md" })
    let linked = Set(index.links.map { index.target(of: $0.goal).path })
    for page in pages where page.path != index.path {
      #expect(linked.contains(page.path), "add \(page.path) to docs/README.md")
    }
  }

  @Test func `the rows of a table have as many cells as its head`() throws {
    for page in try docs() + pages(Self.top + ["board/lab/README.md", "Fixtures/README.md"]) {
      var head: Int?
      for (index, line) in page.lines.enumerated() {
        guard line.hasPrefix("|") else {
          head = nil
          continue
        }
        let bars = line.replacing("\\|", with: "").count { $0 == "|" }
        if let head, bars != head {
          Issue.record(
            "\(page.finding(index, "\(bars - 1) cells instead of \(head - 1)", "write \\| within a cell"))")
        }
        head = head ?? bars
      }
    }
  }

  @Test func `no sentence stands in two places`() throws {
    var places: [String: String] = [:]
    for page in try docs() + pages(Self.top.filter { $0 != "CHANGELOG.md" }) {
      for sentence in page.sentences {
        if let first = places[sentence.text] {
          Issue.record(
            "\(page.finding(sentence.index, "\"\(sentence.text)\" stands in \(first), too", "link to it instead"))"
          )
        }
        places[sentence.text] = "\(page.path):\(sentence.index + 1)"
      }
    }
    #expect(places.count > 500)
  }

  /// The tables in docs/protocol.md list the commands; each of the jukebox's own is described on the page of its row.
  @Test func `every command of the protocol is listed and described`() throws {
    // Outside of the tables of commands: they change how a client's lines are read.
    var wanted: Set = ["noidle", "command_list_begin", "command_list_ok_begin", "command_list_end"]
    for path in try Repository.files(below: "Sources/Control/Commands", suffix: ".swift") {
      for match in try Repository.text(of: path).matches(of: /\bCommand\(\s*"([a-z_]+)"/) {
        wanted.insert(String(match.1))
      }
    }
    #expect(wanted.count > 190)
    let page = try #require(try pages(["docs/protocol.md"]).first)
    var listed: Set<String> = []
    for (index, line) in page.lines.enumerated() where line.hasPrefix("| ") {
      let cells = line.split(separator: " | ")
      guard cells.count > 1 else { continue }
      let names = cells[1].matches(of: /`([a-z_]+)`/).map { String($0.1) }
      for name in names where !listed.insert(name).inserted {
        Issue.record("\(page.finding(index, "\(name) is listed twice", "remove one"))")
      }
      guard let goal = line.firstMatch(of: /\]\(([^)]+)\)/)?.1 else { continue }
      let path = page.target(of: String(goal)).path
      let text = try Repository.text(of: path)
      for name in names where !text.contains("`\(name)`") && !text.contains("`\(name) ") {
        Issue.record("\(page.finding(index, "\(path) does not describe \(name)", "describe it there"))")
      }
    }
    #expect(
      wanted.subtracting(listed) == [], "add them to a table in docs/protocol.md, and to the page of its row")
    #expect(listed.subtracting(wanted) == [], "docs/protocol.md lists what is no command")
  }

  /// Of MPD's answers: its own documentation describes them.
  private static let mpdKeys: Set = [
    "Id", "Prio", "audio", "bitrate", "changed", "channel", "command", "cpos", "db_playtime", "feature",
    "mime_type",
    "music_directory", "neighbor", "nextsong", "nextsongid", "outputenabled", "outputid", "outputname",
    "plugin",
    "songid", "stickertype", "storage", "suffix", "tagtype", "uptime", "xfade",
  ]

  @Test func `every key of an answer is described`() throws {
    var described: Set<String> = []
    for page in try docs() where page.path.hasPrefix("docs/protocol") {
      for line in page.lines {
        // In backticks, or at the beginning of a line of an example.
        for match in line.matches(of: /`([A-Za-z_-]+)[`:]/) { described.insert(String(match.1)) }
        if let match = line.prefixMatch(of: /([A-Za-z_-]+):\s/) { described.insert(String(match.1)) }
      }
    }
    for path in try Repository.files(below: "Sources/Control/Commands", suffix: ".swift") {
      for match in try Repository.text(of: path).matches(of: /output\.pair\("([A-Za-z_-]+)"/) {
        let key = String(match.1)
        #expect(
          described.contains(key) || Self.mpdKeys.contains(key),
          "no page docs/protocol-*.md describes \(key) of \(path)")
      }
    }
  }

  @Test func `the table of permissions is that of the commands`() throws {
    var wanted: [String: Set<String>] = [:]
    for path in try Repository.files(below: "Sources/Control/Commands", suffix: ".swift") {
      for match in try Repository.text(of: path).matches(of: /\bCommand\(\s*"([a-z_]+)", (?:\[\]|\.([a-z]+))/)
      {
        wanted[match.2.map(String.init) ?? "none", default: []].insert(String(match.1))
      }
    }
    wanted["read"] = nil
    var listed: [String: Set<String>] = [:]
    let text = try Repository.text(of: "docs/protocol-errors.md")
    for line in text.split(separator: "\n") {
      guard let row = line.wholeMatch(of: /\| `?(none|add|player|control|admin)\b[^|]*\|([^|]*)\|/) else {
        continue
      }
      listed[String(row.1)] = Set(row.2.matches(of: /`([a-z_]+)`/).map { String($0.1) })
    }
    expectEqual(listed, wanted)
  }

  @Test func `every type that ARCHITECTURE names has a file of its name`() throws {
    let paths = try Repository.files(below: "Sources", suffix: ".swift")
    let files = Set(paths.map { SourceFile(path: $0, text: "").subject })
    let folders = Set(paths.map { String($0.split(separator: "/")[1]) })
    let page = try #require(try pages(["ARCHITECTURE.md"]).first)
    var count = 0
    for (index, line) in page.lines.enumerated() {
      for match in line.matches(of: /`([A-Z][a-z][A-Za-z]+)[`.(\/]/) {
        count += 1
        let name = String(match.1)
        if files.contains(name) || folders.contains(name) { continue }
        Issue.record(
          "\(page.finding(index, "there is no \(name).swift", "name the type that has this task now"))")
      }
    }
    #expect(count > 80)
  }

  @Test func `a page's parts are found`() {
    let page = Page(
      path: "docs/a.md",
      text: """
        # A `pad NAME` [x]

        One two three four five six [seven](b.md#x) eight. Nine.
        One two three four five six
        seven eight: nine | [up](../c.md)

            jukebox play   # It plays.

        ```
        One two three four five six seven eight.
        ```
        | one | two three four five six seven eight nine |
        """)
    expectEqual(page.anchors, ["a-pad-name-x"])
    expectEqual(page.examples.map(\.text), ["jukebox play   # It plays."])
    expectEqual(page.links.map(\.goal), ["b.md#x", "../c.md"])
    #expect(page.target(of: "b.md#x") == ("docs/b.md", "x"))
    #expect(page.target(of: "../c.md") == ("c.md", nil))
    #expect(page.target(of: "#x") == ("docs/a.md", "x"))
    expectEqual(
      page.sentences.map(\.text),
      [
        "one two three four five six sevenbmdx eight", "one two three four five six seven eight",
        "two three four five six seven eight nine",
      ])
    expectEqual(page.sentences.map(\.index), [2, 4, 11])
  }
}
