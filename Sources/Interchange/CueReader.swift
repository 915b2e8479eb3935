import Model

/// Cue sheets: parts of files, by their beginnings.
enum CueReader {
  static func read(_ text: [UInt8]) -> PlaylistFile {
    var file = PlaylistFile()
    var location: Location?
    /// Fields before the first FILE line.
    var album: (title: String?, performer: String?, date: String?, genre: String?) = (nil, nil, nil, nil)
    var track: ListedEntry?
    /// Whether the track had its `INDEX 01`.
    var isStarted = false

    func finish() {
      if let done = track, isStarted { _ = file.append(done) }
      track = nil
      isStarted = false
    }

    for line in TextLines(text[...]) {
      var words = Words(line)
      guard let command = words.next() else { continue }
      switch String(decoding: command.map { SourceText.lower($0) }, as: UTF8.self) {
      case "file":
        // A track without `INDEX 01` continues: with a file per track, rippers append its gap (`INDEX 00`) to the file
        // before (EAC's "noncompliant" sheet, and whipper's).
        if isStarted { finish() }
        location = words.next().flatMap { Location($0) }
        if location == nil { file.leftOut.nameless += 1 }
      case "track":
        finish()
        let number = words.next().flatMap { PlaylistFile.text($0[...]) }
        // Data tracks make no sound.
        guard let location,
          words.next().map({ SourceText.rest(of: $0[...], behind: "audio") != nil }) ?? false
        else { continue }
        var entry = ListedEntry(location: location, album: album.title)
        entry.albumArtist = album.performer
        entry.track = number
        entry.mayBeOfAnotherType = true
        entry.date = album.date
        entry.genre = album.genre
        track = entry
      case "title":
        let title = words.rest().flatMap { PlaylistFile.text($0[...]) }
        if track != nil { track?.title = title } else if location == nil { album.title = title }
      case "performer":
        let name = words.rest().flatMap { PlaylistFile.text($0[...]) }
        if track != nil { track?.artist = name } else if location == nil { album.performer = name }
      case "rem":
        let key = words.next().map { String(decoding: $0.map { SourceText.lower($0) }, as: UTF8.self) }
        guard let value = words.rest().flatMap({ PlaylistFile.text($0[...]) }) else { continue }
        if key == "date" {
          if track != nil { track?.date = value } else if location == nil { album.date = value }
        } else if key == "genre" {
          if track != nil { track?.genre = value } else if location == nil { album.genre = value }
        }
      case "index":
        guard let number = words.next().flatMap({ SourceText.number($0[...]) }),
          let time = words.next().flatMap({ Self.time($0[...]) }), track != nil, number == 1, !isStarted
        else { continue }
        isStarted = true
        track?.start = time
        if let location { track?.location = location }
        // The entry before it in the same file ends here.
        if let last = file.entries.indices.last, file.entries[last].location == location,
          file.entries[last].end == nil, let begin = file.entries[last].start, begin < time
        {
          file.entries[last].end = time
          file.entries[last].duration = time - begin
        }
      default: continue
      }
    }
    finish()
    file.title = album.title
    return file
  }

  /// Minutes, seconds and frames, 75 of which are a second.
  private static func time(_ text: ArraySlice<UInt8>) -> Duration? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let minutes = SourceText.number(parts[0]), minutes < 600_000,
      let seconds = SourceText.number(parts[1]), seconds < 60, let frames = SourceText.number(parts[2]),
      frames < 75
    else { return nil }
    return .seconds(minutes * 60 + seconds) + .microseconds(frames * 1_000_000 / 75)
  }

  /// The words of a line; one in quotes may hold blanks.
  private struct Words {
    private var text: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) { text = SourceText.trimmed(line) }

    mutating func next() -> [UInt8]? {
      text = SourceText.trimmed(text)
      guard let first = text.first else { return nil }
      if first == UInt8(ascii: "\"") {
        text.removeFirst()
        let end = text.firstIndex(of: UInt8(ascii: "\"")) ?? text.endIndex
        defer { text = text[min(end + 1, text.endIndex)...] }
        return Array(text[..<end])
      }
      let word = text.prefix { $0 > 0x20 }
      text = text[word.endIndex...]
      return Array(word)
    }

    /// All that is left: in quotes, or as it stands.
    mutating func rest() -> [UInt8]? {
      text = SourceText.trimmed(text)
      return text.first == UInt8(ascii: "\"") ? next() : text.isEmpty ? nil : Array(text)
    }
  }
}
