/// The listening statistics of a track.
public struct ListeningStatistics: Hashable, Sendable {
  /// How often half of it, or four minutes, were heard.
  public var plays: Int64 = 0
  /// How often it was left by hand before that.
  public var skips: Int64 = 0
  /// Number of jumps to its end.
  public var seeksToEnd: Int64 = 0
  /// How often it was begun and has ended, in whichever way.
  public var playings: Int64 = 0
  /// Time heard in these playings, where the track's length was known.
  public var listened = Duration.zero
  /// Time that could have been heard in them.
  public var offered = Duration.zero
  /// In seconds since 1970, where the clock was known then.
  public var lastPlayed: Int64?
  public var lastSkipped: Int64?
  /// The sum of what its playings say (`Affinity`), as it is worth now.
  public var sum = 0.0
  public var parts = AffinityParts()
  /// From 1, by its score among the tracks of its volume; nil where the score is 0.
  public var rank: Int64?
  /// How many tracks of its volume have a score above 0.
  public var ranked: Int64 = 0
  public var isDisliked = false

  public init() {}

  /// 0 to 1; nil where nothing was heard.
  public var ratio: Double? { offered > .zero ? min(1, listened / offered) : nil }
  public var score: Double { Affinity.score(ofSum: sum) }
  /// Whether it is one of "Lovely songs", as long as these are not too many.
  public var isLovely: Bool {
    sum >= Affinity.lovelySum && plays >= Affinity.lovelyPlays && !isDisliked
  }
}

/// Parts of a track's sum (`Affinity`). Fading shows in `rest` alone.
public struct AffinityParts: Hashable, Sendable {
  /// From halves that were heard.
  public var plays = 0.0
  /// From the parts heard after the half.
  public var heard = 0.0
  public var skips = 0.0
  /// From jumps to the end.
  public var seeksToEnd = 0.0
  /// The difference from the sum: fading, and playings that are no longer stored.
  public var rest = 0.0

  public init() {}
}

/// How much people like a track, judged by what they play: a sum over its playings, each of which counts half as much
/// every 90 days.
/// The stored sum is as of the beginning of the volume's listening clock, so that time changes no row and no order:
/// values that decay at one rate never change their rank.
public enum Affinity {
  /// A sum of this is a score of 50.
  public static let middle = 2.0

  /// 0 to 100, from the present sum. It grows with each playing, but ever less, so that a song heard daily stays within
  /// reach of others. A song that is mostly skipped has 0.
  public static func score(ofSum sum: Double) -> Double {
    sum <= 0 || !sum.isFinite ? 0 : 100 * sum / (sum + middle)
  }

  /// The score for "Lovely songs": 50, which takes three whole playings within some weeks.
  public static let lovelySum = middle
  /// One playing that was liked is no love yet.
  public static let lovelyPlays: Int64 = 3
  public static let mostLovely = 100
}

/// Tracks in an order that comes from how they were listened to, from what people say of them, or from when they came.
public enum ListeningList: String, Hashable, Sendable, CaseIterable {
  /// The last played one first.
  case recentlyPlayed
  case mostPlayed
  /// In natural order.
  case neverPlayed
  /// Liked and not played for long: the longest first.
  case forgotten
  /// By their score, the best first.
  case ranking
  /// The best of these (`Affinity`).
  case lovely
  /// In natural order.
  case favourites
  /// The best rating first; equal ones in natural order.
  case rated
  /// The last added one first; within one second, in the order of arrival.
  case recentlyAdded
}
