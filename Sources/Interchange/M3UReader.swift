/// M3U and M3U8: a path on each line. What `#EXTINF` and the like say is of the path that comes next.
enum M3UReader {
  static func read(_ text: [UInt8]) -> PlaylistFile {
    var file = PlaylistFile()
    var next = Remarks()
    for line in TextLines(text[...]) {
      let line = SourceText.trimmed(line)
      if line.isEmpty { continue }
      if line.first == UInt8(ascii: "#") {
        if let title = SourceText.rest(of: line, behind: "#PLAYLIST:") {
          file.title = PlaylistFile.text(title) ?? file.title
        } else {
          next.take(line)
        }
        continue
      }
      defer { next = Remarks() }
      guard let location = Location(line) else {
        file.isCut = true
        continue
      }
      let entry = ListedEntry(
        location: location, title: next.title, artist: next.artist, album: next.album,
        duration: next.duration, start: next.start, end: next.end)
      if !file.append(entry) { break }
    }
    return file
  }

  private struct Remarks {
    var title: String?
    var artist: String?
    var album: String?
    var duration: Duration?
    var start: Duration?
    var end: Duration?

    mutating func take(_ line: ArraySlice<UInt8>) {
      if let rest = SourceText.rest(of: line, behind: "#EXTINF:") {
        takeInformation(rest)
      } else if let rest = SourceText.rest(of: line, behind: "#EXTART:") {
        artist = PlaylistFile.text(rest)
      } else if let rest = SourceText.rest(of: line, behind: "#EXTALB:") {
        album = PlaylistFile.text(rest)
      } else if let rest = SourceText.rest(of: line, behind: "#EXTVLCOPT:") {
        if let time = SourceText.rest(of: rest, behind: "start-time=") { start = SourceText.seconds(time) }
        if let time = SourceText.rest(of: rest, behind: "stop-time=") { end = SourceText.seconds(time) }
      }
    }

    /// `123,Artist - Title`; some put attributes between the number and the comma, in which quotes may hold commas.
    private mutating func takeInformation(_ text: ArraySlice<UInt8>) {
      var isQuoted = false
      let comma = text.firstIndex { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return byte == UInt8(ascii: ",") && !isQuoted
      }
      guard let comma else { return }
      let number = SourceText.trimmed(text[..<comma]).prefix { $0 > 0x20 }
      // 0 and -1 are for what is not known.
      duration = SourceText.seconds(number).flatMap { $0 > .zero ? $0 : nil }
      guard let words = PlaylistFile.text(text[(comma + 1)...]) else { return }
      let parts = words.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 1)
      if parts.count == 2, parts[0].last == 0x20, parts[1].first == 0x20 {
        artist = PlaylistFile.text(Array(parts[0])[...])
        title = PlaylistFile.text(Array(parts[1])[...])
      } else {
        title = words
      }
    }
  }
}
