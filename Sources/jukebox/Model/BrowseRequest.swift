/// What is to be looked through.
struct BrowseRequest {
  /// As the protocol calls it.
  var kind: String
  var artist: String?
  var albumArtist: String?
  var album: String?
  var genre: String?
  var year: String?
  var folder: String?
  var group: String?
  var window = 0..<500

  /// The command of the protocol.
  var words: [String] {
    var words = ["browse", kind]
    if kind == "folders" {
      words.append(folder ?? "")
    } else {
      if let filter { words.append(filter) }
    }
    if let group { words += ["group", group] }
    return words + ["window", "\(window.lowerBound):\(window.upperBound)"]
  }

  /// Of which songs; nil: of all.
  var filter: String? {
    let tests = [
      ("Artist eq_ci", artist), ("AlbumArtist eq_ci", albumArtist), ("Album eq_ci", album),
      ("Genre eq_ci", genre),
      ("Date contains", year), ("base", folder),
    ].compactMap { test, value in value.map { "(\(test) \(Self.quoted($0)))" } }
    return tests.count > 1 ? "(\(tests.joined(separator: " AND ")))" : tests.first
  }

  /// A text of a filter.
  static func quoted(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return "\"\(escaped)\""
  }
}
