import Model

/// M3U and M3U8: a path on each line. `#EXTINF` and the like describe the next path.
enum M3UReader {
  static func read(_ text: [UInt8]) -> PlaylistFile {
    var file = PlaylistFile()
    var next = EntryParts()
    for line in TextLines(text[...]) {
      let line = SourceText.trimmed(line)
      if line.isEmpty { continue }
      if line.first == UInt8(ascii: "#") {
        if let title = SourceText.rest(of: line, behind: "#PLAYLIST:") {
          file.title = PlaylistFile.text(title) ?? file.title
        } else {
          take(line, into: &next)
        }
        continue
      }
      defer { next = EntryParts() }
      guard let location = Location(line) else {
        file.leftOut.nameless += 1
        continue
      }
      _ = file.append(next.entry(at: location))
    }
    return file
  }

  private static func take(_ line: ArraySlice<UInt8>, into entry: inout EntryParts) {
    if let rest = SourceText.rest(of: line, behind: "#EXTINF:") {
      takeInformation(rest, into: &entry)
    } else if let rest = SourceText.rest(of: line, behind: "#EXTART:") {
      entry.artist = PlaylistFile.text(rest)
    } else if let rest = SourceText.rest(of: line, behind: "#EXTALB:") {
      entry.album = PlaylistFile.text(rest)
    } else if let rest = SourceText.rest(of: line, behind: "#EXTVLCOPT:") {
      entry.take(option: rest)
    }
  }

  /// `123,Artist - Title`; some put attributes between the number and the comma, in which quotes may hold commas.
  private static func takeInformation(_ text: ArraySlice<UInt8>, into entry: inout EntryParts) {
    var isQuoted = false
    let comma = text.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }
    guard let comma else { return }
    let number = SourceText.trimmed(text[..<comma]).prefix { $0 > 0x20 }
    // 0 and -1 mean unknown.
    entry.duration = SourceText.seconds(number).flatMap { $0 > .zero ? $0 : nil }
    guard let words = PlaylistFile.text(text[(comma + 1)...]) else { return }
    let parts = words.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 1)
    if parts.count == 2, parts[0].last == 0x20, parts[1].first == 0x20 {
      entry.artist = PlaylistFile.text(Array(parts[0])[...])
      entry.title = PlaylistFile.text(Array(parts[1])[...])
    } else {
      entry.title = words
    }
  }
}
