/// A playing to count. One playing may be reported several times (when it counts as played, at its end, and again after
/// a power cut): `playing` identifies it.
public struct HeardReport: Hashable, Sendable {
  /// `Playing.id`.
  public var playing: UInt64
  public var track: TrackReference
  /// At most `length`.
  public var heard: Duration
  public var length: Duration?
  /// Half of it or four minutes were heard.
  public var isPlayed: Bool
  /// Skipped before that.
  public var isSkipped: Bool
  public var soughtEnd: Bool
  /// The playing has ended: nothing of it follows.
  public var isOver: Bool

  public init(
    playing: UInt64, track: TrackReference, heard: Duration, length: Duration? = nil, isPlayed: Bool = false,
    isSkipped: Bool = false, soughtEnd: Bool = false, isOver: Bool = false
  ) {
    self.playing = playing
    self.track = track
    self.heard = heard
    self.length = length
    self.isPlayed = isPlayed
    self.isSkipped = isSkipped
    self.soughtEnd = soughtEnd
    self.isOver = isOver
  }
}
