/// A preset that is bound to a playlist.
public struct PresetReport: Hashable, Sendable {
  public var number: Int
  /// As it is called now, or was when it was bound.
  public var playlist: String
  public var isPresent: Bool

  public init(number: Int, playlist: String, isPresent: Bool) {
    self.number = number
    self.playlist = playlist
    self.isPresent = isPresent
  }
}
