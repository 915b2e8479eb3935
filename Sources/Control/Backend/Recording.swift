public import Model

/// Recording from a microphone. Loop thread only; completions are called on the loop, once, when it is done or with why it
/// was not.
public protocol Recording: AnyObject {
  var status: RecordingStatus { get }

  /// - Parameters:
  ///   - name: nil for one by the time.
  ///   - completion: called once sound comes from the microphone.
  func start(_ name: String?, seconds: Int, completion: @escaping (Refusal?) -> Void)

  /// - Parameter completion: called once the recording is a whole file.
  func stop(completion: @escaping (Refusal?) -> Void)

  /// - Parameter completion: called once the recording sounds.
  func play(completion: @escaping (Refusal?) -> Void)

  /// Stops what is being recorded before.
  func discard(completion: @escaping (Refusal?) -> Void)

  /// - Parameters:
  ///   - name: nil for the one of the start.
  ///   - folder: a pad folder; empty for none.
  ///   - completion: gets the new file's URI once it would survive a power cut, and its pad can be pressed.
  func keep(_ name: String?, folder: String, completion: @escaping Completion<String>)
}

/// The recording in progress, or the unsaved take.
public struct RecordingStatus: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    case recording, take, none
  }

  public var state = State.none
  public var name: String?
  public var elapsed = Duration.zero
  public var limit = Duration.zero
  /// Peak and RMS level of the last tenth of a second, in dBFS.
  public var peak: Double?
  public var rms: Double?
  /// Problems of the recording, as text; nil without any.
  public var message: String?
  /// The key of the worst of these problems.
  public var messageKey: ProblemKey?

  public init() {}

  /// How long a recording is where nobody says, and at most, in seconds.
  public static let usualSeconds = 30
  public static let mostSeconds = 600
}
