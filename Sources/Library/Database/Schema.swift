/// What a database of ours holds: its mark, and the numbered migrations that make it (PRAGMA user_version counts
/// those that have run).
struct Schema: Sendable {
  /// PRAGMA application_id, in which file(1) and we recognise the kind of database.
  let applicationID: Int32
  let setApplicationID: StaticString
  let migrations: [Migration]

  var latest: Int { migrations.count }

  /// Refuses a database that isn't exactly ours and brings an older one up to date.
  ///
  /// Runs before any other statement touches a table: a foreign trigger, view, virtual table or generated column
  /// shows as a line that we never wrote.
  func adopt(_ connection: Connection) throws(StoreError) {
    func number(_ sql: StaticString) throws(StoreError) -> Int64 {
      try connection.first(sql) { (row) throws(StoreError) in try row.integer(0) } ?? 0
    }
    let version = try number("PRAGMA user_version")
    let mark = try number("PRAGMA application_id")
    let found = try Self.lines(in: connection)
    if version == 0, mark == 0, found.isEmpty {
      return try migrate(connection, from: 0, to: latest)
    }
    guard mark == Int64(applicationID) else {
      throw StoreError(.foreign, "a database of another program", path: connection.path)
    }
    guard version > 0 else {
      throw StoreError(.foreign, "a database without a version", path: connection.path)
    }
    guard version <= latest else {
      throw StoreError(
        .newer, "made by a later version (schema \(version), this program knows \(latest))",
        path: connection.path)
    }
    if version == latest, isMadeAtOnce(found) { return }
    let reference = try Connection(.memory, path: "reference schema")
    defer { reference.close() }
    try migrate(reference, from: 0, to: Int(version))
    let expected = try Self.lines(in: reference)
    if let odd = found.symmetricDifference(expected).min(by: { $0.name < $1.name }) {
      throw StoreError(
        .foreign, "its schema is not ours: \(odd.type) \(odd.name.prefix(60))", path: connection.path)
    }
    if version < latest { try migrate(connection, from: Int(version), to: latest) }
  }

  /// Whether that is what the statements make, seen without running them, which would take a small board longer than all
  /// else on the way to the first sound. False where a later migration alters what an earlier one made.
  func isMadeAtOnce(_ found: Set<SchemaLine>) -> Bool {
    var expected: Set<SchemaLine> = []
    for statement in migrations.flatMap(\.statements) {
      guard let lines = SchemaLine.made(by: "\(statement)") else { return false }
      expected.formUnion(lines)
    }
    return expected == found.filter { !$0.isOfConstraint }
  }

  /// Runs the migrations with numbers above `from` up to `to`, all or none.
  func migrate(_ connection: Connection, from: Int, to: Int) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for migration in migrations[from..<to] {
        for statement in migration.statements { try connection.execute(statement) }
      }
      try setMarks(connection, version: to)
    }
  }

  private func setMarks(_ connection: Connection, version: Int) throws(StoreError) {
    try connection.execute(setApplicationID)
    guard version <= Self.setVersion.count else { fatalError("add the PRAGMA for version \(version)") }
    try connection.execute(Self.setVersion[version - 1])
  }

  /// PRAGMA takes no parameters, and SQL is never put together: one literal per version.
  private static let setVersion: [StaticString] = [
    "PRAGMA user_version = 1", "PRAGMA user_version = 2", "PRAGMA user_version = 3",
  ]

  /// More lines than any schema of ours will ever have.
  private static let mostLines = 200

  static func lines(in connection: Connection) throws(StoreError) -> Set<SchemaLine> {
    var result: Set<SchemaLine> = []
    try connection.forEach("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 201") {
      (row) throws(StoreError) in
      result.insert(
        SchemaLine(
          type: try row.text(0), name: try row.text(1), table: try row.text(2), sql: try row.optionalText(3)))
    }
    guard result.count <= mostLines else {
      throw StoreError(.foreign, "its schema has too many parts", path: connection.path)
    }
    return result
  }
}

/// One step of a schema: the statements that lead from the version before to this one, for good. A landed
/// migration is never edited; a change is a further one.
struct Migration: Sendable {
  let statements: [StaticString]

  init(_ statements: [StaticString]) { self.statements = statements }
}

/// One line of sqlite_schema. The root page is where the rows lie, not what they are.
struct SchemaLine: Hashable, Sendable {
  let type: String
  let name: String
  let table: String
  let sql: String?

  /// An index that SQLite makes by itself for a UNIQUE or a PRIMARY KEY.
  var isOfConstraint: Bool { type == "index" && sql == nil && name.hasPrefix("sqlite_autoindex_") }

  /// What a CREATE statement of ours leads to, but for `isOfConstraint`; nil of any other statement.
  static func made(by sql: String) -> [SchemaLine]? {
    var words = sql.split { " \n(".contains($0) }[...]
    guard words.popFirst() == "CREATE", let kind = words.popFirst() else { return nil }
    // Of CREATE UNIQUE INDEX and CREATE VIRTUAL TABLE.
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
