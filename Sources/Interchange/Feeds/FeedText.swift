/// Titles of feeds, which are mostly HTML that is written as text.
enum FeedText {
  /// The elements of HTML that stand in titles. Other words in angle brackets are what the title is about.
  private static let elements: Set = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "blockquote", "br", "center", "cite", "code", "del",
    "dfn",
    "div", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark",
    "ol",
    "p", "pre", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "ul", "var",
    "wbr",
  ]
  private static let lines: Set = [
    "blockquote", "br", "center", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "ul",
  ]

  /// - Parameter isPlain: what looks like HTML is meant as it is written.
  /// - Returns: on one line; nil where nothing is left.
  static func title(_ text: ArraySlice<UInt8>, isPlain: Bool) -> String? {
    var result: [UInt8] = []
    func add(_ bytes: some Collection<UInt8>) { result += bytes }
    if isPlain {
      add(text)
    } else {
      var reader = MarkupReader(text)
      while let part = reader.next() {
        switch part {
        case .text(let text): add(reader.resolved(text))
        case .characters(let text): add(text)
        case .begin(let name, let source, _), .end(let name, let source):
          if !elements.contains(name) { add(source) } else if lines.contains(name) { add(" ".utf8) }
        }
      }
      // An unclosed tag is text.
      if reader.isCut { add(reader.rest) }
    }
    return PlaylistFile.text(oneLine(result)[...])
  }

  /// Runs of blanks are one, as browsers have it; a blank that must not break is one as well.
  private static func oneLine(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < text.count {
      let isWide = text[place] == 0xC2 && place + 1 < text.count && text[place + 1] == 0xA0
      if isWide || text[place] <= 0x20 || text[place] == 0x7F {
        if result.last != 0x20 { result.append(0x20) }
      } else {
        result.append(text[place])
      }
      place += isWide ? 2 : 1
    }
    return result
  }
}
