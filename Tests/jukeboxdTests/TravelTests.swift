import Control
import Library
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("Queues that travel with their stick")
struct TravelTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make(
      "Stick",
      [
        "1.mp3": "album/1-02 Ratchet Rag.mp3", "2.flac": "album/2-01 Solder.flac",
        "3.ogg": "album/1-03 Lamp Oil.ogg",
      ])
    try shelf.make(
      "Home", ["h.flac": "album/1-01 Kettle Waltz.flac", "i.opus": "album/1-04 Windowsill.opus"])
  }

  /// A box whose queue is these tracks of the stick, and which was switched off in order while the second played.
  private func playElsewhere(_ paths: [String], from time: Duration = .seconds(1)) throws -> Box {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    let controller = box.core.controller
    try controller.handle(.replaceQueue(box.tracks(paths, of: "Stick").map { QueueItem($0) }))
    try controller.handle(.prioritise([0..<1], 9))
    try controller.handle(.seekPosition(1, to: time))
    try box.turn { box.sounds(beyond: time) }
    box.stop()
    return box
  }

  /// A box at home, which knows both volumes and has a queue of both.
  private func home() throws -> TemporaryFolder {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    try box.read("Home")
    for (path, stick) in [("h.flac", "Home"), ("3.ogg", "Stick"), ("i.opus", "Home")] {
      try box.core.controller.handle(.add(box.tracks([path], of: stick), at: .end))
    }
    box.stop()
    return box.state
  }

  @Test func `the queue follows a file that is renamed, on the box and on the stick`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    try box.core.controller.handle(.add(box.tracks(["3.ogg", "1.mp3", "3.ogg"], of: "Stick"), at: .end))
    try shelf.move("Stick/3.ogg", to: "Lamp Oil.ogg")
    _ = try box.core.library.scans.update("", rescan: false)
    try box.turn { box.paths == ["Lamp Oil.ogg", "1.mp3", "Lamp Oil.ogg"] && !box.isScanning }
    try box.core.controller.handle(.playPosition(0))
    try box.turn { box.sounds() }
    box.stop()
    let kept = try box.afterPowerCut().saved.entries.map { String(decoding: $0.track.path, as: UTF8.self) }
    expectEqual(kept, ["Lamp Oil.ogg", "1.mp3", "Lamp Oil.ogg"])
    let other = try Box(on: shelf)
    try other.core.start()
    other.plug("Stick")
    try other.turn { other.sounds() }
    expectEqual(other.paths, ["Lamp Oil.ogg", "1.mp3", "Lamp Oil.ogg"])
    other.stop()
  }

  @Test func `another jukebox continues where this one was switched off`() throws {
    _ = try playElsewhere(["3.ogg", "2.flac"])
    let other = try Box(on: shelf)
    try other.core.start()
    other.plug("Stick")
    try other.turn { other.sounds(beyond: .seconds(1)) }
    expectEqual(other.paths, ["3.ogg", "2.flac"])
    expectEqual(other.core.controller.queue.entries.map(\.priority), [9, 0])
    expectEqual(other.current, "2.flac")
    #expect(other.elapsed < .seconds(3))
    other.stop()
  }

  @Test func `the queue of another jukebox replaces the entries of its volume and no others`() throws {
    let state = try home()
    _ = try playElsewhere(["1.mp3", "2.flac"])
    let box = try Box(on: shelf, state: state)
    try box.core.start()
    let own = box.ids
    expectEqual(box.paths, ["h.flac", "3.ogg", "i.opus"])
    box.plug("Stick")
    try box.turn { box.sounds(beyond: .seconds(1)) }
    expectEqual(box.paths, ["h.flac", "i.opus", "1.mp3", "2.flac"])
    expectEqual(Array(box.ids.prefix(2)), [own[0], own[2]])
    expectEqual(box.current, "2.flac")
    box.stop()
  }

  @Test func `an edit made before a stick is open outranks the queue on the stick`() throws {
    let state = try home()
    _ = try playElsewhere(["1.mp3", "2.flac"])
    let box = try Box(on: shelf, state: state)
    try box.core.start()
    try box.read("Home")
    box.plug("Stick")
    try box.core.controller.handle(.clear)
    try box.core.controller.handle(.add(box.tracks(["h.flac"], of: "Home"), at: .end))
    try box.turn { box.volume("Stick") != nil }
    let stick = try #require(box.volume("Stick")).id
    // More steps than there are from its opening to what it carries.
    for _ in 0..<8 {
      var isAnswered = false
      box.core.library.queues.carried(on: stick) { _ in isAnswered = true }
      try box.turn { isAnswered }
    }
    expectEqual(box.paths, ["h.flac"])
    box.stop()
  }

  @Test func `a queue that this jukebox wrote itself is not taken over`() throws {
    let first = try playElsewhere(["1.mp3", "2.flac"])
    let ids = first.ids
    let again = try Box(on: shelf, state: first.state)
    try again.core.start()
    again.plug("Stick")
    try again.turn { again.sounds(beyond: .seconds(1)) }
    expectEqual(again.ids, ids)
    // The same from the position that the box itself kept: with what the stick carries, it would be an edit.
    expectEqual(again.core.controller.queue.entries.map(\.priority), [9, 0])
    again.stop()
  }

  @Test func `an edit made while a stick's queue is read is not undone by it`() throws {
    let state = try home()
    _ = try playElsewhere(["1.mp3", "2.flac"])
    let box = try Box(on: shelf, state: state)
    // The stick is to carry this queue at once, since the power may go: not with the write after a rest.
    box.core.policies.carrier.delay = .seconds(3600)
    try box.core.start()
    // As soon as the stick is announced, before what it carries has been read.
    var result: Result<Void, any Error>?
    box.core.announce = { [unowned box, shelf] changes in
      guard changes.contains(.mount), result == nil else { return }
      result = Result {
        let stick = try #require(box.core.library.volumes.first { $0.path == shelf.path(of: "Stick") })
        let tracks = ["2.flac", "3.ogg"].map { TrackReference(volume: stick.id, path: Array($0.utf8)) }
        try box.core.controller.handle(.replaceQueue(tracks.map { QueueItem($0) }))
        try box.core.controller.handle(.playPosition(1))
      }
    }
    box.plug("Stick")
    try box.turn { box.sounds() }
    try #require(result).get()
    expectEqual(box.paths, ["2.flac", "3.ogg"])
    expectEqual(box.current, "3.ogg")
    try box.turn {
      try carried(on: "Stick", box)?.entries.map { String(decoding: $0.path, as: UTF8.self) } == [
        "2.flac", "3.ogg",
      ]
    }
    // Nor by what it carried when it comes back.
    box.stop()
    let again = try Box(on: shelf, state: state)
    try again.core.start()
    again.plug("Stick")
    try again.turn { again.sounds() }
    expectEqual(again.paths, ["2.flac", "3.ogg"])
    again.stop()
  }

  @Test func `the queue of a stick is not taken over while something plays`() throws {
    let state = try home()
    _ = try playElsewhere(["1.mp3", "2.flac"])
    let box = try Box(on: shelf, state: state, autoplay: .off)
    try box.core.start()
    let ids = box.ids
    try box.read("Home")
    try box.core.controller.handle(.play)
    try box.turn { box.sounds() }
    let serial = box.core.controller.status.serial
    try box.read("Stick")
    try box.turn { !box.core.policies.carrier.isWriting && box.sounds() }
    expectEqual(box.ids, ids)
    expectEqual(box.core.controller.status.serial, serial)
    box.stop()
  }

  @Test func `a box that plays nothing by itself takes the queue over and stays silent`() throws {
    _ = try playElsewhere(["1.mp3", "2.flac"])
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    try box.turn { box.paths == ["1.mp3", "2.flac"] }
    expectEqual(box.player.transport, .stop)
    box.stop()
  }

  /// What the stick carries, as the box reads it.
  private func carried(on stick: String, _ box: Box) throws -> CarriedQueue? {
    var answer: Result<CarriedQueue?, StoreError>?
    box.core.library.queues.carried(on: try #require(box.volume(stick)).id) { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer).get()
  }

  @Test func `a stick gets the new path of a file that moves while the queue is written`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    func told() throws -> [String] {
      try carried(on: "Stick", box)?.entries.map { String(decoding: $0.path, as: UTF8.self) } ?? []
    }
    try box.core.controller.handle(.add(box.tracks(["3.ogg", "1.mp3"], of: "Stick"), at: .end))
    try box.turn { try !box.core.policies.carrier.isWriting && told() == ["3.ogg", "1.mp3"] }
    try box.core.controller.handle(.playPosition(1))
    box.core.policies.carrier.writeAll()
    #expect(box.core.policies.carrier.isWriting)
    // As the scan tells it; what is written already has the old name.
    let (old, new) = (try box.tracks(["3.ogg"], of: "Stick")[0], try box.tracks(["4.ogg"], of: "Stick")[0])
    box.core.dispatch.receive(.moved([old: new]))
    try box.turn { try told() == ["4.ogg", "1.mp3"] }
    box.stop()
  }

  @Test func `a stick whose queue another box has emptied plays`() throws {
    let first = try Box(on: shelf)
    try first.core.start()
    try first.read("Stick")
    try first.turn { first.sounds() }
    try first.turn { try carried(on: "Stick", first)?.entries.count == 3 }
    try first.core.controller.handle(.clear)
    first.stop()
    let second = try Box(on: shelf)
    try second.core.start()
    second.plug("Stick")
    try second.turn { second.sounds() }
    #expect(second.paths == ["1.mp3", "3.ogg", "2.flac"], "by disc and track")
    second.stop()
  }

  @Test func `a queue that another jukebox has played to its end starts again`() throws {
    let first = try Box(on: shelf, autoplay: .off)
    try first.core.start()
    try first.read("Stick")
    try first.core.controller.handle(.add(first.tracks(["3.ogg", "1.mp3"], of: "Stick"), at: .end))
    #expect(first.player.current == nil)
    first.stop()
    let second = try Box(on: shelf)
    try second.core.start()
    second.plug("Stick")
    try second.turn { second.sounds() }
    expectEqual(second.paths, ["3.ogg", "1.mp3"])
    expectEqual(second.current, "3.ogg")
    second.stop()
  }

  @Test func `a stick learns of a pause soon, and carries one whole file then`() throws {
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    try box.turn { box.sounds() }
    // It has been told that something plays, and would be told of the position half a minute later.
    try box.turn { try carried(on: "Stick", box)?.current == box.ids[0] }
    try box.core.controller.handle(.setPaused(true))
    let heard = box.elapsed
    let since = Instant.now()
    try box.turn {
      let told = try carried(on: "Stick", box)?.position ?? .zero
      return told >= heard - .microseconds(1) && told < heard + .milliseconds(100)
    }
    #expect(Instant.now() < since + .seconds(10))
    let root = try Root(path: shelf.path)
    try box.turn {
      try root.statusOfName(Array("Stick/.jukebox/library.sqlite-wal".utf8)).map { $0.size == 0 } ?? true
    }
    box.stop()
  }

  @Test func `a stick unmounted in a pause stores the place of the pause`() throws {
    let box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    try box.turn { box.sounds(beyond: .milliseconds(500)) }
    try box.core.controller.handle(.setPaused(true))
    let (heard, current) = (box.elapsed, box.current)
    var isReleased = false
    box.core.policies.volumes.unmount("Stick") { _ in isReleased = true }
    try box.turn { isReleased }
    box.stop()
    let other = try Box(on: shelf)
    try other.core.start()
    other.plug("Stick")
    try other.turn { other.sounds() }
    expectEqual(other.current, current)
    #expect(other.elapsed >= heard - .microseconds(1))
    other.stop()
  }
}
