import Control
import Library
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

/// Music files are changed while they play, where the configuration allows it.
@Suite struct FileEditTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make(
      "Stick", ["song.flac": "album/2-01 Solder.flac", "other.mp3": "album/1-02 Ratchet Rag.mp3"])
  }

  private func box(isWritable: Bool) throws -> Box {
    let box = try Box(on: shelf, autoplay: .off, isWritable: isWritable)
    try box.core.start()
    try box.read("Stick")
    return box
  }

  private func wait<Value>(_ box: Box, _ start: (@escaping (Value) -> Void) -> Void) throws -> Value {
    var answer: Value?
    start { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer)
  }

  @Test func `files change only if the configuration allows it`() throws {
    let box = try box(isWritable: false)
    let edits = box.core.services.fileEdits
    let uri = "Stick/song.flac"
    var keys: [ErrorKey?] = []
    func key<Value>(_ result: Result<Value, Refusal>) {
      if case .failure(let refusal) = result { keys.append(refusal.key) } else { keys.append(nil) }
    }
    key(try wait(box) { edits.tag(uri, .undo, completion: $0) })
    key(try wait(box) { edits.remove([uri], completion: $0) })
    key(try wait(box) { edits.restore(uri, completion: $0) })
    key(try wait(box) { edits.emptyTrash(of: nil, completion: $0) })
    key(try wait(box) { done in _ = edits.copy([uri], to: "Stick", progress: { _ in }, completion: done) })
    expectEqual(keys, Array(repeating: .filesProtected, count: 5))
    try expectEqual(shelf.names(in: "Stick"), [".jukebox", "other.mp3", "song.flac"])
    let trash = try (wait(box) { edits.trash(completion: $0) } as Result<[TrashItem], Refusal>).get()
    #expect(trash.isEmpty, "a look at the trash changes nothing")
    box.stop()
  }

  @Test func `a song that plays goes to the trash and plays on`() throws {
    let box = try box(isWritable: true)
    let edits = box.core.services.fileEdits
    let volume = try #require(box.volume("Stick"))
    let tracks = ["song.flac", "other.mp3"].map { TrackReference(volume: volume.id, path: Array($0.utf8)) }
    _ =
      try wait(box) { done in
        _ = try? box.core.controller.handle(.add(tracks, at: .end)) { done($0) }
      } as Refusal?
    box.core.controller.report(.perform(.play))
    try box.turn { box.player.transport == .play }
    let items = try
      (wait(box) { edits.remove(["Stick/song.flac"], completion: $0) } as Result<[TrashItem], Refusal>).get()
    expectEqual(items.map(\.uri), ["Stick/song.flac"])
    #expect(box.player.transport == .play && box.current == "song.flac" && box.player.error == nil)
    _ = try (wait(box) { edits.restore("Stick/song.flac", completion: $0) } as Result<TrashItem, Refusal>)
      .get()
    try expectEqual(shelf.names(in: "Stick"), [".jukebox", "other.mp3", "song.flac"])
    #expect(box.player.transport == .play && box.current == "song.flac")
    box.stop()
  }
}
