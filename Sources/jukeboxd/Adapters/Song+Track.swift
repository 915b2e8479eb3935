import Control
import Library
import Model

extension Song {
  /// Converts a track of the library. Tags stand in the order in which MPD lists them.
  /// - Parameter withSound: with tempo, key and loudness.
  init(_ track: Track, uri: String, withSound: Bool = true) {
    let details = track.details
    var tags: [TagValue] = []
    for artist in details.artists { tags.append(TagValue(.artist, artist)) }
    if let album = details.album { tags.append(TagValue(.album, album)) }
    for artist in details.albumArtists { tags.append(TagValue(.albumArtist, artist)) }
    if let title = details.title { tags.append(TagValue(.title, title)) }
    if let number = details.track { tags.append(TagValue(.track, TrackNumber.text(of: number))) }
    for genre in details.genres { tags.append(TagValue(.genre, genre)) }
    if let date = details.date { tags.append(TagValue(.date, date)) }
    if let disc = details.disc { tags.append(TagValue(.disc, "\(disc)")) }
    if !details.more.isEmpty {
      for value in details.more {
        if let tag = Tag(value.tag) { tags.append(TagValue(tag, value.text)) }
      }
      tags = Tag.inOrder(tags)
    }
    self.init(
      uri: uri, tags: tags, duration: details.duration, durationIsEstimated: details.durationIsEstimated,
      format: AudioFormat(
        rate: details.rate, sample: details.bits.map { .bits($0) } ?? .float, channels: details.channels),
      modified: track.modified.components.seconds, added: track.added?.components.seconds,
      tempo: withSound ? track.tempo : nil, key: withSound ? track.key : nil)
    guard withSound else { return }
    musicalKey = track.settledKey ?? key.flatMap { MusicalKey($0) }
    loudness = track.measuredLoudness
  }

  /// A few of its fields.
  init(_ track: PickedTrack) {
    self.init(
      uri: EscapedName.text(for: track.name), tags: Tag.values(track.values),
      modified: track.modified.components.seconds, added: track.added?.components.seconds)
  }
}

extension Track {
  /// Above any sound's. A stick's database may claim any size of a file that takes no time.
  private static let highestBitrate = 1_000_000.0

  /// The average over the whole file in kbit/s; 0 where its length is unknown.
  var bitrate: Int {
    guard let duration = details.duration, duration > .zero else { return 0 }
    let (seconds, attoseconds) = duration.components
    let average = Double(sizeBytes) * 8 / (Double(seconds) + Double(attoseconds) * 1e-18) / 1000
    return Int(min(average, Self.highestBitrate))
  }
}
