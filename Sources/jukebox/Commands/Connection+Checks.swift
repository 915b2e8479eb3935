import Client

extension Connection {
  /// The answer to a command; nil where the jukebox refuses it, as for a folder of an unplugged stick.
  func answerUnlessRefused(_ words: String...) throws(Failure) -> Answer? {
    do throws(Failure) {
      return try asked(words)
    } catch {
      guard error.kind == .refused else { throw error }
      return nil
    }
  }

  /// A path as the jukebox calls it, of this machine or of the library.
  func uri(of path: String) -> String {
    AddCommand.uri(path, musicDirectory: try? ask("config")["music_directory"])
  }

  /// Refuses a time after the end of a song whose length is known exactly: it could never be heard.
  /// - Parameter uri: empty for the current song.
  func require(_ seconds: Double, within uri: String) throws(Failure) {
    try require(within: uri) { Self.refusal(of: seconds, inSongOf: $0) }
  }

  /// The same for the end of a part.
  /// - Parameter remedy: what else may have been meant.
  func require(end seconds: Double, within uri: String, remedy: String = "") throws(Failure) {
    try require(within: uri) { Self.refusal(ofEnd: seconds, inSongOf: $0).map { $0 + remedy } }
  }

  /// - Parameter refusal: by the length of the whole song, in seconds; nil: it may be.
  private func require(within uri: String, _ refusal: (Double) -> String?) throws(Failure) {
    let song = uri.isEmpty ? try ask("currentsong")["file"] ?? "" : uri
    // A part of a song has its own length, the listing that of the whole.
    guard !song.isEmpty, let length = (try? ask("lsinfo", song))?.real("duration") else { return }
    if let message = refusal(length), try !isReckoned(song) { throw .refused(message) }
  }

  /// Whether a song's length was estimated from its file's size, so that it may be longer. MPD's own commands don't
  /// show it.
  func isReckoned(_ uri: String) throws(Failure) -> Bool {
    let filter = "(file == \(BrowseRequest.quoted(uri)))"
    return (try? ask("browse", "songs", filter, "window", "0:1"))?["durationEstimated"] == "1"
  }

  static func refusal(of seconds: Double, inSongOf length: Double) -> String? {
    guard seconds.isFinite, seconds >= length, length > 0 else { return nil }
    return "The song is \(Clock.text(length)) long: there is no position \(Clock.text(seconds))."
  }

  static func refusal(ofEnd seconds: Double, inSongOf length: Double) -> String? {
    // Lengths are shown in whole seconds: who copies one means the song's end.
    guard seconds.isFinite, seconds > length.rounded(.up), length > 0 else { return nil }
    return "The song is \(Clock.text(length)) long: a part cannot end at \(Clock.text(seconds))."
  }

  /// Plays the queue.
  /// - Parameter position: where to begin, from 0; nil to resume.
  /// - Throws: if that song is not available, or the queue is empty.
  func play(from position: Int? = nil) throws(Failure) {
    if let position {
      let song = Song(try ask("playlistinfo", String(position)))
      // The jukebox would play the next one that is here, or wait for the stick.
      if let song, song.isAbsent == true {
        throw .refused(
          "\(song.uri) is not available: its stick is not plugged in, or the file was deleted. `jukebox queue` shows which songs are available."
        )
      }
      try ask("play", String(position))
    } else {
      guard try ask("status").integer("playlistlength") != 0 else { throw .refused(QueueText.empty) }
      try ask("play")
    }
    try requirePlaying()
  }

  /// Fails where the jukebox has found nothing that it could play.
  func requirePlaying() throws(Failure) {
    let status = try ask("status")
    guard status["state"] == "stop", let error = status["error"] else { return }
    let song = Song(try ask("currentsong"))
    let name = song?.uri ?? "The song"
    guard song?.isAbsent == true else { throw .refused("\(name) does not play: \(error).") }
    throw .refused(
      "\(name) is not available, and no other song of the queue is. Playback starts when its stick is plugged in again."
    )
  }

  /// Sets a mode of the queue, such as `random`, where a value is given.
  /// - Returns: what it is then.
  func mode<Value: ModeValue>(_ name: String, _ value: Value?) throws(Failure) -> Value {
    if let value { try ask(name, value.word) }
    return Value(word: try ask("status")[name])
  }
}

extension Cue {
  /// Refuses numbers that a song has no cues of, before anything is done with the others.
  /// - Parameter uri: empty for the current song.
  static func require(_ numbers: [Int], of uri: String, _ connection: Connection) throws(Failure) {
    let known = Set(all(try connection.ask("cues", uri)).map(\.number))
    guard let missing = numbers.first(where: { !known.contains($0) }) else { return }
    throw .refused(RefusalText.noCue("\(missing)"))
  }
}
