import Support
import Testing

@testable import Model

@Suite struct FolderAlbumTests {
  @Test(arguments: [
    ("a/b/1.mp3", "a/b"), ("1.mp3", "/"), ("a/CD1/1.mp3", "a"), ("CD 2/1.mp3", "/"), ("a/disc-03/1.mp3", "a"),
    ("a/DISK.1/x", "a"), ("a/CD/1.mp3", "a/CD"), ("a/CD100/1", "a/CD100"), ("a/CD1 live/1", "a/CD1 live"),
    ("a/Disco 1/1", "a/Disco 1"), ("a/CD1/b/1", "a/CD1/b"), ("a/1/1", "a/1"), ("é/CD1/1", "é"),
  ]) func `the folder of an album holds its songs or the folders of its discs`(
    _ song: String, _ folder: String
  ) {
    expectEqual(FolderAlbum.folder(ofSong: song), folder)
  }

  @Test func `the folder of songs in the root of a volume is the volume`() {
    expectEqual(FolderAlbum.folder(ofSongsIn: ""), "/")
    expectEqual(FolderAlbum.folder(ofSongsIn: "stick"), "stick")
    expectEqual(FolderAlbum.folder(ofSongsIn: "stick/cd2"), "stick")
  }
}
