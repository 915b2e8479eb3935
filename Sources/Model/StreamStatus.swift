/// How a stream is doing.
public struct StreamStatus: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    case connecting
    /// Connected; sound begins once enough of it is there.
    case buffering
    case playing
    /// The connection was lost or refused: it is tried again after a pause.
    case waiting
    /// Paused for so long that the connection was given up; it is made again when the stream is to sound.
    case released
  }

  public var state = State.connecting
  /// Why the last connection failed or ended; nil once sound came.
  public var trouble: String?
  /// How long until the next try.
  public var retry: Duration?

  public init() {}
}
