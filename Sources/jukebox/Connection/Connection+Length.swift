extension Connection {
  /// Refuses a time that lies behind the end of a song, where its length is known: it could never be heard.
  /// - Parameter uri: empty for the current song.
  func require(_ seconds: Double, within uri: String) throws(Failure) {
    let song = uri.isEmpty ? try ask("currentsong")["file"] ?? "" : uri
    // A part of a song tells its own length, the listing that of the whole.
    guard !song.isEmpty,
      let length = (try? ask("lsinfo", song)).flatMap({ $0.real("duration") })
    else { return }
    if let message = Self.refusal(of: seconds, inSongOf: length) { throw .refused(message) }
  }

  static func refusal(of seconds: Double, inSongOf length: Double) -> String? {
    guard seconds.isFinite, seconds >= length, length > 0 else { return nil }
    return "The song takes \(Clock.text(length)), so nothing of it is at \(Clock.text(seconds))."
  }
}
