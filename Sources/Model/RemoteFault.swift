/// Why the server of `[analysis] remote` has no analysis of a sound. The number is the exit status of
/// `jukebox-fetch --analyze`, which writes the reason in words to its output.
public enum RemoteFault: Int32, CaseIterable, Hashable, Sendable {
  /// The connection failed or broke.
  case network = 20
  case timedOut = 21
  /// The server failed, or is too busy (a status of 500 to 599, 408, 425 or 429).
  case serverFailed = 22
  /// Another status, or an answer that cannot be used.
  case refused = 23
  /// The server does not know the format of the sound (415).
  case unsupported = 24
  /// The file is larger than the limit, or than the server takes (413).
  case tooLarge = 25

  /// Whether another try may succeed. A server that took its whole time would take it again.
  public var isTransient: Bool { self == .network || self == .serverFailed }

  public var key: ErrorKey {
    switch self {
    case .network: .remoteUnreachable
    case .timedOut: .remoteTimedOut
    case .serverFailed, .refused: .remoteFailed
    case .unsupported: .remoteUnsupported
    case .tooLarge: .remoteTooLarge
    }
  }
}
