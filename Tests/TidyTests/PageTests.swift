import Support
import Testing

/// The page is complete in every language, and whole without anything from another machine.
@Suite struct PageTests {
  /// Of a plural only one form may be another language's: `songs.few` counts as `songs`.
  private static func name(of key: Substring) -> Substring {
    key.wholeMatch(of: /(.+)\.(zero|one|two|few|many|other)/)?.1 ?? key
  }

  /// The texts of a language, those of the first view and of the others, and the placeholders in each; a plural has those of
  /// its form `other`.
  private func placeholders(
    in language: String, folders: [String] = ["texts", "texts/views"]
  ) throws -> [Substring: Set<Substring>] {
    var found: [Substring: Set<Substring>] = [:]
    for folder in folders {
      let path = "page/\(folder)/\(language)"
      for line in try Repository.text(of: path).split(separator: "\n") {
        guard line.hasPrefix("  ") else { continue }
        let match = line.wholeMatch(of: #/ *"([^"]+)": "(.+?)",?/#)
        let pair = try #require(match, "\(path): \(line)")
        let name = Self.name(of: pair.1)
        if pair.1 == name || pair.1.hasSuffix(".other") {
          #expect(found[name] == nil, "\(path) has \(name) twice, or the other file has it")
          found[name] = Set(pair.2.matches(of: /\{(\w+)\}/).map(\.1))
        }
      }
    }
    return found
  }

  private func languages() throws -> Set<String> {
    Set(
      try Repository.files(below: "page/texts", suffix: ".js").map {
        String($0.split(separator: "/").last ?? "")
      })
  }

  @Test func `every language has every text, with the same placeholders`() throws {
    let english = try placeholders(in: "en.js")
    #expect(english.count > 100)
    #expect(try languages().count > 1)
    for language in try languages() {
      let texts = try placeholders(in: language)
      for (key, names) in english {
        #expect(texts[key] == names, "page/texts/\(language): translate \(key) with \(names.sorted())")
      }
      #expect(
        Set(texts.keys).isSubset(of: english.keys), "page/texts/\(language) has a text that en.js lacks")
    }
  }

  @Test func `every text that the page names exists`() throws {
    let english = try placeholders(in: "en.js")
    var names: [(path: String, key: Substring)] = []
    for path in try Repository.files(below: "page/js", suffix: ".js") {
      names += try Repository.text(of: path).matches(of: /[^a-zA-Z]t\('([a-z-]+)'/).map { (path, $0.1) }
    }
    let shell = "page/index.html"
    names += try Repository.text(of: shell).matches(of: /data-text="([a-z-]+)"/).map { (shell, $0.1) }
    #expect(names.count > 100)
    for (path, key) in names {
      #expect(english[key] != nil, "\(path): page/texts/en.js has no text \(key)")
    }
  }

  @Test func `every icon that the page names is drawn`() throws {
    let drawn = Set(try Repository.text(of: "page/icons.svg").matches(of: /<symbol id="([a-z-]+)"/).map(\.1))
    var named = 0
    for path in try Repository.files(below: "page/js", suffix: ".js") {
      for name in Self.icons(in: try Repository.text(of: path)) {
        named += 1
        #expect(drawn.contains(name), "\(path): page/icons.svg has no icon \(name)")
      }
    }
    #expect(named > 200)
    let shell = try Repository.text(of: "page/index.html")
    for name in shell.matches(of: /icons\.svg#([a-z-]+)/).map(\.1) {
      #expect(drawn.contains(name), "page/index.html: page/icons.svg has no icon \(name)")
    }
    // What the search finds: each way in which a module names an icon.
    let ways = """
      return icon('a'), icon(is ? 'b' : 'c', true), iconButton('d', t('x')), setIcon(play, on === 'x' ? 'e' : 'f'),
      { icon: 'g', text: 'x' }, emptyNote(kind === 'x' ? 'h' : 'i', t('x')), icon({ done: 'j', 'not-yet': 'k' }[state] ?? 'l'),
      { icon: own ? 'm' : node }, tool('n', 'a')
      """
    #expect(Self.icons(in: ways).map(String.init) == "abcdefghijklmn".map { String($0) })
  }

  /// The names of icons in a module: the texts that the first argument of a function with an icon may be, the second one of
  /// `setIcon`, and the values of `icon:`.
  private static func icons(in text: String) -> [Substring] {
    let calls = text.matches(
      of: /[^a-zA-Z.](?:(?:icon|iconButton|emptyNote|tool|button)\(|setIcon\([^,]+,|icon:)/)
    return calls.flatMap { call in
      // What is compared, and the key of a table, is no name.
      argument(text[call.range.upperBound...]).matches(of: /(=== )?'([a-z-]+)'(:)?/).filter {
        $0.1 == nil && $0.3 == nil
      }.map(\.2)
    }
  }

  /// The text up to the comma or bracket that ends an argument.
  private static func argument(_ text: Substring) -> Substring {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth < 0 { return text[..<index] }
      case "," where depth == 0: return text[..<index]
      default: break
      }
    }
    return text
  }

  @Test func `modules of the first view need only its own texts`() throws {
    let english = try placeholders(in: "en.js", folders: ["texts"])
    var waiting = ["page/js/main.js"]
    var seen: Set<String> = []
    while let path = waiting.popLast() {
      guard seen.insert(path).inserted else { continue }
      let module = ScriptModule(path: path, text: try Repository.text(of: path))
      waiting += module.imports.filter { !$0.isLate }.map(\.path)
      for key in module.text.matches(of: /[^a-zA-Z]t\('([a-z-]+)'/).map(\.1) {
        #expect(english[key] != nil, "\(path): the first view has no text \(key)")
      }
    }
    #expect(seen.count > 10)
  }

  @Test func `the page needs no other machine, and its shell names files that exist`() throws {
    for suffix in [".html", ".css", ".js", ".svg"] {
      for path in try Repository.files(below: "page", suffix: suffix) {
        let text = try Repository.text(of: path).replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!text.contains(/https?:\/\//), "\(path): load nothing from another machine")
      }
    }
    let names = try Repository.text(of: "page/index.html").matches(of: /"\/a\/-\/([^"#]+)/).map(\.1)
    #expect(names.count > 10)
    for name in Set(names) {
      #expect(throws: Never.self, "page/index.html: there is no \(name)") {
        try Repository.text(of: "page/\(name)")
      }
    }
  }
}
