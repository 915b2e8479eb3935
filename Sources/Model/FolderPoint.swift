/// The place at which listening to a folder stopped.
public struct FolderPoint: Hashable, Sendable {
  /// The track's path below its volume's root.
  public var track: [UInt8]
  /// Since the track's beginning.
  public var elapsed: Duration
  /// The track was heard to its end: the next one follows.
  public var isAtEnd: Bool
  /// Order of listening: the folder listened to last has the highest number.
  public var sequence: Int64
  /// At which it is listened to.
  public var speed: Double

  public init(
    track: [UInt8], elapsed: Duration, isAtEnd: Bool = false, sequence: Int64 = 0, speed: Double = 1
  ) {
    self.speed = speed
    self.track = track
    self.elapsed = elapsed
    self.isAtEnd = isAtEnd
    self.sequence = sequence
  }
}

/// Whether a folder resumes, and where.
public struct FolderRule: Hashable, Sendable {
  public var folder: FolderReference
  public var resumes: Bool
  /// nil where nothing of it was heard yet.
  public var point: FolderPoint?
  /// The file to which an episode was fetched: its place is the episode's, whatever folder it is in.
  public var file: TrackReference?

  public init(
    folder: FolderReference, resumes: Bool, point: FolderPoint? = nil, file: TrackReference? = nil
  ) {
    self.folder = folder
    self.resumes = resumes
    self.point = point
    self.file = file
  }
}
