import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct FileNamesTests {
  @Test(arguments: [
    ".", "..", "...", "._a.mp3", ".a.mp3", ".Trash-1000", ".trashed-1700000000-a.mp3", ".nomedia", ".ä",
    "lost+found",
    "System Volume Information", "$Recycle.Bin",
  ])
  func `files and folders of operating systems are skipped`(name: String) {
    #expect(FileNames.isPassedOver(Array(name.utf8)))
  }

  @Test(arguments: ["...Live", "..a.mp3", ".45 Minutes", ". a", ".'t", "a.", "a", "", "Recycler's"])
  func `people's names may begin with a dot`(name: String) {
    #expect(!FileNames.isPassedOver(Array(name.utf8)))
  }

  @Test(arguments: [("a.M4P", "m4p"), ("b.c.tak", "tak"), ("x.Mod", "mod"), ("song.it", "it")])
  func `music files in other formats are known by their endings`(name: String, kind: String) {
    expectEqual(FileNames.unplayedKind(Array(name.utf8)), kind)
    #expect(!FileNames.isSoundFile(Array(name.utf8)))
  }

  @Test(arguments: ["a.mp3", "a.jpg", "tak", ".tak", "a.tak.part", "a.", "cover.png", "list.m3u", "film.mkv"])
  func `formats that are played and other files do not count`(name: String) {
    #expect(FileNames.unplayedKind(Array(name.utf8)) == nil)
  }
}
