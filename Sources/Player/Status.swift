public import Model

/// What the player is doing at one moment.
public struct Status: Hashable, Sendable {
  public var state: TransportState
  public var volume: Int
  public var muted: Bool
  public var modes: Modes
  public var queueVersion: UInt32
  public var queueCount: Int
  /// The current entry and its position; also while stopped, where one is chosen.
  public var current: QueueEntry?
  public var currentPosition: Int?
  /// What follows the current entry by the modes of now.
  public var next: QueueEntry?
  public var nextPosition: Int?
  /// Since the current entry's beginning, by the last report of the engine and the time since; nil while stopped.
  public var elapsed: Duration?
  /// The current entry's, where the engine has told it.
  public var length: Duration?
  /// What the engine knows the current entry by; nil while stopped.
  public var serial: PlaySerial?
  /// The last failure, until the next command to play or `clearerror`.
  public var error: String?
  /// The part of the current track that is played over and over.
  public var loop: LoopSection?
  /// Playback goes on by itself when the current entry's volume comes back.
  public var waitsForVolume: VolumeID?
}
