extension Connection {
  /// Refuses a time that lies behind the end of a song, where its length is known exactly: it could never be heard.
  /// - Parameter uri: empty for the current song.
  func require(_ seconds: Double, within uri: String) throws(Failure) {
    guard let (song, length) = try length(of: uri) else { return }
    if let message = Self.refusal(of: seconds, inSongOf: length), try !isReckoned(song) {
      throw .refused(message)
    }
  }

  /// The same for the end of a part.
  /// - Parameter remedy: what else may have been meant.
  func require(end seconds: Double, within uri: String, remedy: String = "") throws(Failure) {
    guard let (song, length) = try length(of: uri) else { return }
    if let message = Self.refusal(ofEnd: seconds, inSongOf: length), try !isReckoned(song) {
      throw .refused(message + remedy)
    }
  }

  /// Of the whole song, in seconds; nil where nobody knows it.
  private func length(of uri: String) throws(Failure) -> (song: String, seconds: Double)? {
    let song = uri.isEmpty ? try ask("currentsong")["file"] ?? "" : uri
    // A part of a song tells its own length, the listing that of the whole.
    guard !song.isEmpty, let length = (try? ask("lsinfo", song))?.real("duration") else { return nil }
    return (song, length)
  }

  /// Whether a song's length was reckoned from its file's size, so that it may be longer than that. MPD's own commands
  /// don't tell it.
  func isReckoned(_ uri: String) throws(Failure) -> Bool {
    let filter = "(file == \(BrowseRequest.quoted(uri)))"
    return (try? ask("browse", "songs", filter, "window", "0:1"))?["durationEstimated"] == "1"
  }

  static func refusal(of seconds: Double, inSongOf length: Double) -> String? {
    guard seconds.isFinite, seconds >= length, length > 0 else { return nil }
    return "The song takes \(Clock.text(length)), so nothing of it is at \(Clock.text(seconds))."
  }

  static func refusal(ofEnd seconds: Double, inSongOf length: Double) -> String? {
    // Lengths are shown in whole seconds: who copies one means the song's end.
    guard seconds.isFinite, seconds > length.rounded(.up), length > 0 else { return nil }
    return "The song takes \(Clock.text(length)), so no part of it ends at \(Clock.text(seconds))."
  }
}
