/// A table or an index of a schema's newest version, and the statement that makes it at once.
///
/// Migrations one after the other come to the same, but each column that is added to a table has SQLite read the whole
/// schema again, which a small board takes a tenth of a second for. A test holds both together.
struct NewestPart: Sendable {
  /// Made by SQLite besides, from the statement.
  enum Making: Hashable, Sendable {
    case table(uniqueIndexes: Int)
    /// Of FTS5, without texts of its own (`content = ''`).
    case textIndex
    case index(on: String)
  }

  let name: String
  /// Word for word as sqlite_schema keeps it: columns that were added stand behind the others on their line.
  let sql: StaticString
  let making: Making

  /// - Parameter uniqueIndexes: how many UNIQUE and PRIMARY KEY it has for which SQLite makes an index of its own.
  static func table(_ name: String, _ sql: StaticString, uniqueIndexes: Int = 0) -> NewestPart {
    NewestPart(name: name, sql: sql, making: .table(uniqueIndexes: uniqueIndexes))
  }

  static func textIndex(_ name: String, _ sql: StaticString) -> NewestPart {
    NewestPart(name: name, sql: sql, making: .textIndex)
  }

  static func index(_ name: String, on table: String, _ sql: StaticString) -> NewestPart {
    NewestPart(name: name, sql: sql, making: .index(on: table))
  }

  /// What sqlite_schema says once it is made.
  var lines: [SchemaLine] {
    let sql = "\(sql)"
    func table(_ name: String, _ sql: String) -> SchemaLine {
      SchemaLine(type: "table", name: name, table: name, sql: sql)
    }
    switch making {
    case .index(let owner): return [SchemaLine(type: "index", name: name, table: owner, sql: sql)]
    case .table(let uniqueIndexes):
      return [table(name, sql)]
        + (0..<uniqueIndexes).map {
          SchemaLine(type: "index", name: "sqlite_autoindex_\(name)_\($0 + 1)", table: name, sql: nil)
        }
    case .textIndex:
      return [
        table(name, sql),
        table("\(name)_data", "CREATE TABLE '\(name)_data'(id INTEGER PRIMARY KEY, block BLOB)"),
        table(
          "\(name)_idx",
          "CREATE TABLE '\(name)_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID"),
        table("\(name)_docsize", "CREATE TABLE '\(name)_docsize'(id INTEGER PRIMARY KEY, sz BLOB)"),
        table("\(name)_config", "CREATE TABLE '\(name)_config'(k PRIMARY KEY, v) WITHOUT ROWID"),
      ]
    }
  }
}
