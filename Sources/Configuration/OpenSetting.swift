/// A setting that clients may change, as it stands in the files.
public struct OpenSetting: Hashable, Sendable {
  public let section: String
  public let key: String
  public let value: String
  /// The value without a line of the files.
  public let usual: String
  /// The form of a value, in words.
  public let expected: String
  public let effect: SettingEffect
  /// Line of a file that sets it; nil: none does.
  public var place: (file: String, line: Int)? { file.map { ($0, line) } }
  let file: String?
  let line: Int

  /// Keys that a household changes, by their sections. None of them names a file, a program, an address to listen at or a
  /// password. `trust`, `guests` and `writable` say who may do what, which the permission `admin` is for.
  static let keys: [(section: String, keys: [String])] = [
    (
      "player",
      [
        "autoplay", "start-volume", "max-volume", "min-volume", "night-volume", "night", "crossfade-albums",
        "idle-off",
      ]
    ),
    ("family", ["quiet-without-clock", "count"]),
    ("audio", ["latency", "replay-gain-measured", "idle-release"]),
    ("library", ["articles", "writable"]),
    ("control", ["trust"]),
    ("web", ["guests", "language"]),
    ("party", ["songs-each", "again-after", "skip-votes"]),
    ("analysis", ["when"]),
  ]
}

/// Why a setting was not changed.
public enum SettingRefusal: Error, Hashable, Sendable {
  /// There is no such setting, or clients may not change it.
  case unknown
  /// A value that is none; what it would have to be.
  case badValue(expected: String)
  /// A flag of the command line sets it.
  case flag(String)
  /// The configuration can't be read; its mistakes.
  case unreadable(String)
  /// The file can't be written; what the system says.
  case unwritable(String)
}
