/// A volume's database after a check.
public struct VolumeExamination: Hashable, Sendable {
  /// Playable tracks.
  public var songs: Int64 = 0
  /// Those of them that jukebox-decoder decodes.
  public var coded: Int64 = 0
  /// Files that cannot be played.
  public var broken: Int64 = 0
}
