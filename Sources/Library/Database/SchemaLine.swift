/// One line of sqlite_schema. The root page is left out: it is a place, not a definition.
struct SchemaLine: Hashable, Sendable {
  let type: String
  let name: String
  let table: String
  let sql: String?

  /// An index that SQLite makes by itself for a UNIQUE or a PRIMARY KEY.
  var isOfConstraint: Bool { type == "index" && sql == nil && name.hasPrefix("sqlite_autoindex_") }

  /// The table that a DROP TABLE of ours takes away; nil of any other statement.
  static func dropped(by sql: String) -> String? {
    let words = sql.split(separator: " ")
    return words.count == 3 && words[0] == "DROP" && words[1] == "TABLE" ? String(words[2]) : nil
  }

  /// Returns the lines that a CREATE statement of ours makes, without `isOfConstraint`; nil for any other statement.
  static func made(by sql: String) -> [SchemaLine]? {
    var words = sql.split { " \n(".contains($0) }[...]
    guard words.popFirst() == "CREATE", let kind = words.popFirst() else { return nil }
    // Skips a word of CREATE UNIQUE INDEX and CREATE VIRTUAL TABLE.
    let type = ["TABLE", "INDEX"].contains(kind) ? kind : words.popFirst() ?? ""
    guard let name = words.popFirst().map({ String($0) }) else { return nil }
    if type == "INDEX" {
      return [SchemaLine(type: "index", name: name, table: String(words.dropFirst().first ?? ""), sql: sql)]
    }
    // FTS5 keeps an index of texts in tables of its own (https://sqlite.org/fts5.html#fts5_data_structures).
    let shadows =
      kind == "VIRTUAL" && words.dropFirst().first == "fts5"
      ? [
        ("data", "CREATE TABLE '\(name)_data'(id INTEGER PRIMARY KEY, block BLOB)"),
        (
          "idx", "CREATE TABLE '\(name)_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID"
        ),
        ("docsize", "CREATE TABLE '\(name)_docsize'(id INTEGER PRIMARY KEY, sz BLOB)"),
        ("config", "CREATE TABLE '\(name)_config'(k PRIMARY KEY, v) WITHOUT ROWID"),
      ] : []
    return ([(name, sql)] + shadows.map { ("\(name)_\($0)", $1) }).map {
      SchemaLine(type: "table", name: $0, table: $0, sql: $1)
    }
  }
}
