/// The title in a block of ICY metadata, as encoders write it: `StreamTitle='…';`, with other quotation marks or none, in any
/// case, before or after other keys.
enum ICYTitle {
  private static let key = Array("streamtitle".utf8)
  private static let apostrophe = UInt8(ascii: "'")
  private static let quote = UInt8(ascii: "\"")
  private static let semicolon = UInt8(ascii: ";")

  /// - Returns: the title in its encoding, without HTML's references; empty where the station has none now; nil where the
  ///   block says nothing of it.
  static func find(in metadata: [UInt8]) -> [UInt8]? {
    let text = metadata.prefix { $0 != 0 }
    guard let value = value(in: text) else { return nil }
    return spoken(HTMLText.decoded(trimmed(value)))
  }

  /// The song that a text beside a stream names, where it has the form of one: `Artist - Title`, or words for programs. Others are
  /// names of files and the like.
  static func song(inText text: [UInt8]) -> [UInt8]? {
    let text = Array(trimmed(text[...]))
    let song = spoken(HTMLText.decoded(text[...]))
    return place(of: " - ", in: song[...]) != nil ? song : nil
  }

  private static func value(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for start in text.indices where text[start...].starts(with: key, by: { $0 | 0x20 == $1 }) {
      let rest = trimmed(text[(start + key.count)...])
      guard rest.first == UInt8(ascii: "=") else { continue }
      let value = trimmed(rest.dropFirst())
      guard let mark = value.first, mark == apostrophe || mark == quote else {
        return value[..<end(of: value, after: nil)]
      }
      return value.dropFirst()[..<end(of: value.dropFirst(), after: mark)]
    }
    return nil
  }

  /// A title may have quotation marks and semicolons: it ends where another key follows, else at the last mark before the end.
  private static func end(of value: ArraySlice<UInt8>, after mark: UInt8?) -> Int {
    for place in value.indices where value[place] == semicolon && isKey(value[(place + 1)...]) {
      guard let mark else { return place }
      if place > value.startIndex, value[place - 1] == mark { return place - 1 }
    }
    guard let last = value.lastIndex(where: { $0 > 0x20 && $0 != semicolon }) else {
      return mark == nil ? value.startIndex : value.endIndex
    }
    guard let mark else { return last + 1 }
    return value[last] == mark ? last : value.endIndex
  }

  /// A word and `=`.
  private static func isKey(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = trimmed(text)
    let word = rest.prefix { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    return word.first.map(isLetter) == true && trimmed(rest[word.endIndex...]).first == UInt8(ascii: "=")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte < 0x80 && (0x61...0x7A).contains(byte | 0x20) }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = text.drop { $0 <= 0x20 }
    guard let last = rest.lastIndex(where: { $0 > 0x20 }) else { return rest.prefix(0) }
    return rest[...last]
  }

  /// The readable part of a title that also has words for programs of some networks: `Artist - text="Title"
  /// song_spot="M" …` and `title="Title",artist="Artist",url="…"`.
  private static func spoken(_ title: [UInt8]) -> [UInt8] {
    if title.starts(with: "title=\"".utf8), let song = quoted("title", in: title),
      let artist = quoted("artist", in: title)
    {
      return artist.text.isEmpty ? Array(song.text) : Array(artist.text) + " - ".utf8 + song.text
    }
    guard let text = quoted("text", in: title), place(of: "song_spot=", in: title[text.end...]) != nil else {
      return title
    }
    let artist = trimmed(title[..<text.start])
    let name = artist.last == UInt8(ascii: "-") ? trimmed(artist.dropLast()) : artist
    if name.isEmpty || text.text.isEmpty { return Array(name + text.text) }
    return Array(name) + " - ".utf8 + text.text
  }

  /// The value of `name="…"`: it ends with a mark before a blank, a comma or the end.
  private static func quoted(_ name: String, in title: [UInt8])
    -> (start: Int, text: ArraySlice<UInt8>, end: Int)?
  {
    guard let start = place(of: "\(name)=\"", in: title[...]), start == 0 || title[start - 1] <= 0x2C else {
      return nil
    }
    let value = title[(start + name.utf8.count + 2)...]
    let end = value.indices.first {
      value[$0] == quote && ($0 + 1 == value.endIndex || value[$0 + 1] == 0x20 || value[$0 + 1] == 0x2C)
    }
    return end.map { (start, trimmed(value[..<$0]), $0 + 1) }
  }

  private static func place(of part: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: part.utf8) }
  }
}
