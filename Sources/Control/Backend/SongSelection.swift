/// Which songs of the catalogue are meant.
public struct SongSelection: Hashable, Sendable {
  public var filter: Filter
  /// At or below this folder, or exactly this song; `""` is the whole tree.
  public var base: String
  /// A text that some tag of every song that is meant holds, case and accents aside; nil where none is known.
  public var needle: String? { filter.needle }
  /// What every song that is meant has.
  public var values: [WholeValue] { filter.values }

  init(_ filter: Filter) {
    self.filter = filter
    base = filter.base ?? ""
  }
}
