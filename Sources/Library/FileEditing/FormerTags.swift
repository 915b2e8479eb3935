import Model

/// What the last change of each file's tags replaced: the table `former_tags`, which `tag undo` reads. It holds for the file
/// that the change made, by its fingerprint: another file at the path, or one that another program has tagged, has no undo.
///
/// A text ended by NUL each: `K` and a key, then `V` and a value for each of its values, as `jukebox-tagger` prints them.
struct FormerTags {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// - Parameter print: of the file with the new tags.
  func keep(
    _ tags: [TagEdit], print: Int64, of row: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO former_tags (track, print, tags) VALUES (?1, ?2, ?3)
      ON CONFLICT (track) DO UPDATE SET print = excluded.print, tags = excluded.tags
      """, .integer(row), .integer(print), .blob(Self.bytes(of: tags)))
  }

  /// - Returns: nil where nothing is known of the file that is there.
  func tags(of row: Int64) throws(StoreError) -> [TagEdit]? {
    let bytes = try connection.first(
      """
      SELECT f.tags FROM former_tags f JOIN prints p ON p.track = f.track AND p.print = f.print WHERE f.track = ?1
      """, .integer(row)
    ) { (row) throws(StoreError) in try row.blob(0) }
    return bytes.flatMap { Self.tags(in: $0) }
  }

  static func bytes(of tags: [TagEdit]) -> [UInt8] {
    tags.flatMap { tag in
      tag.values.reduce(into: Array("K\(tag.key)".utf8) + [0]) { $0 += Array("V\($1)".utf8) + [0] }
    }
  }

  /// A longer value could not be handed to a program (MAX_ARG_STRLEN is 128 KiB).
  private static let mostValueBytes = 100_000

  /// - Returns: nil for bytes that are no such list.
  static func tags(in bytes: [UInt8]) -> [TagEdit]? {
    guard bytes.last == 0 else { return bytes.isEmpty ? [] : nil }
    var tags: [(key: String, values: [String])] = []
    for part in bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false) {
      guard part.count <= mostValueBytes, let text = String(validating: part.dropFirst(), as: UTF8.self)
      else { return nil }
      switch part.first {
      case UInt8(ascii: "K") where !text.isEmpty && !text.contains("="): tags.append((text, []))
      case UInt8(ascii: "V") where !tags.isEmpty: tags[tags.count - 1].values.append(text)
      default: return nil
      }
    }
    return tags.map { TagEdit(key: $0.key, values: $0.values.filter { !$0.isEmpty }) }
  }
}
