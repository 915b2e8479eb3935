import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What people said of folders, and where those were left, follows them to their new names.
@Suite("Folders that are renamed") struct RenamedFoldersTests {
  @Test(arguments: [3, ScanBatch.most + 30]) func `a mark and a place go with their folder`(count: Int) throws
  {
    let shelf = try Shelf()
    shelf.write("Kinderlieder", 1...count)
    shelf.write("other", 1...2)
    try shelf.scan()
    try shelf.mark("Kinderlieder", true)
    try shelf.listen("Kinderlieder/2.mp3", 40)
    shelf.stick.move("Kinderlieder", to: "Songs/For children")
    try shelf.scan()
    try expectEqual(shelf.folders(), ["Songs/For children true marked Songs/For children/2.mp3 40"])
    #expect(try shelf.resumes("Songs/For children") == true)
    // Listened to further it is told of once.
    try shelf.listen("Songs/For children/3.mp3", 50)
    try expectEqual(shelf.folders(), ["Songs/For children true marked Songs/For children/3.mp3 50"])
    #expect(try shelf.ask { try $0.people.folders.marks().count } == 1)
  }

  @Test func `a mark goes with a folder that was never listened to`() throws {
    let shelf = try Shelf()
    shelf.write("Audiobooks", 1...3)
    try shelf.scan()
    try shelf.mark("Audiobooks", false)
    shelf.stick.move("Audiobooks", to: "Old audiobooks")
    try shelf.scan()
    try expectEqual(shelf.folders(), ["Old audiobooks false marked"])
  }

  @Test func `marks of folders go with the folder that they lie in`() throws {
    let shelf = try Shelf()
    for folder in ["Books/Momo/CD 1", "Books/Momo/CD 2", "Books/Jim"] { shelf.write(folder, 1...3) }
    try shelf.scan()
    for (folder, resumes) in [("Books", true), ("Books/Momo", false), ("Books/Momo/CD 2", true)] {
      try shelf.mark(folder, resumes)
    }
    shelf.stick.move("Books", to: "Stories")
    try shelf.scan()
    try expectEqual(
      shelf.folders(),
      [
        "Stories true marked", "Stories/Momo false marked", "Stories/Momo/CD 2 true marked",
      ])
    shelf.stick.move("Stories/Momo", to: "a/Momo")
    try shelf.scan()
    try expectEqual(
      shelf.folders(), ["Stories true marked", "a/Momo false marked", "a/Momo/CD 2 true marked"])
  }

  @Test(arguments: [3, ScanBatch.most + 30])
  func `two folders that change names change marks and places`(count: Int) throws {
    let shelf = try Shelf()
    shelf.write("a", 1...count)
    shelf.write("b", 1...(count + 1))
    try shelf.scan()
    try shelf.mark("a", true)
    try shelf.mark("b", false)
    // The last that the scan comes to.
    let last = min(count, 99)
    try shelf.listen("a/\(last).mp3", 10)
    try shelf.listen("b/2.mp3", 20)
    shelf.swap("a", "b")
    try shelf.scan()
    try expectEqual(shelf.folders(), ["a false marked a/2.mp3 20", "b true marked b/\(last).mp3 10"])
    // So do one that has a mark and one that has none.
    _ = try shelf.ask { try $0.mark(folder: Array("a".utf8), resumes: nil) }
    shelf.swap("a", "b")
    try shelf.scan()
    try expectEqual(shelf.folders(), ["a true marked a/\(last).mp3 10", "b false tracks b/2.mp3 20"])
  }

  @Test func `folders that take each other's names in a row take their marks along`() throws {
    let shelf = try Shelf()
    shelf.write("a", 1...3)
    shelf.write("b", 1...4)
    try shelf.scan()
    try shelf.mark("a", true)
    try shelf.mark("b", false)
    shelf.stick.move("b", to: "c")
    shelf.stick.move("a", to: "b")
    try shelf.scan()
    try expectEqual(shelf.folders(), ["b true marked", "c false marked"])
    // A new one of an old name has nothing of it.
    shelf.write("a", 1...3)
    try shelf.scan()
    try expectEqual(shelf.folders(), ["b true marked", "c false marked"])
  }

  @Test func `the larger part of a divided folder gets the mark`() throws {
    let shelf = try Shelf()
    shelf.write("all", 1...5)
    try shelf.scan()
    try shelf.mark("all", true)
    try shelf.listen("all/1.mp3", 10)
    shelf.move("all", 1...2, to: "a part")
    shelf.move("all", 3...5, to: "the other part")
    shelf.stick.move("all", to: "empty/all")
    try shelf.scan()
    try expectEqual(shelf.folders(), ["a part false tracks a part/1.mp3 10", "the other part true marked"])
  }

