import Model

extension Call {
  /// The song that an argument names; an empty one stands for the current song.
  /// - Parameter noun: what a stream has not, where it is refused for that.
  func song(_ index: Int, lacking noun: String) throws(CommandError) -> SongChoice {
    let uri = arguments[index]
    if uri.isEmpty { return try currentSong(lacking: noun) }
    try refuseStream(uri, lacking: noun)
    if MusicPath.hasScheme(uri) { throw .noStream }
    guard let path = MusicPath.normalized(uri) else {
      throw Refusal.noSuchSong.commandError(of: uri)
    }
    return .uri(path)
  }

  func currentSong(lacking noun: String) throws(CommandError) -> SongChoice {
    let entries = backend.playback.queue.entries
    guard let place = backend.playback.status.current?.position, entries.indices.contains(place) else {
      throw .noCurrentSong
    }
    let track = entries[place].track
    if let url = track.url { throw .stream(url, lacks: noun) }
    return .track(track)
  }

  /// Refuses a URL that can be played.
  func refuseStream(_ uri: String, lacking noun: String) throws(CommandError) {
    if TrackReference(url: uri) != nil { throw .stream(uri, lacks: noun) }
  }
}
