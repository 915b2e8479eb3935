/// The list to browse.
package struct BrowseRequest {
  /// As the protocol calls it.
  package var kind: String
  package var artist: String?
  package var albumArtist: String?
  package var album: String?
  package var genre: String?
  package var year: String?
  package var bpm: String?
  package var key: String?
  package var folder: String?
  package var group: String?
  package var window: Range<Int>

  package init(
    kind: String, artist: String? = nil, albumArtist: String? = nil, album: String? = nil,
    genre: String? = nil,
    year: String? = nil, bpm: String? = nil, key: String? = nil, folder: String? = nil, group: String? = nil,
    window: Range<Int> = 0..<500
  ) {
    self.kind = kind
    self.artist = artist
    self.albumArtist = albumArtist
    self.album = album
    self.genre = genre
    self.year = year
    self.bpm = bpm
    self.key = key
    self.folder = folder
    self.group = group
    self.window = window
  }

  /// The command of the protocol.
  package var words: [String] {
    var words = ["browse", kind]
    if kind == "folders" {
      words.append(folder ?? "")
    } else {
      if let filter { words.append(filter) }
    }
    if let group { words += ["group", group] }
    return words + ["window", "\(window.lowerBound):\(window.upperBound)"]
  }

  /// The filter of the songs; nil: all songs.
  package var filter: String? {
    let tests = [
      ("Artist eq_ci", artist), ("AlbumArtist eq_ci", albumArtist), ("Album eq_ci", album),
      ("Genre eq_ci", genre),
      ("Date contains", year), ("bpm ==", bpm), ("key ==", key), ("base", folder),
    ].compactMap { test, value in value.map { "(\(test) \(Self.quoted($0)))" } }
    return tests.count > 1 ? "(\(tests.joined(separator: " AND ")))" : tests.first
  }

  /// A text of a filter.
  package static func quoted(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return "\"\(escaped)\""
  }
}