  @Test func `a mark goes with the tracks that are left of a folder`() throws {
    let shelf = try Shelf()
    shelf.write("all", 1...5)
    try shelf.scan()
    try shelf.mark("all", true)
    try shelf.listen("all/1.mp3", 10)
    shelf.remove("all", 1...4)
    shelf.stick.move("all", to: "some")
    try shelf.scan()
    try expectEqual(shelf.folders(), ["all true tracks all/1.mp3 10", "some true marked"])
    #expect(try shelf.resumes("some") == true)
  }

  @Test func `a mark stays with a folder that is there still, and with tracks that others have taken in`()
    throws
  {
    let shelf = try Shelf()
    shelf.write("Inbox", 1...3)
    shelf.write("Music", 5...9)
    shelf.write("Sleep", 1...2)
    try shelf.scan()
    try shelf.mark("Inbox", false)
    try shelf.mark("Sleep", true)
    try shelf.listen("Inbox/1.mp3", 10)
    // Emptied, and filled once more.
    shelf.move("Inbox", 1...3, to: "Album")
    shelf.write("Inbox", 11...12)
    // What is at hand elsewhere now is music as before.
    shelf.move("Sleep", 1...2, to: "Music")
    shelf.stick.move("Sleep", to: "none/Sleep")
    try shelf.scan()
    try expectEqual(
      shelf.folders(), ["Album false tracks Album/1.mp3 10", "Inbox false marked", "Sleep true marked"])
    #expect(try shelf.resumes("Music") == false)
  }

  @Test func `the rule of a merged folder is that of the folder listened to last`() throws {
    let shelf = try Shelf()
    shelf.write("one", 1...2)
    shelf.write("two", 3...4)
    try shelf.scan()
    try shelf.mark("one", true)
    try shelf.mark("two", false)
    try shelf.listen("two/3.mp3", 10)
    try shelf.listen("one/2.mp3", 20)
    shelf.move("one", 1...2, to: "both")
    shelf.move("two", 3...4, to: "both")
    for folder in ["one", "two"] { shelf.stick.move(folder, to: "none/\(folder)") }
    try shelf.scan()
    try expectEqual(shelf.folders(), ["both true marked both/2.mp3 20"])
  }

  @Test func `a scan that is cut leaves marks and places where they were, and the next one moves them`()
    throws
  {
    let shelf = try Shelf()
    shelf.write("Kinderlieder/CD 1", 1...5)
    try shelf.scan()
    try shelf.mark("Kinderlieder", true)
    try shelf.listen("Kinderlieder/CD 1/2.mp3", 40)
    let before = try shelf.folders()
    shelf.stick.move("Kinderlieder", to: "Songs")
    try shelf.scanInPairs(until: "Kinderlieder/CD 1 3")
    try expectEqual(shelf.folders(), before)
    try shelf.scan()
    try expectEqual(shelf.folders(), ["Songs true marked", "Songs/CD 1 true above Songs/CD 1/2.mp3 40"])
  }

  @Test func `a mark goes with a folder whose files have other names, too, and a scan that is cut`() throws {
    let shelf = try Shelf.withMark()
    shelf.moveToNewNames()
    try shelf.scanInPairs(until: "old 3")
    try expectEqual(shelf.folders(), ["old true marked"])
    try shelf.scan()
    try expectEqual(shelf.folders(), ["new true marked"])
  }

  @Test func `a person's rule set between two scans stays`() throws {
    let shelf = try Shelf.withMark()
    shelf.moveToNewNames()
    try shelf.scanInPairs(until: "old 3")
    try shelf.mark("new", false)
    try shelf.scan()
    #expect(try shelf.resumes("new") == false)
  }

  @Test func `a mark goes with the tracks that are left of a folder where the scan is cut before its end`()
    throws
  {
    let shelf = try Shelf()
    shelf.write("all", 1...5)
    shelf.write("z", 1...1)
    try shelf.scan()
    try shelf.mark("all", true)
    shelf.remove("all", 1...3)
    shelf.stick.move("all", to: "some")
    shelf.stick.move("z/1.mp3", to: "z/2.mp3")
    try shelf.scanInPairs(until: "z 1")
    try shelf.scan()
    #expect(try shelf.resumes("some") == true)
  }

  @Test(arguments: [2, ScanBatch.most + 20])
  func `a mark moves to the larger part of a folder if that is found after the smaller one`(
    count: Int
  ) throws {
    let shelf = try Shelf()
    shelf.write("all", 1...(2 * count + 1))
    try shelf.scan()
    try shelf.mark("all", true)
    shelf.move("all", 1...count, to: "a part")
    shelf.move("all", (count + 1)...(2 * count + 1), to: "the other part")
    shelf.stick.move("all", to: "empty/all")
    if count == 2 { try shelf.scanInPairs() } else { try shelf.scan() }
    try expectEqual(shelf.folders(), ["the other part true marked"])
  }

