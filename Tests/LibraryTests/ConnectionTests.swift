import Linux
import Support
import Testing

@testable import Library

struct ConnectionTests {
  @Test func `a database that SQLite can't open is an error and no crash`() throws {
    let folder = try TemporaryFolder()
    var place = try DatabaseFolder(trusted: Array(folder.path.utf8))
    let error = #expect(throws: StoreError.self) {
      _ = try place.openDatabase("no such folder/library.sqlite", schema: .volume)
    }
    #expect(error?.kind == .unwritable)
  }

  @Test(arguments: [
    (Int32(778), Errno.readOnlyFileSystem, StoreError.Kind.unwritable),
    (1034, Errno.readOnlyFileSystem, .unwritable),
    (778, Errno.noSpace, .full), (778, Errno.inputOutput, .inputOutput),
    (11, Errno.readOnlyFileSystem, .corrupt),
  ])
  func `a write that the system refuses tells why`(code: Int32, system: Errno, kind: StoreError.Kind) {
    #expect(StoreError(code: code, systemCode: system.rawValue, message: "", path: "").kind == kind)
  }

  @Test func `the log is flushed at each commit again once one was not to be`() throws {
    let connection = try Stick().open().connection
    func level(_ sql: StaticString) throws -> Int64? {
      try connection.first(sql) { (row) throws(StoreError) in try row.integer(0) }
    }
    // SQLite answers with what held when it compiled the statement, so each is asked in other words. 1 is NORMAL, 2 FULL.
    try connection.transaction(isDurable: false) { () throws(StoreError) in
      let now = try connection.first("PRAGMA synchronous") { (row) throws(StoreError) in try row.integer(0) }
      #expect(now == 1)
    }
    #expect(try level("PRAGMA main.synchronous") == 2)
    #expect(throws: StoreError.self) {
      try connection.transaction(isDurable: false) { () throws(StoreError) in
        throw StoreError(.other, "by itself", path: "")
      }
    }
    #expect(try level("PRAGMA main . synchronous") == 2)
    connection.close()
  }

  @Test func `what is bound is what comes back, of any size, and in statements within others`() throws {
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
    #expect(try echo("é", [1])?.0 == "é")
    connection.close()
  }
}
