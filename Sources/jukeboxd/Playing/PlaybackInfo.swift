import Library
import Model

/// A song's loudness, and the data for its transitions to others.
struct PlaybackInfo: Hashable, Sendable {
  var loudness = Loudness()
  /// Start of the outro, and the intro, from the start of the track.
  var outro: Duration?
  var intro: Range<Duration>?
  /// How long after its beginning, and before its end, it reaches which level (MixRamp's tags).
  var rampUp: MixRamp?
  var rampDown: MixRamp?
  private var album: String?
  private var albumArtists: [String] = []
  private var disc: Int?
  private var number: Int?

  init() {}

  /// - Parameter usesMeasured: whether a song whose tags say no ReplayGain gets what was measured.
  init(_ track: Track, _ cues: [Cue], usesMeasured: Bool) {
    let details = track.details
    loudness = usesMeasured ? track.loudness : details.loudness
    outro = cues.last { $0.kind.word == "outro" }?.start
    intro = cues.first { $0.kind.word == "intro" }.map { $0.start..<max($0.start, $0.end ?? $0.start) }
    rampUp = details.mixRampStart.flatMap(MixRamp.init)
    rampDown = details.mixRampEnd.flatMap(MixRamp.init)
    album = details.album
    albumArtists = details.albumArtists
    disc = details.disc
    number = details.track
  }

  /// Whether it is the song after `other` on the same album.
  func follows(_ other: PlaybackInfo) -> Bool {
    guard let album, album == other.album, albumArtists == other.albumArtists, let number,
      let before = other.number
    else { return false }
    let (disc, discBefore) = (disc ?? 1, other.disc ?? 1)
    return disc == discBefore ? number == before + 1 : disc == discBefore + 1 && number == 1
  }
}

/// Levels of a song with the times at which they are reached, as MixRamp's tags have them: `-20 0.5;-17 0.8;`.
struct MixRamp: Hashable, Sendable {
  private struct Point: Hashable {
    let decibels: Double
    let seconds: Double
  }

  private let points: [Point]

  /// nil for what is no such list.
  init?(_ text: String) {
    var points: [Point] = []
    for pair in text.split(separator: ";") {
      let numbers = pair.split(separator: " ").map { Double($0) }
      guard numbers.count == 2, let decibels = numbers[0], let seconds = numbers[1], decibels.isFinite,
        (0...3600).contains(seconds)
      else { return nil }
      points.append(Point(decibels: decibels, seconds: seconds))
    }
    guard !points.isEmpty else { return nil }
    self.points = points
  }

  /// When the level is reached, in seconds; nil if never. Interpolated between two levels.
  func seconds(at decibels: Double) -> Double? {
    var last: Point?
    for point in points {
      if point.decibels == decibels { return point.seconds }
      if point.decibels < decibels {
        last = point
        continue
      }
      guard let last else { return point.seconds }
      let part = (decibels - last.decibels) / (point.decibels - last.decibels)
      return last.seconds + part * (point.seconds - last.seconds)
    }
    return nil
  }
}
