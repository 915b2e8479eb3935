import Linux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct DatabaseFilesTests {
  @Test func `database and log are copied as they are, and nothing where there is none`() throws {
    let stick = try Stick()
    let state = try Stick()
    let files = DatabaseFiles(root: try Root(path: stick.path))
    let target = try StateFolder(in: Array(state.path.utf8))
    #expect(try !files.copy(to: try target.open(), as: "a"))
    stick.write(".jukebox/library.sqlite", [1, 2, 3])
    stick.write(".jukebox/library.sqlite-wal", [4])
    #expect(files.unreadableParts().isEmpty)
    #expect(try files.copy(to: try target.open(), as: "a"))
    expectEqual(Files.read("\(state.path)/volumes/a"), [1, 2, 3])
    expectEqual(Files.read("\(state.path)/volumes/a-wal"), [4])
  }
}
