/// Some songs of a list, to be read a window at a time.
public struct SongPlaces: Hashable, Sendable {
  public var places: [SongPlace]
  /// How many the list has.
  public var total: Int

  public init(places: [SongPlace], total: Int) {
    self.places = places
    self.total = total
  }
}
