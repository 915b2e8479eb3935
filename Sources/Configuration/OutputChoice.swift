/// The destination of the sound.
public enum OutputChoice: Hashable, Sendable, CustomStringConvertible {
  /// A sound card.
  case alsa
  /// Nowhere, in real time.
  case null
  /// A WAV file, as fast as it can be written.
  case file(String)

  /// Reads `alsa`, `null` or `file:PATH`.
  public init?(_ text: String) {
    switch text {
    case "alsa": self = .alsa
    case "null": self = .null
    default:
      guard text.hasPrefix("file:"), text.utf8.count > 5 else { return nil }
      self = .file(String(text.dropFirst(5)))
    }
  }

  public var description: String {
    switch self {
    case .alsa: "alsa"
    case .null: "null"
    case .file(let path): "file:\(path)"
    }
  }
}
