import Control
import Exchange
import Library
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

/// Thumbnails where nobody can make them.
@Suite struct PictureMakerTests {
  @Test func `without the program a thumbnail is left to the picture itself, and a cover is refused`() throws
  {
    let folder = try TemporaryFolder()
    let loop = try EventLoop()
    let library = try MusicLibrary(loop: loop, stateFolder: folder.path, known: [], readers: .media) { _ in }
    let maker = PictureMaker(loop: loop, library: library)
    maker.program = nil
    let picture = PictureRecipe.Picture(uri: "a.flac", content: "a")
    var answers: [String] = []
    _ = maker.makeThumbnail(of: picture, .row) { result in
      if case .success(nil) = result { answers.append("whole") } else { answers.append("\(result)") }
    }
    maker.make(.cover([picture], colour: 0)) { result in
      if case .failure(let refusal) = result { answers.append(refusal.message) }
    }
    for _ in 0..<100 where answers.count < 2 { try loop.turn(waitingAtMost: .seconds(1)) }
    expectEqual(answers, ["whole", "jukebox-pictures is not installed"])
  }
}
