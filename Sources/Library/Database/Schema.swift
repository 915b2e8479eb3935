/// Definition of our database: its mark, and the numbered migrations that make it (PRAGMA user_version counts
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
      if let table = SchemaLine.dropped(by: "\(statement)") {
        expected = expected.filter { $0.table != table }
        continue
      }
      guard let lines = SchemaLine.made(by: "\(statement)") else { return false }
      expected.formUnion(lines)
    }
    return expected == found.filter { !$0.isOfConstraint }
  }

  /// Runs the migrations with numbers above `from` up to `to`, all or none.
  func migrate(_ connection: Connection, from: Int, to: Int) throws(StoreError) {
    try connection.transaction { (_) throws(StoreError) in
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
    "PRAGMA user_version = 4", "PRAGMA user_version = 5", "PRAGMA user_version = 6",
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

/// One step of a schema: the statements that lead from the version before to this one. A released one is never edited: a
/// change is a further one. The proof `released-state` opens what each release wrote.
struct Migration: Sendable {
  let statements: [StaticString]

  init(_ statements: [StaticString]) { self.statements = statements }
}
