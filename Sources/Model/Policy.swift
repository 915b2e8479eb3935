/// The owner's permanent settings.
public struct Policy: Hashable, Sendable {
  public var autoplay: Autoplay
  /// Percent at each start; nil: as it was last.
  public var startVolume: Int?
  /// The ceiling in percent, for every source of volume changes.
  public var maximumVolume: Int

  /// Whether songs that follow each other on one album cross over as others do.
  public var crossfadesAlbums = false

  /// The floor in percent, likewise; what the ceiling doesn't reach counts for nothing.
  public var minimumVolume = 0
  /// The ceiling at night; nil: as by day.
  public var nightVolume: Int?
  /// The rules for guests.
  public var party = PartyRules()
  /// Default settings of the sound.
  public var shape = SoundShape()

  public init(autoplay: Autoplay = .resume, startVolume: Int? = nil, maximumVolume: Int = 100) {
    self.autoplay = autoplay
    self.startVolume = startVolume
    self.maximumVolume = min(max(maximumVolume, 0), 100)
  }

  /// Percent where neither a start volume is set nor a last one known.
  public static let firstVolume = 50
  /// The ceiling in percent of quiet hours where no other one is set.
  public static let softVolume = 30
}

/// Music to play when the jukebox is switched on.
public enum Autoplay: String, Hashable, Sendable, CaseIterable {
  /// Queue, entry, position and modes as they were; where there is no queue, as `all`.
  case resume
  /// Everything that the volumes hold, in natural order.
  case all
  /// Everything, at random.
  case shuffle
  /// Nothing; the queue is there as it was.
  case off
}
