import Library
import Model

/// Record of the last change of a file's tags, which `tag undo` reverses byte for byte.
struct TagUndo: Hashable, Sendable {
  /// The tags that were changed, with the values of before and after.
  var former, written: [TagEdit]
  /// How the file of before is made of that of after, and the reverse.
  var back, forth: FilePieces

  var reversed: TagUndo { TagUndo(former: written, written: former, back: forth, forth: back) }
}

/// The table `former_tags`. A row holds for the file that the change made, by its fingerprint: another file at the path, or
/// one that another program has tagged, has no undo.
struct FormerTags {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Limit of a row's bytes: the connection reads 4 MiB at most.
  static let mostBytes = 7 << 19

  /// - Parameter print: of the file with the new tags.
  func keep(
    _ undo: TagUndo, print: Int64, of row: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO former_tags (track, print, tags) VALUES (?1, ?2, ?3)
      ON CONFLICT (track) DO UPDATE SET print = excluded.print, tags = excluded.tags
      """, .integer(row), .integer(print), .blob(Self.bytes(of: undo)))
  }

  /// - Returns: nil where nothing is known of the file that is there.
  func undo(of row: Int64) throws(StoreError) -> TagUndo? {
    let bytes = try connection.first(
      """
      SELECT f.tags FROM former_tags f JOIN prints p ON p.track = f.track AND p.print = f.print WHERE f.track = ?1
      """, .integer(row)
    ) { (row) throws(StoreError) in try row.blob(0) }
    return bytes.flatMap { Self.undo(in: $0) }
  }

  // MARK: As bytes

  /// The tags and pieces of before, `F` and a NUL, and those of after.
  static func bytes(of undo: TagUndo) -> [UInt8] {
    bytes(of: undo.former, undo.back) + Array("F\0".utf8) + bytes(of: undo.written, undo.forth)
  }

  /// For a tag `K` and a key, and for each of its values `V` and the value, each ended by a NUL; for a copied piece `C`, its
  /// offset, a blank, its length and a NUL; for bytes `L`, their count, a NUL and the bytes.
  private static func bytes(of tags: [TagEdit], _ pieces: FilePieces) -> [UInt8] {
    var bytes: [UInt8] = []
    for tag in tags {
      bytes += Array("K\(tag.key)\0".utf8)
      for value in tag.values { bytes += Array("V\(value)\0".utf8) }
    }
    for piece in pieces.all {
      switch piece {
      case .copied(let range): bytes += Array("C\(range.lowerBound) \(range.count)\0".utf8)
      case .bytes(let own): bytes += Array("L\(own.count)\0".utf8) + own
      }
    }
    return bytes
  }

  static func undo(in bytes: [UInt8]) -> TagUndo? {
    var rest = bytes[...]
    guard let (former, back) = next(&rest), let (written, forth) = next(&rest), rest.isEmpty,
      !written.isEmpty
    else { return nil }
    return TagUndo(former: former, written: written, back: back, forth: forth)
  }

  /// Reads what `jukebox-tagger` prints, or half of a row.
  /// - Returns: nil for bytes that are no such list.
  static func next(_ rest: inout ArraySlice<UInt8>) -> (tags: [TagEdit], pieces: FilePieces)? {
    var (tags, pieces): ([(key: String, values: [String])], FilePieces) = ([], FilePieces())
    while let kind = rest.first, let end = rest.firstIndex(of: 0) {
      guard let text = String(validating: rest[(rest.startIndex + 1)..<end], as: UTF8.self) else {
        return nil
      }
      rest = rest[(end + 1)...]
      switch kind {
      case UInt8(ascii: "K") where !text.isEmpty && !text.contains("="): tags.append((text, []))
      case UInt8(ascii: "V") where !tags.isEmpty: tags[tags.count - 1].values.append(text)
      case UInt8(ascii: "C"):
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2, numbers[0] >= 0, numbers[1] > 0,
          !numbers[0].addingReportingOverflow(numbers[1]).overflow
        else { return nil }
        pieces.append(.copied(numbers[0]..<(numbers[0] + numbers[1])))
      case UInt8(ascii: "L"):
        guard let count = Int(text), count > 0, count <= rest.count else { return nil }
        pieces.append(.bytes(Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
      case UInt8(ascii: "F"): return (edits(tags), pieces)
      default: return nil
      }
    }
    return rest.isEmpty ? (edits(tags), pieces) : nil
  }

  private static func edits(_ tags: [(key: String, values: [String])]) -> [TagEdit] {
    tags.map { TagEdit(key: $0.key, values: $0.values.filter { !$0.isEmpty }) }
  }
}
