/// Data that rows of songs show beside their tags: favourite, rating and colour, tempo and key.
public struct SongAnnotations: Hashable, Sendable {
  public var isFavourite = false
  /// 0 to 10
  public var rating: Int?
  /// 0xRRGGBB
  public var colour: UInt32?
  /// In beats per minute.
  public var tempo: Double?
  public var key: MusicalKey?

  public init() {}
}
