/// What a database of ours holds: its mark, and the numbered migrations that make it (PRAGMA user_version counts
/// those that have run).
struct Schema: Sendable {
  /// PRAGMA application_id, in which file(1) and we recognise the kind of database.
  let applicationID: Int32
  let setApplicationID: StaticString
  let migrations: [Migration]

  var latest: Int { migrations.count }

  /// One line of sqlite_schema. The root page is where the rows lie, not what they are.
  private struct Definition: Hashable {
    let type: String
    let name: String
    let table: String
    let sql: String?
  }

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
    let found = try Self.definitions(in: connection)
    if version == 0, mark == 0, found.isEmpty {
      try migrate(connection, from: 0, to: latest)
      return
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
    let reference = try Connection(.memory, path: "reference schema")
    defer { reference.close() }
    try migrate(reference, from: 0, to: Int(version))
    let expected = try Self.definitions(in: reference)
    if let odd = found.symmetricDifference(expected).min(by: { $0.name < $1.name }) {
      throw StoreError(
        .foreign, "its schema is not ours: \(odd.type) \(odd.name.prefix(60))", path: connection.path)
    }
    if version < latest { try migrate(connection, from: Int(version), to: latest) }
  }

  /// Runs the migrations with numbers above `from` up to `to`, all or none.
  func migrate(_ connection: Connection, from: Int, to: Int) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for migration in migrations[from..<to] {
        for statement in migration.statements { try connection.execute(statement) }
      }
      try connection.execute(setApplicationID)
      guard to <= Self.setVersion.count else { fatalError("add the PRAGMA for version \(to)") }
      try connection.execute(Self.setVersion[to - 1])
    }
  }

  /// PRAGMA takes no parameters, and SQL is never put together: one literal per version.
  private static let setVersion: [StaticString] = [
    "PRAGMA user_version = 1", "PRAGMA user_version = 2", "PRAGMA user_version = 3",
    "PRAGMA user_version = 4",
    "PRAGMA user_version = 5", "PRAGMA user_version = 6", "PRAGMA user_version = 7",
    "PRAGMA user_version = 8", "PRAGMA user_version = 9", "PRAGMA user_version = 10",
    "PRAGMA user_version = 11", "PRAGMA user_version = 12", "PRAGMA user_version = 13",
  ]

  /// More lines than any schema of ours will ever have.
  private static let mostDefinitions = 200

  private static func definitions(in connection: Connection) throws(StoreError) -> Set<Definition> {
    var result: Set<Definition> = []
    try connection.forEach("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 201") {
      (row) throws(StoreError) in
      result.insert(
        Definition(
          type: try row.text(0), name: try row.text(1), table: try row.text(2), sql: try row.optionalText(3)))
    }
    guard result.count <= mostDefinitions else {
      throw StoreError(.foreign, "its schema has too many parts", path: connection.path)
    }
    return result
  }
}
