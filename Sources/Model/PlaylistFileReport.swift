/// A playlist file on a volume, which can only be read.
public struct PlaylistFileReport: Hashable, Sendable {
  public let uri: String
  /// The name of the volume that it lies on.
  public let volume: String

  public init(uri: String, volume: String) {
    self.uri = uri
    self.volume = volume
  }
}
