import Linux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

struct ConnectionTests {
  @Test func `a database that SQLite can't open is an error and no crash`() throws {
    let folder = try TemporaryFolder()
    var place = try DatabaseFolder(trusted: Array(folder.path.utf8))
    let error = #expect(throws: StoreError.self) {
      _ = try place.openDatabase("no such folder/library.sqlite", schema: .volume)
    }
    expectEqual(error?.kind, .unwritable)
  }

  @Test func `a new database needs no rollback journal`() throws {
    let folder = try TemporaryFolder()
    // The name leaves room for that of the log, and none for that of a rollback journal.
    let name = String(repeating: "n", count: 250)
    let place = try Root(path: folder.path)
    for rows in Int64(0)...1 {
      let connection = try Connection(.file(folder: try place.folder([]), name: name), path: "x")
      if rows == 0 { try connection.execute("CREATE TABLE things (id INTEGER PRIMARY KEY)") }
      let count = try connection.first("SELECT count(*) FROM things") { (row) throws(StoreError) in
        try row.integer(0)
      }
      expectEqual(count, rows)
      try connection.execute("INSERT INTO things DEFAULT VALUES")
      expectEqual(Files.list(folder.path), [name, "\(name)-wal"])
      connection.close()
    }
  }

  @Test func `the names in a folder are flushed, also where it is open as a place alone`() throws {
    let folder = try TemporaryFolder()
    let place = try Root(path: folder.path)
    #expect(DatabaseFolder.flushNames(in: try place.folder([])))
  }

  @Test(arguments: [
    (Int32(778), Errno.readOnlyFileSystem, StoreError.Kind.unwritable),
    (1034, Errno.readOnlyFileSystem, .unwritable),
    (778, Errno.noSpace, .full), (778, Errno.inputOutput, .inputOutput),
    (11, Errno.readOnlyFileSystem, .corrupt),
  ])
  func `a write that the system refuses has its reason`(code: Int32, system: Errno, kind: StoreError.Kind) {
    expectEqual(StoreError(code: code, systemCode: system.rawValue, message: "", path: "").kind, kind)
  }

  @Test func `statements unused for long are freed, but not one that runs`() throws {
    let connection = try Stick().open().connection
    let many: [StaticString] = [
      "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", "SELECT 5", "SELECT 6", "SELECT 7", "SELECT 8",
      "SELECT 9", "SELECT 10", "SELECT 11", "SELECT 12", "SELECT 13", "SELECT 14", "SELECT 15", "SELECT 16",
      "SELECT 17", "SELECT 18", "SELECT 19", "SELECT 20", "SELECT 21", "SELECT 22", "SELECT 23", "SELECT 24",
      "SELECT 25", "SELECT 26", "SELECT 27", "SELECT 28", "SELECT 29", "SELECT 30", "SELECT 31", "SELECT 32",
      "SELECT 33", "SELECT 34", "SELECT 35", "SELECT 36", "SELECT 37", "SELECT 38", "SELECT 39", "SELECT 40",
      "SELECT 41", "SELECT 42", "SELECT 43", "SELECT 44", "SELECT 45", "SELECT 46", "SELECT 47", "SELECT 48",
      "SELECT 49", "SELECT 50", "SELECT 51", "SELECT 52", "SELECT 53", "SELECT 54", "SELECT 55", "SELECT 56",
      "SELECT 57", "SELECT 58", "SELECT 59", "SELECT 60", "SELECT 61", "SELECT 62", "SELECT 63", "SELECT 64",
      "SELECT 65", "SELECT 66", "SELECT 67", "SELECT 68", "SELECT 69", "SELECT 70", "SELECT 71", "SELECT 72",
      "SELECT 73", "SELECT 74", "SELECT 75", "SELECT 76", "SELECT 77", "SELECT 78", "SELECT 79", "SELECT 80",
    ]
    var outer: [Int64] = []
    var inner: [Int64] = []
    try connection.forEach("SELECT 1 UNION SELECT 2") { (row) throws(StoreError) in
      for sql in many + [many[0]] {
        try connection.forEach(sql) { (row) throws(StoreError) in inner.append(try row.integer(0)) }
      }
      connection.rest()
      outer.append(try row.integer(0))
    }
    expectEqual(outer, [1, 2])
    expectEqual(inner, (1...80) + [1] + (1...80) + [1])
    for sql in many { try connection.execute(sql) }
    expectEqual(connection.statementCount, 64)
    connection.rest()
    expectEqual(connection.statementCount, 24)
  }

  @Test func `the log is flushed at each commit again once one was not to be`() throws {
    let connection = try Stick().open().connection
    func level(_ sql: StaticString) throws -> Int64? {
      try connection.first(sql) { (row) throws(StoreError) in try row.integer(0) }
    }
    // SQLite answers with what held when it compiled the statement, so each is asked in other words. 1 is NORMAL, 2 FULL.
    try connection.transaction(isDurable: false) { (_) throws(StoreError) in
      let now = try connection.first("PRAGMA synchronous") { (row) throws(StoreError) in try row.integer(0) }
      expectEqual(now, 1)
    }
    try expectEqual(level("PRAGMA main.synchronous"), 2)
    #expect(throws: StoreError.self) {
      try connection.transaction(isDurable: false) { (_) throws(StoreError) in
        throw StoreError(.other, "by itself", path: "")
      }
    }
    try expectEqual(level("PRAGMA main . synchronous"), 2)
    connection.close()
  }

  @Test func `a bound value comes back unchanged, at any size, and in nested statements`() throws {
    let connection = try Connection(.memory, path: ":memory:")
    let texts = [
      "", "a", "a\0b", "\0", String(repeating: "é", count: 9000), String(repeating: "x", count: 15_000),
    ]
    let blobs: [[UInt8]] = [
      [], [0], [UInt8](repeating: 7, count: 12_000), [UInt8](repeating: 8, count: 40_000),
    ]
    func echo(_ text: String, _ blob: [UInt8]) throws(StoreError) -> (String, [UInt8], String)? {
      try connection.first("SELECT ?1, ?2, typeof(?1) || ' ' || typeof(?2)", .text(text), .blob(blob)) {
        (row) throws(StoreError) in (try row.text(0), try row.blob(1), try row.text(2))
      }
    }
    for text in texts {
      for blob in blobs {
        // Another one runs while this one stands at its row, and takes its room only.
        let found = try connection.first("SELECT ?1, ?2", .text(text), .blob(blob)) {
          (row) throws(StoreError) in
          let inner = try echo("inner " + text, blob + [1])
          #expect(inner?.0 == "inner " + text && inner?.1 == blob + [1] && inner?.2 == "text blob")
          return (try row.text(0), try row.blob(1))
        }
        #expect(found?.0 == text && found?.1 == blob)
      }
    }
    // No room is lost, whatever happens.
    for _ in 0..<10_000 {
      #expect(throws: StoreError.self) {
        try connection.first("SELECT ?1", .text("ten bytes.")) { (row) throws(StoreError) in
          throw StoreError(.other, "by itself", path: "")
        }
      }
    }
    try expectEqual(echo("é", [1])?.0, "é")
    connection.close()
  }
}
