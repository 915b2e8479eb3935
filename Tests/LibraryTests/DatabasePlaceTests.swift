import Linux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct DatabasePlaceTests {
  @Test func `a database is in the volume's own folder, a copy in the state folder under its own name`()
    throws
  {
    let (stick, state) = (try Stick(), try Stick())
    stick.write(".jukebox/library.sqlite", [1])
    let own = DatabasePlace.volume(try Root(path: stick.path))
    let copy = DatabasePlace.state(try StateFolder(in: Array(state.path.utf8)), file: "a.sqlite")
    #expect(own.file == "library.sqlite" && !own.isCopy)
    #expect(copy.file == "a.sqlite" && copy.isCopy)
    #expect(try own.open().kind(of: own.file) == .regular && copy.open().kind(of: copy.file) == .absent)
    Files.write("\(state.path)/volumes/a.sqlite", [1])
    #expect(try copy.open().kind(of: copy.file) == .regular)
  }

  @Test func `the jukebox's folder is made if a volume has none`() throws {
    let stick = try Stick()
    let place = DatabasePlace.volume(try Root(path: stick.path))
    #expect(try place.open().kind(of: place.file) == .absent)
    expectEqual(Files.list(stick.path), [".jukebox"])
  }

  @Test(arguments: [(StoreError.Kind.corrupt, "corrupt"), (.foreign, "foreign"), (.unwritable, "foreign")])
  func `a database that is set aside has a reason in its name`(kind: StoreError.Kind, reason: String) {
    expectEqual(DatabasePlace.reason(of: StoreError(kind, "no", path: "")), reason)
  }
}
