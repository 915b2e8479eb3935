extension Connection {
  /// Plays the queue.
  /// - Parameter position: where it is to begin, from 0; nil to go on.
  /// - Throws: where nothing would sound, since that song is not here, or the queue is empty.
  func play(from position: Int? = nil) throws(Failure) {
    if let position {
      let song = Song(try ask("playlistinfo", String(position)))
      // The jukebox would play the next one that is here, or wait for the stick.
      if let song, song.isAbsent == true {
        throw .refused(
          "\(song.uri) is not here: its stick is away, or its file is gone. `jukebox queue` shows what is here."
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
    let song = try ask("currentsong")["file"] ?? "The song"
    guard error == "The volume is not there" else { throw .refused("\(song) does not play: \(error).") }
    throw .refused(
      "\(song) is not here, nor is another song of the queue that could play instead. It begins by itself once its stick is back."
    )
  }
}
