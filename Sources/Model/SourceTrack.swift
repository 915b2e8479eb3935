/// A track's fields from the source file of its playlist entry: shown while the track is absent.
public struct SourceTrack: Hashable, Sendable {
  /// Location in a network, as the file spells it; nil for a file.
  public var location: String?
  /// How the file called it, where that is a path to what stands for it here; nil where it is in a network.
  public var file: String?
  public var title: String?
  public var artist: String?
  /// Length of the whole track.
  public var duration: Duration?

  public init() {}
}
