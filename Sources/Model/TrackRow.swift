/// Where a track is found at once while its volume is there: shorter than a path, which may have some kilobytes.
public struct TrackRow: Hashable, Sendable {
  public let volume: VolumeID
  public let row: Int64

  public init(volume: VolumeID, row: Int64) {
    self.volume = volume
    self.row = row
  }
}
