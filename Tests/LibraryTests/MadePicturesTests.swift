import Glibc
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Covers of playlists and thumbnails that were made, in the box.
@Suite struct MadePicturesTests {
  private let folder: TemporaryFolder
  private let cache: MadePictures

  init() throws {
    folder = try TemporaryFolder()
    cache = MadePictures(path: Array("\(folder.path)/pictures".utf8))
  }

  private func recipe(_ contents: [String], colour: UInt32 = 0) -> PictureRecipe {
    .cover(contents.map { PictureRecipe.Picture(uri: "any", content: $0) }, colour: colour)
  }

  @Test func `a cover is that of its pictures in their order, or of a colour`() throws {
    #expect(cache.read(recipe(["a", "b"])) == nil)
    try cache.keep([1, 2, 3], of: recipe(["a", "b"]))
    expectEqual(cache.read(recipe(["a", "b"], colour: 5)), [1, 2, 3])
    for other in [recipe(["b", "a"]), recipe(["a"]), recipe(["ab"]), recipe([]), recipe(["a", "b", "c"])] {
      #expect(cache.read(other) == nil)
    }
    try cache.keep([4], of: recipe([], colour: 5))
    expectEqual(cache.read(recipe([], colour: 5)), [4])
    #expect(cache.read(recipe([], colour: 6)) == nil)
    try cache.keep([7, 7], of: recipe(["a", "b"]))
    expectEqual(cache.read(recipe(["a", "b"])), [7, 7])
  }

  @Test func `a picture damaged by a power cut is not used`() throws {
    let whole = recipe(["a"])
    try cache.keep([UInt8](repeating: 9, count: 500), of: whole)
    let path = "pictures/\(MadePictures.name(of: whole))"
    let bytes = try HostFile.open("\(folder.path)/\(path)").readAll(atMost: 1000)
    for damaged in [
      [], Array(bytes[..<15]), Array(bytes[..<16]), Array(bytes.dropLast()), bytes.dropLast() + [0],
    ] {
      try folder.write(path, damaged)
      #expect(cache.read(whole) == nil)
    }
    try folder.write(path, bytes)
    expectEqual(cache.read(whole)?.count, 500)
  }

  @Test func `the oldest goes when there are too many, and pictures stay`() throws {
    try cache.keep([1], of: recipe(["first"]))
    // In the same moment as the next ones, it would be as old as they are.
    let first = "\(folder.path)/pictures/\(MadePictures.name(of: recipe(["first"])))"
    try systemCall("utimes") { unsafe utimes(first, [timeval(), timeval()]) }
    let name = String(repeating: "a", count: 32)
    try folder.write("pictures/\(name)", [1, 2])
    let side = ThumbnailSide.row
    let thumbnail = PictureRecipe.thumbnail(.init(uri: "any", content: "first"), side)
    try cache.keep([3], of: thumbnail)
    let limit = MadePictures.Kind.cover.fileLimit
    for number in 1...limit { try cache.keep([2], of: recipe(["\(number)"])) }
    try cache.evict()
    #expect(cache.read(recipe(["first"])) == nil)
    expectEqual(cache.read(recipe(["\(limit)"])), [2])
    // An eighth more goes, so that the next ones need no look at all.
    expectEqual(Files.list("\(folder.path)/pictures").count, limit - limit / 8 + 2)
    expectEqual(cache.read(thumbnail), [3])
  }

  @Test func `a thumbnail is that of one picture and one side, and may be known to be impossible`() throws {
    func thumbnail(_ content: String, _ side: ThumbnailSide) -> PictureRecipe {
      .thumbnail(PictureRecipe.Picture(uri: "any", content: content), side)
    }
    try cache.keep([1], of: thumbnail("a", .row))
    try cache.keep([], of: thumbnail("a", .screen))
    expectEqual(cache.read(thumbnail("a", .row)), [1])
    expectEqual(cache.read(thumbnail("a", .screen)), [])
    for other in [thumbnail("a", .album), thumbnail("b", .row), recipe(["a"])] {
      #expect(cache.read(other) == nil)
    }
    try cache.keep([UInt8](repeating: 0, count: MadePictures.mostBytes), of: thumbnail("large", .row))
    #expect(cache.read(thumbnail("large", .row)) == nil)
  }
}
