import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What people said of folders comes back from a backup under the names that the folders have by then.
@Suite("Restored data of renamed folders") struct RestoredFoldersTests {
  @Test func `an older backup gives a folder its mark under the name that it has now`() throws {
    let shelf = try Shelf()
    shelf.write("a", 1...3)
    try shelf.scan()
    try shelf.mark("a", true)
    try shelf.listen("a/2.mp3", 40)
    let bench = try ExchangeBench()
    // No backup is made but this one.
    bench.exchange.backups.clock = { 1_000_000 }
    let info = try bench.mount(shelf.stick.path)
    try bench.backUp(info)
    shelf.stick.move("a", to: "b")
    try bench.scan()
    try bench.ask(info) { (store) throws(StoreError) in
      _ = try store.mark(folder: Array("b".utf8), resumes: false)
    }
    _ = try bench.restore(info)
    try bench.unmount(shelf.stick.path)
    try expectEqual(shelf.folders(), ["b true marked b/2.mp3 40"])
  }

  @Test(arguments: [("a", "b"), ("b", "a")])
  func `an older backup of two folders that are one now loses neither the mark nor the place`(
    marked: String, heard: String
  ) throws {
    let shelf = try Shelf()
    shelf.write(marked, 1...2)
    shelf.write(heard, 5...7)
    try shelf.scan()
    try shelf.mark(marked, true)
    try shelf.listen("\(heard)/6.mp3", 40)
    let bench = try ExchangeBench()
    bench.exchange.backups.clock = { 1_000_000 }
    let info = try bench.mount(shelf.stick.path)
    try bench.backUp(info)
    shelf.move(heard, 5...7, to: marked)
    try bench.scan()
    _ = try bench.restore(info)
    try bench.unmount(shelf.stick.path)
    try expectEqual(shelf.folders(), ["\(marked) true marked \(marked)/6.mp3 40"])
  }
}
