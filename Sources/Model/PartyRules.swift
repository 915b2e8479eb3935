/// The rules for songs that guests ask for.
public struct PartyRules: Hashable, Sendable {
  /// Limit of the songs of one guest that wait.
  public var songsEach = 3
  /// How many minutes after its beginning a song may be asked for again; 0: at once.
  public var againAfterMinutes = 60
  /// How many guests skip a song by their votes; 0: none.
  public var skipVotes = 3

  public static let songLimits = 1...50
  public static let minuteLimits = 0...1440
  public static let voteLimits = 0...50
  /// Limit of a guest's name, in bytes.
  public static let nameBytes = 64

  /// Whether a guest may be called so: not only blanks, and no control characters.
  public static func isName(_ text: String) -> Bool {
    text.utf8.count <= nameBytes && !text.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  public init() {}
}
