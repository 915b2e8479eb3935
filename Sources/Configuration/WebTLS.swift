/// How the page is encrypted.
public enum WebTLS: Hashable, Sendable, CustomStringConvertible {
  case off
  /// By a certificate of an authority that the box makes for itself.
  case own
  /// By the certificate and the key in a PEM file.
  case file(String)

  /// - Returns: nil for any other word than `off` and `own` that is no absolute path.
  init?(_ text: String) {
    switch text {
    case "off": self = .off
    case "own": self = .own
    default:
      guard SettingText.isAbsolute(text) else { return nil }
      self = .file(text)
    }
  }

  public var description: String {
    switch self {
    case .off: "off"
    case .own: "own"
    case .file(let path): path
    }
  }
}
