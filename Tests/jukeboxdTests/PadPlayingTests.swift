import Audio
import Configuration
import Control
import Library
import Linux
import Media
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("From a stick's sounds to the output")
struct PadPlayingTests {
  private let shelf: Shelf
  private let box: Box
  private let pads: PadsAdapter

  init() throws {
    shelf = try Shelf()
    try shelf.make(
      "Stick",
      [
        "song.flac": "album/2-01 Solder.flac", "Sounds/beep.wav": "formats/wave-16.wav",
        "Sounds/tune.flac": "album/1-01 Kettle Waltz.flac", "Sounds/broken.wav": "broken/empty.flac",
      ])
    box = try Box(on: shelf)
    try box.core.start()
    try box.read("Stick")
    pads = PadsAdapter(
      board: box.core.services.padBoard, announcer: box.core.services.announcer, library: box.core.library)
    let pads = pads
    try box.turn { pads.pads.count >= 3 }
  }

  private func pad(_ name: String) throws -> Pad { try #require(pads.pads.first { $0.pad.name == name }).pad }

  @Test func `a press is heard to its end, while music plays, and counted`() throws {
    try box.turn { box.sounds() }
    #expect(box.paths == ["song.flac"], "sounds are no music")
    var hasEnded = false
    var answer: Refusal??
    pads.press(try pad("beep").id, began: { answer = $0 }, ended: { hasEnded = true })
    #expect(pads.pads.first { $0.pad.name == "beep" }?.voices == 1)
    try box.turn { hasEnded }
    expectEqual(answer, .some(nil))
    try expectEqual(pad("beep").presses, 1)
    try box.turn { pads.usage.loaded == 2 }
    #expect(box.announced.contains { $0.contains(.pad) })
    box.stop()
  }

  @Test func `a file of Sounds that is no sound is a pad with the reason`() throws {
    let broken = try #require(pads.find("broken"))
    #expect(broken.pad.problem != nil && !broken.pad.isAbsent)
    var answer: Refusal??
    pads.press(broken.pad.id, began: { answer = $0 }, ended: {})
    expectEqual((answer ?? nil)?.key, .padUnplayable)
    box.stop()
  }

  @Test func `a stick that is pulled takes its pads along, and what lies in memory ends by itself`() throws {
    var hasEnded = false
    pads.press(try pad("beep").id, began: { _ in }, ended: { hasEnded = true })
    box.pull("Stick")
    try box.turn { pads.pads.isEmpty && hasEnded }
    box.stop()
  }

  @Test func `a button announces a sound, and the status shows it while it is heard`() throws {
    try box.turn { box.sounds() }
    let status = { [box] in PlaybackAdapter(box.core, output: .null).status }
    box.core.controller.report(.perform(.announce("Stick/Sounds/beep.wav")))
    try box.turn { status().announcement == "Stick/Sounds/beep.wav" }
    expectEqual(status().state, .pause)
    let before = box.announced.count
    try box.turn { status().announcement == nil }
    #expect(box.announced[before...].contains { $0.contains(.player) })
    try box.turn { status().state == .play }
    box.core.controller.report(.perform(.announce("Stick/none.wav")))
    #expect(status().announcement == nil)
    box.stop()
  }

  @Test func `music waits for an announcement, and continues after it`() throws {
    try box.turn { box.sounds() }
    var answer: Refusal??
    pads.announce("Stick/Sounds/beep.wav", volume: nil, duck: nil) { answer = $0 }
    try box.turn { answer != nil && box.player.transport == .pause }
    expectEqual(answer, .some(nil))
    try box.turn { box.player.transport == .play }
    pads.announce("Stick/none.wav", volume: nil, duck: nil) { answer = $0 }
    try box.turn { answer != .some(nil) }
    box.stop()
  }

  @Test func `numbers stay while other pads come and go, over a pull and a restart`() throws {
    func numbers() -> [String: Int] {
      Dictionary(uniqueKeysWithValues: pads.pads.map { ($0.pad.shownName, $0.number) })
    }
    let before = numbers()
    #expect(before["beep"] == 1 && before["tune"] == pads.pads.count)
    try shelf.make("Stick", ["Sounds/a new one.wav": "formats/wave-16.wav"])
    try shelf.make("Other", ["Sounds/other.wav": "formats/wave-16.wav"])
    _ = try box.core.library.scans.update("Stick", rescan: false)
    try box.turn { numbers()["a new one"] != nil }
    #expect(numbers().filter { before.keys.contains($0.key) } == before)
    try box.read("Other")
    try box.turn { numbers()["other"] != nil }
    box.pull("Stick")
    try box.turn { numbers() == ["other": before.count + 2] }
    try box.read("Stick")
    try box.turn { numbers().count == before.count + 2 }
    let all = numbers()
    #expect(all.filter { before.keys.contains($0.key) } == before && all["a new one"] == before.count + 1)
    var refusal: Refusal??
    pads.move(try pad("tune").id, to: 1) { refusal = $0 }
    try box.turn { refusal != nil }
    #expect(numbers()["tune"] == 1 && numbers()["beep"] == 2 && numbers()["other"] == all["other"])
    let moved = numbers()
    box.stop()
    let again = try Box(on: shelf, state: box.state)
    try again.core.start()
    for stick in ["Other", "Stick"] { try again.read(stick) }
    let board = again.core.services.padBoard
    try again.turn { board.pads.count == moved.count }
    #expect(
      Dictionary(uniqueKeysWithValues: board.pads.map { ($0.shownName, board.number(of: $0.id)) }) == moved)
    again.stop()
  }

