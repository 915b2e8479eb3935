import Testing

@testable import Library

@Suite struct FileNamesTests {
  @Test(arguments: [
    ".", "..", "...", "._a.mp3", ".a.mp3", ".Trash-1000", ".trashed-1700000000-a.mp3", ".nomedia", ".ä",
    "lost+found",
    "System Volume Information", "$Recycle.Bin",
  ])
  func `what systems keep for themselves is passed over`(name: String) {
    #expect(FileNames.isPassedOver(Array(name.utf8)))
  }

  @Test(arguments: ["...Live", "..a.mp3", ".45 Minutes", ". a", ".'t", "a.", "a", "", "Recycler's"])
  func `people's names may begin with a dot`(name: String) {
    #expect(!FileNames.isPassedOver(Array(name.utf8)))
  }
}
