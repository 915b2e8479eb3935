public import Model

/// Where the library finds a song at once, as long as its volume is there. Some ten thousand of them are small, unlike
/// as many paths.
public struct SongPlace: Hashable, Sendable {
  public let volume: VolumeID
  public let number: Int64

  public init(volume: VolumeID, number: Int64) {
    self.volume = volume
    self.number = number
  }
}
