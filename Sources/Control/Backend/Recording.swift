public import Model

/// Recording from a microphone. Loop thread only.
public protocol Recording: AnyObject {
  var status: RecordingStatus { get }
  func start(_ name: String?, seconds: Int) throws(Refusal)
  func stop() throws(Refusal)
  func play() throws(Refusal)
  func discard() throws(Refusal)

  /// - Parameters:
  ///   - folder: a pad folder; empty for none.
  ///   - completion: gets the new file's URI once it would survive a power cut.
  func keep(_ name: String, folder: String, completion: @escaping (Result<String, Refusal>) -> Void)
}

/// What is being recorded, or was and lies apart.
public struct RecordingStatus: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    case recording, take, none
  }

  public var state = State.none
  public var name: String?
  public var elapsed = Duration.zero
  public var limit = Duration.zero
  /// Of the last tenth of a second, in dBFS.
  public var peak: Double?
  public var rms: Double?
  /// What went otherwise than it should have.
  public var message: String?

  public init() {}

  /// How long a recording is where nobody says, and at most, in seconds.
  public static let usualSeconds = 30
  public static let mostSeconds = 600
}
