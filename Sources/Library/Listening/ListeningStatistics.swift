/// What is known of how a track was listened to.
public struct ListeningStatistics: Hashable, Sendable {
  /// How often half of it, or four minutes, were heard.
  public var plays: Int64 = 0
  /// How often it was left by hand before that.
  public var skips: Int64 = 0
  /// How often somebody jumped to its end.
  public var seeksToEnd: Int64 = 0
  /// How often it was begun and has ended, in whichever way.
  public var playings: Int64 = 0
  /// What was heard in these, where its length was known then.
  public var listened = Duration.zero
  /// What could have been heard in them.
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