  @Test func `a scan that is cut leaves the mark to the larger part of a folder`() throws {
    for largerIsFirst in [true, false] {
      let shelf = try Shelf()
      shelf.write("all", 1...7)
      try shelf.scan()
      try shelf.mark("all", true)
      let last = largerIsFirst ? 4 : 3
      shelf.move("all", 1...last, to: "a part")
      shelf.move("all", (last + 1)...7, to: "the other part")
      shelf.stick.move("all", to: "empty/all")
      // Other files of the same names.
      if !largerIsFirst { shelf.write("a part", 4...7) }
      try shelf.scanInPairs(until: "all 3")
      try expectEqual(shelf.folders(), ["all true marked"])
      try shelf.scan()
      try expectEqual(shelf.folders(), [largerIsFirst ? "a part true marked" : "the other part true marked"])
    }
  }

  @Test func `a mark stays with the name where most of a folder has come to one that was there already`()
    throws
  {
    let shelf = try Shelf()
    shelf.write("all", 1...5)
    shelf.write("Music", 11...12)
    try shelf.scan()
    try shelf.mark("all", true)
    shelf.move("all", 1...2, to: "a part")
    shelf.move("all", 3...5, to: "Music")
    shelf.stick.move("all", to: "empty/all")
    try shelf.scanInPairs()
    try expectEqual(shelf.folders(), ["all true marked"])
  }

  @Test func `a mark stays with a folder that is there still where a scan is cut`() throws {
    let shelf = try Shelf()
    shelf.write("Inbox", 1...5)
    shelf.write("Empty", 1...4)
    try shelf.scan()
    try shelf.mark("Inbox", false)
    try shelf.mark("Empty", true)
    shelf.move("Inbox", 1...4, to: "Album")
    shelf.move("Empty", 1...4, to: "Books")
    for title in ["Inbox 3", "Empty 3"] {
      try shelf.scanInPairs(until: title)
      try expectEqual(shelf.folders(), ["Empty true marked", "Inbox false marked"])
    }
    try shelf.scan()
    try expectEqual(shelf.folders(), ["Empty true marked", "Inbox false marked"])
  }

  @Test func `a reconcile that was cut after it moved the marks does not move them again`() throws {
    let shelf = try Shelf()
    for folder in ["a", "b"] { shelf.write(folder, 1...3) }
    try shelf.scan()
    try shelf.mark("a", true)
    try shelf.mark("b", false)
    shelf.swap("a", "b")
    // As a cut leaves it.
    try shelf.ask {
      try $0.reconciling.moveSettings([
        (Array("a".utf8), Array("b".utf8)), (Array("b".utf8), Array("a".utf8)),
      ])
    }
    let folders = try shelf.folders()
    expectEqual(folders, ["a false marked", "b true marked"])
    try shelf.scan()
    try expectEqual(shelf.folders(), folders)
    // Later ones move again.
    shelf.swap("a", "b")
    try shelf.scan()
    try expectEqual(shelf.folders(), ["a true marked", "b false marked"])
  }

  @Test func `a mark that the new folder has already stays`() throws {
    let shelf = try Shelf()
    for folder in ["a", "b"] { shelf.write(folder, 1...1) }
    try shelf.scan()
    for said in [false, true] {
      try shelf.mark("a", true)
      try shelf.mark("b", said)
      try shelf.ask { try $0.reconciling.moveSettings([(Array("a".utf8), Array("b".utf8))]) }
      try expectEqual(shelf.folders(), ["b \(said) marked"])
    }
  }

  @Test func `folders that lie where they lay, and the root, are no other ones`() {
    func renamings(_ from: String, _ to: String) -> [String] {
      FolderMoves.renamings(from: Array(from.utf8), to: Array(to.utf8)).map { from, to in
        "\(String(decoding: from, as: UTF8.self)) \(String(decoding: to, as: UTF8.self))"
      }
    }
    expectEqual(renamings("a/x/y", "b/x/y"), ["a/x/y b/x/y", "a/x b/x", "a b"])
    expectEqual(renamings("c/a/x", "c/b/x"), ["c/a/x c/b/x", "c/a c/b"])
    #expect(renamings("x", "z/x") == ["x z/x"] && renamings("a/x", "x") == ["a/x x"])
    expectEqual(renamings("a/x", "b/y"), ["a/x b/y"])
    #expect(renamings("a", "") == [] && renamings("", "a") == [] && renamings("a", "a") == [])
  }

  @Test func `folders whose tracks go everywhere leave room for one that was renamed`() {
    func path(_ text: String) -> [UInt8] { Array(text.utf8) }
    let emptied = (0..<400).map { path("\($0)") }
    var moves = FolderMoves(marked: Set(emptied + [path("old")]))
    for from in emptied { for genre in 0..<30 { moves.add(from: from, to: path("genre \(genre)")) } }
    for _ in 0..<10 { moves.add(from: path("old"), to: path("new")) }
    #expect(moves.likely.contains { $0.from == path("old") && $0.to == path("new") })
  }
}
