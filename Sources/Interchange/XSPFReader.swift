/// XSPF (http://xspf.org/xspf-v1.html).
final class XSPFReader: XMLHandler {
  private var file = PlaylistFile()
  private var location: Location?
  private var entry = EntryParts()
  /// The names of the elements that are open, of which the outermost few matter.
  private var path: [String] = []
  private var depth = 0
  private var isFull = false

  /// More elements within each other than any playlist has.
  private static let deepest = 16

  static func read(_ bytes: [UInt8]) -> PlaylistFile {
    let first = read(bytes, encoding: nil)
    // The file declares a wrong encoding, or none; every byte is a character in Latin-1.
    guard first.isCut, first.entries.isEmpty, !SourceText.isUTF8(bytes) else { return first }
    let second = read(bytes, encoding: "ISO-8859-1")
    return second.entries.isEmpty ? first : second
  }

  private static func read(_ bytes: [UInt8], encoding: String?) -> PlaylistFile {
    let reader = XSPFReader()
    if !XMLDocument.read(bytes, encoding: encoding, to: reader) { reader.file.isCut = true }
    return reader.file
  }

  func began(_ name: String, _ attributes: [String: String]) {
    depth += 1
    // Without the prefix of a namespace.
    if depth <= Self.deepest { path.append(name.split(separator: ":").last.map(String.init) ?? "") }
    if path == ["playlist", "trackList", "track"], depth == 3 { (location, entry) = (nil, EntryParts()) }
  }

  func ended(_ value: ArraySlice<UInt8>) {
    defer {
      depth -= 1
      if depth < path.count { path.removeLast() }
    }
    guard depth == path.count, !isFull else { return }
    switch path.count {
    case 2 where path[1] == "title": file.title = PlaylistFile.text(value)
    case 3 where path[1] == "trackList" && path[2] == "track": finish()
    case 4 where path[1] == "trackList": take(value, of: path[3])
    case 5 where path[3] == "extension" && path[4] == "option":
      entry.take(option: SourceText.trimmed(value))
    default: return
    }
  }

  private func take(_ value: ArraySlice<UInt8>, of name: String) {
    switch name {
    case "location": if location == nil { location = Location(value, isURI: true) }
    case "title": entry.title = PlaylistFile.text(value)
    case "creator": entry.artist = PlaylistFile.text(value)
    case "album": entry.album = PlaylistFile.text(value)
    case "duration":
      if let milliseconds = SourceText.number(SourceText.trimmed(value)),
        (1...31_622_400_000).contains(milliseconds)
      {
        entry.duration = .milliseconds(milliseconds)
      }
    default: return
    }
  }

  private func finish() {
    guard let found = location.map({ entry.entry(at: $0) }) ?? entry.entryUntold() else {
      file.isCut = true
      return
    }
    isFull = !file.append(found)
  }
}
