import Model

extension Call {
  /// The song that an argument names; an empty one stands for the current song.
  func song(_ index: Int) throws(CommandError) -> SongChoice {
    let uri = arguments[index]
    if uri.isEmpty { return try currentSong() }
    if MusicPath.hasScheme(uri) { throw .noStream }
    guard let path = MusicPath.normalized(uri) else {
      throw Refusal.noSuchSong.commandError(of: uri)
    }
    return .uri(path)
  }

  func currentSong() throws(CommandError) -> SongChoice {
    let entries = backend.playback.queue.entries
    guard let place = backend.playback.status.current?.position, entries.indices.contains(place) else {
      throw .noCurrentSong
    }
    return .track(entries[place].track)
  }
}
