/// ASX: `<entry><title>…</title><ref href="…"/></entry>`. Most files are no well-formed XML, and keys are in either case:
/// only the marks that matter are looked for.
enum ASXReader {
  static func read(_ text: [UInt8]) -> PlaylistFile {
    var file = PlaylistFile()
    var rest = text[...]
    var title: String?
    var isInEntry = false
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
      let tag = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      if SourceText.rest(of: tag, behind: "entry") != nil {
        (isInEntry, title) = (true, nil)
      } else if SourceText.rest(of: tag, behind: "title") != nil {
        let text = PlaylistFile.text(rest.prefix { $0 != UInt8(ascii: "<") })
        if isInEntry { title = text } else { file.title = text ?? file.title }
      } else if SourceText.rest(of: tag, behind: "ref") != nil, let location = reference(in: tag) {
        guard file.append(ListedEntry(location: location, title: title)) else { break }
      }
    }
    return file
  }

  private static func reference(in tag: ArraySlice<UInt8>) -> Location? {
    let words = tag.map { SourceText.lower($0) }
    guard let rest = SourceText.rest(of: words[...], behindFirst: "href") else { return nil }
    let value = tag.suffix(rest.count).drop { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
    guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    let text = String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    return Location(
      text.utf8.split(separator: UInt8(ascii: "&")).reduce(into: [UInt8]()) { whole, part in
        if whole.isEmpty { return whole += part }
        whole.append(UInt8(ascii: "&"))
        whole += part.starts(with: "amp;".utf8) ? part.dropFirst(4) : part
      })
  }
}
