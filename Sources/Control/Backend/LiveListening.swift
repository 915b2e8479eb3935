public import Model

/// Recognises what a microphone hears while it is played. Nothing is stored. Loop thread only.
public protocol LiveListening: AnyObject {
  var status: LiveStatus { get }

  /// Begins to listen for a client, also beside others.
  /// - Parameter completion: called once sound comes from the microphone, or with the reason why not.
  func start(by client: Int, completion: @escaping (Refusal?) -> Void)

  /// Ends it for all clients.
  /// - Parameter completion: called once the microphone is free.
  func stop(completion: @escaping (Refusal?) -> Void)

  /// A client has disconnected. The last one that listens ends it.
  func leave(_ client: Int)
}

/// The state of live listening, and the chord and tone that it recognises.
public struct LiveStatus: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    case off, starting, on
  }

  public var state = State.off
  /// In seconds of sound since the start.
  public var time = 0.0
  /// nil until the first one is recognised; its `chord` is nil if nothing pitched sounds.
  public var chord: Heard?
  public var tone: LiveTone?
  /// Why it ended, if nobody stopped it.
  public var message: String?
  public var messageKey: ProblemKey?

  public struct Heard: Hashable, Sendable {
    public var chord: Chord?
    /// 0 to 1.
    public var confidence: Double
    /// As `time`.
    public var since: Double

    public init(chord: Chord?, confidence: Double, since: Double) {
      (self.chord, self.confidence, self.since) = (chord, confidence, since)
    }
  }

  public init() {}
}
