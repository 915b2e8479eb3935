import Library
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
    try box.works.start()
    try box.read("Stick")
    let conductor = box.works.conductor
    try conductor.handle(.replaceQueue(box.tracks(paths, of: "Stick")))
    try conductor.handle(.prioritise([0..<1], 9))
    try conductor.handle(.seekPosition(1, to: time))
    try box.turn { box.sounds(beyond: time) }
    box.stop()
    return box
  }

  /// A box at home, which knows both volumes and has a queue of both.
  private func home() throws -> TemporaryFolder {
    let box = try Box(on: shelf, autoplay: .off)
    try box.works.start()
    try box.read("Stick")
    try box.read("Home")
    for (path, stick) in [("h.flac", "Home"), ("3.ogg", "Stick"), ("i.opus", "Home")] {
      try box.works.conductor.handle(.add(box.tracks([path], of: stick), at: .end))
    }
    box.stop()
    return box.state
  }

  @Test func `another box goes on where this one was switched off`() throws {
    _ = try playElsewhere(["3.ogg", "2.flac"])
    let other = try Box(on: shelf)
    try other.works.start()
    other.plug("Stick")
    try other.turn { other.sounds(beyond: .seconds(1)) }
    #expect(other.paths == ["3.ogg", "2.flac"])
    #expect(other.works.conductor.queue.entries.map(\.priority) == [9, 0])
    #expect(other.current == "2.flac")
    #expect(other.elapsed < .seconds(3))
    other.stop()
  }

  @Test func `what another box wrote replaces the entries of its volume and no others`() throws {
    let state = try home()
    _ = try playElsewhere(["1.mp3", "2.flac"])
    let box = try Box(on: shelf, state: state)
    try box.works.start()
    let own = box.ids
    #expect(box.paths == ["h.flac", "3.ogg", "i.opus"])
    box.plug("Stick")
    try box.turn { box.sounds(beyond: .seconds(1)) }
    #expect(box.paths == ["h.flac", "i.opus", "1.mp3", "2.flac"])
    #expect(Array(box.ids.prefix(2)) == [own[0], own[2]])
    #expect(box.current == "2.flac")
    box.stop()
  }

  @Test func `what this box wrote itself is not taken over`() throws {
    let first = try playElsewhere(["1.mp3", "2.flac"])
    let ids = first.ids
    let again = try Box(on: shelf, state: first.state)
    try again.works.start()
    again.plug("Stick")
    try again.turn { again.sounds(beyond: .seconds(1)) }
    #expect(again.ids == ids)
    // The same from the position that the box itself kept: with what the stick carries, it would be an edit.
    #expect(again.works.conductor.queue.entries.map(\.priority) == [9, 0])
    again.stop()
  }

  @Test func `nothing is taken over while something sounds`() throws {
    let state = try home()
    _ = try playElsewhere(["1.mp3", "2.flac"])
    let box = try Box(on: shelf, state: state, autoplay: .off)
    try box.works.start()
    let ids = box.ids
    try box.read("Home")
    try box.works.conductor.handle(.play)
    try box.turn { box.sounds() }
    let serial = box.works.conductor.status.serial
    try box.read("Stick")
    try box.turn { !box.works.traveller.isWriting && box.sounds() }
    #expect(box.ids == ids)
    #expect(box.works.conductor.status.serial == serial)
    box.stop()
  }

  @Test func `a box that plays nothing by itself takes the queue over and stays silent`() throws {
    _ = try playElsewhere(["1.mp3", "2.flac"])
    let box = try Box(on: shelf, autoplay: .off)
    try box.works.start()
    try box.read("Stick")
    try box.turn { box.paths == ["1.mp3", "2.flac"] }
    #expect(box.player.transport == .stop)
    box.stop()
  }
}
