import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct SchemaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ schema: Schema) throws -> (Connection, [String]) {
    var place = try DatabaseFolder(trusted: Array(folder.path.utf8))
    let connection = try place.openDatabase("x.sqlite", schema: schema)
    return (connection, place.notes)
  }

  private static let first = Migration([
    "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"
  ])
  private static let second = Migration([
    "ALTER TABLE things ADD COLUMN size INTEGER NOT NULL DEFAULT 7", "CREATE INDEX by_name ON things (name)",
  ])

  private func schema(_ migrations: Migration...) -> Schema {
    Schema(applicationID: 99, setApplicationID: "PRAGMA application_id = 99", migrations: migrations)
  }

  private func count(_ connection: Connection, _ sql: StaticString) throws -> Int64? {
    try connection.first(sql) { (row) throws(StoreError) in try row.integer(0) }
  }

  @Test func `an older version is brought up to date with its rows`() throws {
    let (old, _) = try open(schema(Self.first))
    try old.execute("INSERT INTO things (name) VALUES ('kept')")
    old.close()
    let (new, notes) = try open(schema(Self.first, Self.second))
    expectEqual(notes, [])
    try expectEqual(count(new, "SELECT size FROM things WHERE name = 'kept'"), 7)
    try expectEqual(count(new, "PRAGMA user_version"), 2)
    new.close()
    let (older, complaints) = try open(schema(Self.first))
    #expect(complaints.contains { $0.contains("later version") })
    older.close()
    expectEqual(Files.list(folder.path), ["x.sqlite", "x.sqlite.newer-1"])
  }

  @Test func `a migration that fails changes nothing`() throws {
    let (old, _) = try open(schema(Self.first))
    try old.execute("INSERT INTO things (name) VALUES ('kept')")
    old.close()
    let broken = Migration([
      "ALTER TABLE things ADD COLUMN size INTEGER", "INSERT INTO nowhere VALUES (1)",
    ])
    // A database that can't be migrated is set aside whole, for a later version of the program.
    let (fresh, notes) = try open(schema(Self.first, broken, Self.second).upTo(1))
    #expect(notes == [] && fresh.isInTransaction == false)
    #expect(throws: StoreError.self) { try schema(Self.first, broken).migrate(fresh, from: 1, to: 2) }
    try expectEqual(count(fresh, "PRAGMA user_version"), 1)
    try expectEqual(count(fresh, "SELECT count(*) FROM pragma_table_info('things')"), 2)
    try expectEqual(count(fresh, "SELECT count(*) FROM things"), 1)
    fresh.close()
  }

  @Test(arguments: [Schema.volume, .box]) func `a database of each former version becomes one of the latest`(
    _ schema: Schema
  ) throws {
    for version in 1...schema.latest {
      let former = try Connection(.memory, path: "former")
      defer { former.close() }
      try schema.upTo(version).adopt(former)
      try schema.adopt(former)
      #expect(try schema.isMadeAtOnce(Schema.lines(in: former)), "\(version)")
    }
  }

  @Test(arguments: [Schema.volume, .box]) func `our own schemas are known by their statements`(
    _ schema: Schema
  ) throws {
    let made = try Connection(.memory, path: "made")
    defer { made.close() }
    try schema.adopt(made)
    let lines = try Schema.lines(in: made)
    #expect(schema.isMadeAtOnce(lines))
    try expectEqual(count(made, "PRAGMA user_version"), Int64(schema.latest))
    try expectEqual(count(made, "PRAGMA application_id"), Int64(schema.applicationID))
    // One line more, less or other.
    let odd = SchemaLine(type: "trigger", name: "odd", table: "tracks", sql: "CREATE TRIGGER odd")
    #expect(!schema.isMadeAtOnce(lines.union([odd])))
    for line in lines where !line.isOfConstraint {
      #expect(!schema.isMadeAtOnce(lines.subtracting([line])), "\(line.name)")
      let other = SchemaLine(type: line.type, name: line.name, table: line.table, sql: (line.sql ?? "") + " ")
      #expect(!schema.isMadeAtOnce(lines.subtracting([line]).union([other])), "\(line.name)")
    }
  }

  @Test func `the result of altering statements is known by running them`() throws {
    let altered = schema(Self.first, Self.second)
    for opening in Int64(1)...3 {
      let (connection, notes) = try open(altered)
      expectEqual(notes, [])
      try connection.execute("INSERT INTO things (name) VALUES ('x')")
      try expectEqual(count(connection, "SELECT count(*) FROM things"), opening)
      #expect(try !altered.isMadeAtOnce(Schema.lines(in: connection)))
      if opening == 3 { try connection.execute("CREATE TABLE odd (x INTEGER)") }
      connection.close()
    }
    let (fresh, notes) = try open(altered)
    #expect(notes.contains { $0.contains("set aside") })
    try expectEqual(count(fresh, "SELECT count(*) FROM things"), 0)
    fresh.close()
  }

  @Test func `a connection distrusts its file and keeps it to itself`() throws {
    let (connection, _) = try open(schema(Self.first))
    defer { connection.close() }
    func text(_ sql: StaticString) throws -> String? {
      try connection.first(sql) { (row) throws(StoreError) in try row.text(0) }
    }
    try expectEqual(text("PRAGMA journal_mode"), "wal")
    try expectEqual(text("PRAGMA locking_mode"), "exclusive")
    try expectEqual(count(connection, "PRAGMA synchronous"), 2)
    try expectEqual(count(connection, "PRAGMA trusted_schema"), 0)
    try expectEqual(count(connection, "PRAGMA cell_size_check"), 1)
    try expectEqual(count(connection, "PRAGMA foreign_keys"), 1)
    try expectEqual(count(connection, "PRAGMA temp_store"), 2)
    #expect(throws: StoreError.self, "defensive") {
      try connection.execute("UPDATE sqlite_schema SET sql = 'x'")
    }
    #expect(throws: StoreError.self, "no second file") { try connection.execute("ATTACH 'y.sqlite' AS y") }
    #expect(throws: StoreError.self, "no double-quoted text") {
      try connection.execute("SELECT \"no column\"")
    }
    expectEqual(Files.list(folder.path), ["x.sqlite", "x.sqlite-wal"])
  }

  @Test func `a statement runs within itself and a cancelled one ends`() throws {
    let connection = try Connection(.memory, path: "memory")
    defer { connection.close() }
    try connection.execute("CREATE TABLE n (x INTEGER)")
    func insert(_ value: Int64) throws(StoreError) {
      try connection.execute("INSERT INTO n VALUES (?1)", .integer(value))
    }
    for value in Int64(0)..<50 { try insert(value) }
    try expectEqual(sum(of: connection, 1), 3 + 3 * 3)
    let cancellation = Cancellation()
    connection.cancellation = cancellation
    var rows = 0
    let error = #expect(throws: StoreError.self) {
      try connection.forEach("SELECT a.x FROM n a, n b, n c, n d") { _ in
        rows += 1
        if rows == 100 { cancellation.cancel() }
      }
    }
    expectEqual(error?.kind, .cancelled)
    #expect(rows < 50 * 50 * 50)
  }

  private func sum(of connection: Connection, _ depth: Int) throws(StoreError) -> Int64 {
    var sum: Int64 = 0
    try connection.forEach("SELECT x FROM n LIMIT 3") { (row) throws(StoreError) in
      sum += try row.integer(0)
      if depth > 0 { sum += try self.sum(of: connection, depth - 1) }
    }
    return sum
  }
}

extension Schema {
  fileprivate func upTo(_ version: Int) -> Schema {
    Schema(
      applicationID: applicationID, setApplicationID: setApplicationID,
      migrations: Array(migrations.prefix(version)))
  }
}
