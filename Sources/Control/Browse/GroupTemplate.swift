import Model

/// How songs are put under headings: `{AlbumArtist} – {Album} ({Date})`.
struct GroupTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case tag(Tag)
    /// The song's folder.
    case folder
    /// Rate, bits and channels.
    case format
    /// Beats per minute, a whole number.
    case tempo
    case key
  }

  private static let longest = 1000
  /// Limit of a heading, in characters; the rest is cut off.
  private static let longestHeading = 256
  private let parts: [Part]

  init(_ text: String) throws(CommandError) {
    guard text.utf8.count <= Self.longest else { throw .argument("The template is too long") }
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw .argument("'}' expected in the template")
      }
      let name = String(rest[rest.index(after: open)..<close])
      switch name.lowercased() {
      case "folder": parts.append(.folder)
      case "format": parts.append(.format)
      case "bpm": parts.append(.tempo)
      case "key": parts.append(.key)
      default:
        guard let tag = Tag(named: name) else {
          throw .argument("{\(name)} is unknown: expected a tag's name, Folder, Format, BPM or Key")
        }
        parts.append(.tag(tag))
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The heading of a song.
  func text(for song: Song) -> String {
    var text = ""
    for part in parts where text.utf8.count < Self.longestHeading * 4 { text += self.text(part, song) }
    return String(text.prefix(Self.longestHeading))
  }

  private func text(_ part: Part, _ song: Song) -> String {
    switch part {
    case .text(let text): text
    case .tag(let tag): song.valuesOrStandIns(of: tag).joined(separator: ", ")
    case .folder:
      song.uri.utf8.lastIndex(of: UInt8(ascii: "/")).map {
        String(decoding: song.uri.utf8[..<$0], as: UTF8.self)
      } ?? ""
    case .format: song.format?.description ?? ""
    case .tempo: song.tempo.map { "\(Int($0.rounded()))" } ?? ""
    case .key: song.key ?? ""
    }
  }
}
