/// A track's row on its volume: finds the track at once while the volume is there, and is shorter than a path of some
/// kilobytes.
public struct TrackRow: Hashable, Sendable {
  public let volume: VolumeID
  public let row: Int64

  public init(volume: VolumeID, row: Int64) {
    self.volume = volume
    self.row = row
  }
}