  @Test func `neither case nor accents nor the folder count, for pads and announcements`() throws {
    try shelf.make("Stick", ["Sounds/Tiere/Kühe.wav": "formats/wave-16.wav"])
    _ = try box.core.library.scans.update("Stick", rescan: false)
    try box.turn { pads.find("Tiere/Kühe") != nil }
    for text in ["tiere/kuhe", "KUHE", "kühe", "tiere/k", "kuh"] {
      #expect(pads.find(text)?.pad.shownName == "Tiere/Kühe", "\(text)")
    }
    expectEqual(pads.folderName("TIERE"), "Tiere")
    var answer: Refusal??
    pads.announce("tiere/kuhe", volume: nil, duck: 6) { answer = $0 }
    try box.turn { answer != nil }
    expectEqual(answer, .some(nil))
    box.core.services.padBoard.press("TIERE/kuhe", isDown: true)
    expectEqual(pads.find("kuhe")?.voices, 1)
    box.stop()
  }

  @Test func `a playing pad shows its remaining time, and whether it is paused`() throws {
    var began: Refusal??
    pads.press(try pad("tune").id, began: { began = $0 }, ended: {})
    try box.turn { began != nil && pads.find("tune")?.remaining ?? .seconds(6) < .seconds(6) }
    pads.togglePause()
    let held = try #require(pads.find("tune"))
    #expect(held.isHeld && held.remaining == pads.find("tune")?.remaining)
    pads.togglePause()
    #expect(pads.find("tune")?.isHeld == false)
    pads.stop(nil)
    #expect(pads.find("tune")?.remaining == nil)
    box.stop()
  }

  @Test func `a broken file is refused with each press`() throws {
    // The scan has found it whole.
    let path = "\(shelf.path(of: "Stick"))/Sounds/beep.wav"
    try box.turn { pads.usage.loaded >= 1 }
    let beep = try pad("beep")
    try Root(path: shelf.path(of: "Stick")).remove(Array("Sounds/beep.wav".utf8))
    try shelf.make("Stick", ["Sounds/beep.wav": "broken/empty.flac"])
    #expect(HostFile.realPath(of: path) != nil)
    // Other settings need the file once more.
    var set: Result<PadReport, Refusal>?
    try pads.change(beep.id, [(.speed, "1.5")]) { set = $0 }
    try box.turn { set != nil }
    for _ in 1...2 {
      var answer: Refusal??
      pads.press(beep.id, began: { answer = $0 }, ended: {})
      try box.turn { answer != nil }
      expectEqual((answer ?? nil)?.key, .padUnplayable)
    }
    box.stop()
  }

  @Test func `a part of a file is cut out to the frame, and is a pad`() throws {
    var made: Result<String, Refusal>?
    pads.trim(try pad("tune").id, from: .milliseconds(500), to: .milliseconds(1500)) { made = $0 }
    try box.turn { made != nil }
    try expectEqual(made?.get(), "Stick/Sounds/tune cut.flac")
    try expectEqual(pad("tune cut").duration, .seconds(1))
    let root = try #require(box.core.library.root(of: try pad("tune").track.volume))
    func frames(_ name: String, from first: Int64) throws -> [Float] {
      let decoder = try openDecoder(try root.open(Array("Sounds/\(name).flac".utf8)))
      _ = try decoder.seek(toFrame: first)
      var samples: [Float] = []
      var block = [Float](repeating: 0, count: 2 * 8192)
      while samples.count < 88_200 {
        var span = block.mutableSpan
        guard case .frames(let count) = try decoder.read(into: &span) else { break }
        samples += block[..<(2 * count)]
      }
      return Array(samples.prefix(88_200))
    }
    try expectEqual(frames("tune cut", from: 0), frames("tune", from: 22_050))
    box.stop()
  }

  @Test func `a mix is rendered as long as its songs, and read`() throws {
    var request = RenderRequest()
    for name in ["tune", "beep"] { request.entries.append(QueueItem(try pad(name).track)) }
    request.container = .wav
    var job: Result<Int, Refusal>?
    box.core.services.renderer.begin(request) { job = $0 }
    try box.turn { job != nil }
    let number = try #require(try job?.get())
    try box.turn { try box.core.services.renderer.status(number).state != .working }
    let status = try box.core.services.renderer.status(number)
    #expect(status.state == .done && status.failure == nil)
    expectEqual(status.songs.map(\.start), [.zero, .seconds(6)])
    // Six seconds, and a tenth of one at another rate.
    let frames = ((status.bytes ?? 0) - 44) / 4
    #expect((269_000...269_100).contains(frames), "\(frames)")
    var bytes: Result<[UInt8], Refusal>?
    box.core.services.renderer.read(number, at: 0, limit: 4) { bytes = $0 }
    try box.turn { bytes != nil }
    try expectEqual(bytes?.get(), Array("RIFF".utf8))
    box.core.services.renderer.end(number)
    box.stop()
  }
}
