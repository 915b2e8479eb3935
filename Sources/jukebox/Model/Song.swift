/// A song as the jukebox tells it.
struct Song: Encodable, Equatable {
  var uri: String
  var title: String?
  var artist: String?
  var album: String?
  var albumArtist: String?
  var track: String?
  var disc: String?
  var date: String?
  var genre: String?
  /// Seconds.
  var duration: Double?
  /// True where the duration was reckoned from the file's size; else not told.
  var durationIsEstimated: Bool?
  /// From 0.
  var position: Int?
  var id: Int?
  var priority: Int?
  /// True where its volume or its file is not there; else not told.
  var isAbsent: Bool?

  init?(_ answer: Answer) {
    guard let uri = answer["file"] else { return nil }
    self.uri = uri
    title = answer["Title"]
    artist = answer["Artist"]
    album = answer["Album"]
    albumArtist = answer["AlbumArtist"]
    track = answer["Track"]
    disc = answer["Disc"]
    date = answer["Date"]
    genre = answer["Genre"]
    duration = answer.real("duration") ?? answer.real("Time")
    durationIsEstimated = answer["durationEstimated"] == "1" ? true : nil
    position = answer.integer("Pos")
    id = answer.integer("Id")
    priority = answer.integer("Prio")
    isAbsent = answer["absent"] == "1" ? true : nil
  }

  /// Whether a URI says so: no path has two slashes side by side.
  static func isInNetwork(_ uri: String) -> Bool {
    uri.firstIndex(of: ":").map { uri[$0...].hasPrefix("://") } ?? false
  }

  /// How long it is, or that nothing of it is there.
  var timeOrAbsence: String { isAbsent == true ? "(not here)" : time }

  /// `3:05`, `~3:05` where that was reckoned.
  var time: String { (durationIsEstimated == true ? "~" : "") + Clock.text(duration) }

  /// `Artist – Title`, or the file's name where there is no title; of what is in a network the whole URI.
  var name: String {
    let file = Self.isInNetwork(uri) ? uri : String(uri.split(separator: "/").last ?? Substring(uri))
    let title = title ?? file
    guard let artist = artist ?? albumArtist else { return title }
    return "\(artist) – \(title)"
  }
}
