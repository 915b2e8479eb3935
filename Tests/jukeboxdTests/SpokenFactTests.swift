import Control
import Glibc
import Inputs
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

/// The action `say`, with a program in the place of espeak-ng.
@Suite struct SpokenFactTests {
  private let shelf: Shelf
  private let tools: TemporaryFolder

  init() throws {
    (shelf, tools) = (try Shelf(), try TemporaryFolder())
    try shelf.make("Stick", ["Momo/1.mp3": "album/1-02 Ratchet Rag.mp3"])
    try shelf.putTwoMinutes(as: "speech.wav")
    // It speaks a moment of silence, and keeps what it was to say.
    try tools.write(
      "tool",
      "#!/bin/sh\nfor word; do :; done\necho \"$word\" >>'\(tools.path)/said'\nhead -c 2044 '\(shelf.path)/speech.wav'\n"
    )
    try systemCall("chmod") { unsafe chmod("\(tools.path)/tool", 0o755) }
  }

  private var said: [String] {
    let bytes = (try? HostFile.open("\(tools.path)/said").readAll(atMost: 10_000)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `time, title, address and budget are spoken, and what is not known gives a tone`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    defer { box.stop() }
    box.core.services.fetcher.speech = "\(tools.path)/tool"
    var now: Int64?
    let clock = box.core.policies.clock
    clock.zone = LocalZone { _ in 0 }
    clock.read = { now.map { ClockReading(.network, $0) } ?? ClockReading(.unknown, 0) }
    try box.core.start()
    try box.read("Stick")
    func say(_ fact: SpokenFact) { box.core.controller.report(.perform(.say(fact))) }
    for fact in [SpokenFact.time, .title, .budget] { say(fact) }
    #expect(box.core.services.announcer.announced == nil && said.isEmpty)

    // 2026-06-01 06:59:50, UTC.
    now = 1_780_297_190
    clock.changed()
    var isSet = false
    box.core.policies.family.setBudget(60, on: Set(Weekday.allCases)) { isSet = $0 == nil }
    box.core.playing.presets.play(.named("Stick/Momo")) { _ in }
    try box.turn { isSet && box.sounds(beyond: .milliseconds(200)) }
    var wanted: [String] = []
    for (fact, text) in [
      (.time, "06:59"), (.title, "Ratchet Rag, by The Bench Lamps"), (.budget, "60 minutes left today"),
      (.address, try NetworkInterfaces.addresses().first { $0.isIPv4 }?.description),
    ] as [(SpokenFact, String?)] {
      guard let text else { continue }
      wanted.append(text)
      say(fact)
      try box.turn { said == wanted }
      try box.turn { box.core.services.announcer.announced == nil && box.player.transport == .play }
    }
  }
}
