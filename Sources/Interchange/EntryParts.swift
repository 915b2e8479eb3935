/// The values of a playlist file's entry that were read so far, except its location.
struct EntryParts {
  var title: String?
  var artist: String?
  var album: String?
  var duration: Duration?
  var start: Duration?
  var end: Duration?

  /// Takes VLC's words for parts of a file: `start-time=12.5`, `stop-time=20`.
  mutating func take(option: ArraySlice<UInt8>) {
    if let time = SourceText.rest(of: option, behind: "start-time=") { start = SourceText.seconds(time) }
    if let time = SourceText.rest(of: option, behind: "stop-time=") { end = SourceText.seconds(time) }
  }

  /// For a file that says nothing of where it is; nil where it has no title either.
  func entryUntold() -> ListedEntry? {
    guard let title, let location = Location(untold: artist.map { "\($0) - \(title)" } ?? title) else {
      return nil
    }
    return entry(at: location)
  }

  func entry(at location: Location) -> ListedEntry {
    ListedEntry(
      location: location, title: title, artist: artist, album: album, duration: duration, start: start,
      end: end)
  }
}
