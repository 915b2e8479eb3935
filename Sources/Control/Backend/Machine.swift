/// Facts of the daemon that do not belong to any one part.
public struct Machine: Sendable {
  public struct Decoder: Hashable, Sendable {
    public let name: String
    public let suffixes: [String]
    public let mediaTypes: [String]

    public init(name: String, suffixes: [String], mediaTypes: [String]) {
      self.name = name
      self.suffixes = suffixes
      self.mediaTypes = mediaTypes
    }
  }

  /// The first fixed folder, or the mount root where there is none.
  public var musicDirectory: String
  /// The tags that the library reads.
  public var tags: TagSet
  public var decoders: [Decoder]

  public init(musicDirectory: String, tags: TagSet, decoders: [Decoder]) {
    self.musicDirectory = musicDirectory
    self.tags = tags
    self.decoders = decoders
  }
}
