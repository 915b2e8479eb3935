import Audio
import Configuration
import Library
import Linux
import Media
import Model
import Player
import Support
import Testing

@testable import jukeboxd

/// Songs of one level, 12 dB too loud by their tags, into a file: as fast as they are decoded, so that a gain that comes
/// late is late for all of a song.
@Suite("Loudness of a song from its first frame on")
struct LoudnessTests {
  private let shelf: Shelf
  private let output: TemporaryFolder

  init() throws {
    shelf = try Shelf()
    output = try TemporaryFolder()
    let root = try Root(path: shelf.path)
    try root.makeFolder(Array("Stick".utf8))
    try root.makeFolder(Array("Stick/1".utf8))
    for name in ["a", "b"] {
      let file = try root.create(Array("Stick/1/\(name).wav".utf8))
      try expectEqual(file.write(Self.song.span), Self.song.count)
    }
  }

  /// A quarter of a second at a quarter of full scale, whose tags say -12 dB.
  private static let song: [UInt8] = {
    func little(_ value: Int, bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(body.count, bytes: 4) + body + [UInt8](repeating: 0, count: body.count & 1)
    }
    func big(_ value: Int) -> [UInt8] { little(value, bytes: 4).reversed() }
    let text = [0] + Array("REPLAYGAIN_TRACK_GAIN\0-12.00 dB".utf8)
    let frame = Array("TXXX".utf8) + big(text.count) + [0, 0] + text
    let tag = Array("ID3".utf8) + [3, 0, 0] + [0, 0, 0, UInt8(frame.count)] + frame
    let format =
      little(1, bytes: 2) + little(2, bytes: 2) + little(44_100, bytes: 4) + little(176_400, bytes: 4)
      + little(4, bytes: 2) + little(16, bytes: 2)
    let sound = (0..<11_025 * 2).flatMap { _ in little(0x2000, bytes: 2) }
    return chunk(
      "RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + chunk("id3 ", tag) + chunk("data", sound))
  }()

  private func box(_ state: TemporaryFolder? = nil, autoplay: Autoplay = .off, to name: String) throws -> Box
  {
    let box = try Box(on: shelf, state: state, autoplay: autoplay, output: .file("\(output.path)/\(name)"))
    try box.core.start()
    try box.core.controller.handle(.setReplayGain(.track))
    try box.core.controller.handle(.setVolume(100))
    return box
  }

  /// The loudest sample of what was played, as a part of full scale.
  private func most(of name: String) throws -> Double {
    let decoder = try openDecoder(try HostFile.open("\(output.path)/\(name)"))
    var block = [Float](repeating: 0, count: 2 * 8192)
    var most = 0.0
    while true {
      var span = block.mutableSpan
      guard case .frames(let count) = try decoder.read(into: &span) else { break }
      for sample in block[..<(2 * count)] { most = max(most, Double(sample)) }
    }
    return most
  }

  private static let wanted = 0.25 * 0.251189

  enum Start: CaseIterable { case add, play, preset, next }

  @Test(arguments: Start.allCases)
  func `each way to start a song begins at its own level`(start: Start) throws {
    let box = try box(to: "\(start).wav")
    try box.read("Stick")
    let controller = box.core.controller
    let songs = try box.tracks(["1/a.wav", "1/b.wav"], of: "Stick")
    switch start {
    case .add:
      // As clients do: nothing lies between these three.
      try controller.handle(.clear)
      try controller.handle(.add(songs, at: .end))
      try controller.handle(.playPosition(0))
    case .play:
      var isAdded = false
      try controller.handle(.add(songs, at: .end)) { _ in isAdded = true }
      try box.turn { isAdded }
      try controller.handle(.playPosition(1))
    case .preset: controller.report(.perform(.preset(1)))
    case .next:
      try controller.handle(.add(songs + songs, at: .end))
      try controller.handle(.playPosition(0))
      try controller.handle(.next)
      try controller.handle(.next)
    }
    try box.turn { box.player.transport == .play }
    try box.turn { box.player.transport == .stop }
    box.stop()
    #expect(abs(try most(of: "\(start).wav") - Self.wanted) < 0.001)
  }

  @Test func `a stick that is new, and one that comes back, begin at the level of their first song`() throws {
    let first = try box(autoplay: .all, to: "new.wav")
    first.plug("Stick")
    try first.turn { first.player.transport == .play }
    try first.core.controller.handle(.setRepeat(true))
    try first.turn { first.paths.count == 2 && !first.isScanning }
    first.stop()
    #expect(abs(try most(of: "new.wav") - Self.wanted) < 0.001)

    let second = try box(first.state, autoplay: .resume, to: "back.wav")
    second.plug("Stick")
    try second.core.controller.handle(.setRepeat(false))
    try second.turn { second.player.transport == .play }
    try second.turn { second.player.transport == .stop }
    second.stop()
    #expect(abs(try most(of: "back.wav") - Self.wanted) < 0.001)
  }
}
