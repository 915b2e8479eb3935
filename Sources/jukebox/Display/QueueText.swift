import Client

/// The queue as a list.
enum QueueText {
  static let empty =
    "The queue is empty. Fill it with `jukebox add FOLDER`, or `jukebox add /` for everything."

  /// - Parameter current: the number of the song that is current, which is marked.
  static func lines(_ songs: [Song], current: Int?) -> [String] {
    let width = String(songs.count).count
    return songs.enumerated().map { place, song in
      let number = String((song.position ?? place) + 1)
      let mark = song.id != nil && song.id == current ? "▶" : " "
      let padding = String(repeating: " ", count: max(0, width - number.count))
      return "\(mark) \(padding)\(number)  \(song.name)  \(song.timeOrAbsence)"
    }
  }
}
