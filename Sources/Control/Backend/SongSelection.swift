/// Which songs of the catalogue are meant.
public struct SongSelection: Hashable, Sendable {
  public var filter: Filter
  /// At or below this folder, or exactly this song; `""` is the whole tree.
  public var base: String

  init(_ filter: Filter) {
    self.filter = filter
    base = filter.base ?? ""
  }
}
