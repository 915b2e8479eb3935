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
}
