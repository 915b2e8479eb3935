/// A song as the jukebox sends it.
package struct Song: Encodable, Equatable {
  package var uri: String
  /// Name of a station: the one that people gave, else its server's. As JSON `name`.
  package var station: String?
  /// The server's name of a station that has another name from people.
  package var serverName: String?
  package var title: String?
  package var artist: String?
  package var album: String?
  package var albumArtist: String?
  package var track: String?
  package var disc: String?
  package var date: String?
  package var genre: String?
  /// Seconds.
  package var duration: Double?
  /// True if the duration is estimated from the file's size; else not sent.
  package var durationIsEstimated: Bool?
  /// From 0.
  package var position: Int?
  package var id: Int?
  package var priority: Int?
  /// Name of the guest who asked for it.
  package var guest: String?
  /// True if its volume or its file is missing; else not sent.
  package var isAbsent: Bool?

  private enum CodingKeys: String, CodingKey {
    case uri
    case station = "name"
    case serverName, title, artist, album, albumArtist, track, disc, date, genre, duration,
      durationIsEstimated
    case position, id, priority, guest, isAbsent
  }

  package init?(_ answer: Answer) {
    guard let uri = answer["file"] else { return nil }
    self.uri = uri
    if Self.isInNetwork(uri) { station = answer["Name"] }
    serverName = answer["serverName"]
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
    guest = answer["guest"]
    isAbsent = answer["absent"] == "1" ? true : nil
  }

  /// Whether a URI says so: no path has two slashes side by side.
  package static func isInNetwork(_ uri: String) -> Bool {
    uri.firstIndex(of: ":").map { uri[$0...].hasPrefix("://") } ?? false
  }

  /// `Artist – Title`, or the file's name without a title; of a station its name before that, or its URL where it has none.
  package var name: String {
    guard let station else { return song }
    return title == nil ? station : "\(station): \(song)"
  }

  private var song: String {
    let file = Self.isInNetwork(uri) ? uri : String(uri.split(separator: "/").last ?? Substring(uri))
    let title = title ?? file
    guard let artist = artist ?? albumArtist else { return title }
    return "\(artist) – \(title)"
  }
}
