/// Columns read of a track.
public struct PickedTrack: Sendable {
  public let row: Int64
  /// Name of its file; empty unless requested.
  public let name: [UInt8]
  /// Time of the file's last change, since 1970.
  public let modified: Duration
  /// When the scan first met it, since 1970, where the clock was known then.
  public let added: Duration?
  public let values: [TagTally.Value]
}
