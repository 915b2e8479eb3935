/// The parts of the jukebox whose changes clients wait for by `idle`.
public struct Subsystems: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let database = Subsystems(rawValue: 1 << 0)
  public static let storedPlaylist = Subsystems(rawValue: 1 << 1)
  public static let playlist = Subsystems(rawValue: 1 << 2)
  public static let player = Subsystems(rawValue: 1 << 3)
  public static let mixer = Subsystems(rawValue: 1 << 4)
  public static let output = Subsystems(rawValue: 1 << 5)
  public static let options = Subsystems(rawValue: 1 << 6)
  public static let partition = Subsystems(rawValue: 1 << 7)
  public static let sticker = Subsystems(rawValue: 1 << 8)
  public static let update = Subsystems(rawValue: 1 << 9)
  public static let subscription = Subsystems(rawValue: 1 << 10)
  public static let message = Subsystems(rawValue: 1 << 11)
  public static let neighbor = Subsystems(rawValue: 1 << 12)
  public static let mount = Subsystems(rawValue: 1 << 13)

  /// The sleep timer was set, or has come.
  public static let sleep = Subsystems(rawValue: 1 << 14)

  /// The soundboard: what it has, and what sounds.
  public static let pad = Subsystems(rawValue: 1 << 15)

  /// Recording: progress and level.
  public static let record = Subsystems(rawValue: 1 << 16)

  /// Analyses of songs: that one is there, and how far they are.
  public static let analysis = Subsystems(rawValue: 1 << 17)

  /// The chord that is heard has changed.
  public static let chord = Subsystems(rawValue: 1 << 18)

  /// Live listening: it began or ended, or the microphone hears another chord.
  public static let listen = Subsystems(rawValue: 1 << 19)

  /// Live listening: the tone that the microphone hears.
  public static let tuner = Subsystems(rawValue: 1 << 20)

  /// Cards: one was placed or taken away, or is bound to something else.
  public static let card = Subsystems(rawValue: 1 << 21)

  /// Alarms: one was changed, rings or ended; or the clock is worth something else.
  public static let alarm = Subsystems(rawValue: 1 << 22)

  /// Quiet hours, budget or lock: one was changed, or another one holds.
  public static let family = Subsystems(rawValue: 1 << 23)

  /// Stickers that the jukebox changed itself while nobody acted: plays that count. Reported as `sticker`.
  public static let notedSticker = Subsystems(rawValue: 1 << 24)

  /// Playlists that the jukebox changed itself while nobody acted: "Lovely songs", episodes that were heard. Reported as
  /// `stored_playlist`.
  public static let notedPlaylist = Subsystems(rawValue: 1 << 25)

  public static let all = Subsystems(rawValue: (1 << 26) - 1)

  /// The subsystems of MPD. The others change too often, or without anybody's doing, for a client that does not name them.
  public static let ofMPD = Subsystems(rawValue: (1 << 14) - 1)

  /// In the order of their bits.
  private static let names = [
    "database", "stored_playlist", "playlist", "player", "mixer", "output", "options", "partition", "sticker",
    "update", "subscription", "message", "neighbor", "mount", "sleep", "pad", "record",
    "analysis", "chord", "listen", "tuner", "card", "alarm", "family",
  ]

  public init?(named name: String) {
    let wanted = name.lowercased()
    guard let place = Self.names.firstIndex(of: wanted) else { return nil }
    self = Self.named(place)
  }

  public var names: [String] {
    Self.names.enumerated().compactMap { isDisjoint(with: Self.named($0)) ? nil : $1 }
  }

  /// The subsystems that share the name at `place` of `names`.
  private static func named(_ place: Int) -> Subsystems {
    switch Subsystems(rawValue: 1 << place) {
    case .sticker: [.sticker, .notedSticker]
    case .storedPlaylist: [.storedPlaylist, .notedPlaylist]
    case let subsystem: subsystem
    }
  }
}
