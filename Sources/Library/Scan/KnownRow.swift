/// A row of a folder, under the name of its file.
struct KnownRow: Sendable {
  let name: [UInt8]
  let file: KnownFile

  /// The rows of `names`; nil for those that have none.
  ///
  /// - Parameters:
  ///   - names: in the order of their bytes; one may stand there twice.
  ///   - rows: in the same order.
  static func match(_ names: some Sequence<[UInt8]>, _ rows: [KnownRow]) -> [KnownFile?] {
    var place = 0
    return names.map { name in
      while place < rows.count, rows[place].name.lexicographicallyPrecedes(name) { place += 1 }
      return place < rows.count && rows[place].name == name ? rows[place].file : nil
    }
  }
}
