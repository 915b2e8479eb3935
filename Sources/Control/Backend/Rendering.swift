public import Model

/// Mixes that are rendered into files. Loop thread only.
public protocol Rendering: AnyObject {
  /// - Parameter completion: gets the job's number once it is under way.
  func begin(_ request: RenderRequest, completion: @escaping Completion<Int>)
  func status(_ job: Int) throws(Refusal) -> RenderStatus
  func read(_ job: Int, at offset: Int64, limit: Int, completion: @escaping Completion<[UInt8]>)
  func end(_ job: Int)
}

/// Songs to render into a file, its format, and the sound.
public struct RenderRequest: Sendable {
  public enum Container: String, Sendable, CaseIterable { case wav, flac }

  public var entries: [QueueItem] = []
  public var container = Container.flac
  /// 16 or 24.
  public var bits = 16
  /// Whether the equaliser is heard as it is set.
  public var isShaped = false
  /// Gains if not `isShaped`, such as those of a pad.
  public var equaliser = EqualiserGains.flat
  public var speed = 1.0
  /// The only one of the entries that is heard, from 0; nil: all.
  public var stem: Int?

  public init() {}
}

public struct RenderStatus {
  public enum State: String, Sendable { case working, done, failed }

  public var state: State
  /// How far it is, of how much.
  public var done = Duration.zero
  public var total = Duration.zero
  /// Size of the file in bytes, once it is whole.
  public var bytes: Int64?
  public var failure: String?
  /// Each song's URI, and where in the file it begins, once that is known.
  public var songs: [(uri: String, start: Duration?)] = []

  public init(state: State) { self.state = state }
}
