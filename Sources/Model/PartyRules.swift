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

  /// Whether a guest may be called so: something of the name is seen, and nothing changes how the text around it is shown.
  public static func isName(_ text: String) -> Bool {
    text.utf8.count <= nameBytes && text.unicodeScalars.contains(where: isSeen)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // Emoji and Persian words have joiners.
        case .format: (0x200C...0x200D).contains(scalar.value)
        default: true
        }
      }
  }

  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark,
      .enclosingMark:
      false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  public init() {}
}

extension Refusal {
  /// A guest changes own songs alone.
  public static let notOwnSong = Refusal.failed(
    .noPermission, "Another guest, or the household, added this song")
}
