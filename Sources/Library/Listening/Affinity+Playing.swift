import Glibc
public import Model

extension Affinity {
  /// A song loved in spring still counts a quarter half a year on, and next to nothing after two years.
  public static let halfLife = Duration.seconds(90 * 86_400)

  /// Value added when half of a song was heard: the least for a whole playing.
  static let played = 0.5
  /// Value of a seek to the end before half was heard: milder than a skip, as the song could finish.
  static let soughtEnd = -0.5

  /// The change of the sum at the end of a playing, as of now.
  ///
  /// - A whole one adds 1, one left after its half the share that was heard, at least a half.
  /// - A skipped one subtracts the share that was not heard: leaving a song after seconds says more than after a
  ///   minute.
  /// - One that ended otherwise (stopped, failed) changes nothing.
  static func end(of report: HeardReport) -> Double {
    if report.isPlayed { return heard(report.share) }
    if report.isSkipped { return skipped(report.share) }
    return report.soughtEnd ? soughtEnd : 0
  }

  static func share(of heard: Duration, in length: Duration?) -> Double? {
    guard let length, length > .zero else { return nil }
    return min(1, heard / length)
  }

  /// Returns the value of what was heard after the half, in a playing that counted as played.
  /// - Parameter share: of the track, 0 to 1; nil where its length is unknown.
  static func heard(_ share: Double?) -> Double { max(0, (share ?? 1) - played) }

  /// Returns the value of a skipped playing by the share that was heard, -1 to 0.
  static func skipped(_ share: Double?) -> Double { (share ?? 0) - 1 }

  /// Returns the share that is left of a value from the clock's start, after its decay.
  /// - Parameter clock: the volume's listening clock, in seconds.
  static func decay(at clock: Int64) -> Double {
    exp2(-Double(min(max(clock, 0), latestClock)) / Double(halfLife.components.seconds))
  }

  /// Up to here, two hundred years, sums stay finite.
  static let latestClock: Int64 = 200 * 365 * 86_400
}

extension HeardReport {
  /// Share that was heard, 0 to 1; nil if the length is unknown.
  var share: Double? {
    Affinity.share(of: heard, in: length)
  }
}
