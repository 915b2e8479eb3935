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
}
