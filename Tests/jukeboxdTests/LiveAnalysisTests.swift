import Control
import Glibc
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

/// Live listening, with a program in the analyser's place. ALSA's `null` device gives silence, and more than enough.
@Suite("Live listening") struct LiveAnalysisTests {
  private let tools: TemporaryFolder

  init() throws { tools = try TemporaryFolder() }

  private func box(_ line: String, device: String = "null") throws -> Box {
    let shelf = try Shelf()
    try shelf.make("Stick", ["song.flac": "album/2-01 Solder.flac"])
    let box = try Box(on: shelf, captureDevice: device)
    try tools.write("tool", "#!/bin/sh\necho \"$@\" > '\(tools.path)/words'\n\(line)\n")
    try systemCall("chmod") { unsafe chmod("\(tools.path)/tool", 0o755) }
    box.core.services.live.program = "\(tools.path)/tool"
    try box.core.start()
    return box
  }

  private func refusal(_ box: Box, _ act: (@escaping (Refusal?) -> Void) -> Void) throws -> Refusal? {
    var answer: Refusal??
    act { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer)
  }

  private func start(_ box: Box, _ client: Int = 1) throws -> Refusal? {
    try refusal(box) { box.core.services.live.start(by: client, completion: $0) }
  }

  private static let hears = """
    printf 'chord 0.1 9 min7 0 0.4\\nchord 0.4 9 min7 0 0.8\\nnonsense\\ntone 0.5 440.5 0.9 -20\\n'
    cat > /dev/null
    """

  @Test func `results of the listening program are shown, and removed after the stop`() throws {
    let box = try box(Self.hears)
    let live = box.core.services.live
    #expect(try start(box) == nil)
    try box.turn { live.status.tone != nil }
    #expect(live.status.state == .on && live.status.time == 0.5)
    expectEqual(
      live.status.chord,
      LiveStatus.Heard(chord: Chord(root: 9, quality: .minorSeventh), confidence: 0.8, since: 0.1))
    expectEqual(live.status.tone, LiveTone(hertz: 440.5, clarity: 0.9, level: -20))
    #expect(box.announced.contains { $0.contains(.listen) } && box.announced.contains { $0.contains(.tuner) })
    let words = try HostFile.open("\(tools.path)/words").readAll(atMost: 100)
    expectEqual(String(decoding: words, as: UTF8.self), "--live 48000\n")
    #expect(try refusal(box) { live.stop(completion: $0) } == nil)
    expectEqual(live.status, LiveStatus())
    #expect(try refusal(box) { live.stop(completion: $0) } == nil, "a second stop has nothing to do")
    box.stop()
  }

  @Test func `a recording and listening exclude each other, and each begins as soon as the other has ended`()
    throws
  {
    let box = try box("cat > /dev/null")
    let (live, recordings) = (box.core.services.live, box.core.services.recordings)
    for _ in 1...3 {
      #expect(try start(box) == nil)
      let refused = try refusal(box) { recordings.start(nil, seconds: 600, completion: $0) }
      #expect(refused?.key == .microphoneInUse && refused?.message.contains("`listen stop`") == true)
      // Its end is under way: the recording waits for it.
      live.leave(1)
      expectEqual(live.status.state, .off)
      #expect(try refusal(box) { recordings.start(nil, seconds: 600, completion: $0) } == nil)
      let other = try start(box)
      #expect(other?.key == .microphoneInUse && other?.message.contains("`record stop`") == true)
      #expect(try refusal(box) { recordings.stop(completion: $0) } == nil)
    }
    box.stop()
  }

  @Test func `the last client that leaves ends it, and one that comes meanwhile begins again`() throws {
    let box = try box(Self.hears)
    let live = box.core.services.live
    #expect(try start(box, 1) == nil)
    #expect(try start(box, 2) == nil)
    live.leave(1)
    live.leave(1)
    live.leave(7)
    expectEqual(live.status.state, .on)
    live.leave(2)
    expectEqual(live.status.state, .off)
    #expect(try start(box, 3) == nil)
    expectEqual(live.status.state, .on)
    try box.turn { live.status.tone != nil }
    box.stop()
  }

  @Test func `a client that leaves before the sound comes gets no microphone`() throws {
    let box = try box("cat > /dev/null")
    let live = box.core.services.live
    var answer: Refusal??
    live.start(by: 1) { answer = $0 }
    live.leave(1)
    expectEqual(answer??.key, .overtaken)
    #expect(try refusal(box) { box.core.services.recordings.start(nil, seconds: 1, completion: $0) } == nil)
    box.stop()
  }

  @Test(arguments: ["exit 3", "kill -SEGV $$", "head -c 100000 > /dev/null"])
  func `a program that ends is reported, and the microphone is free`(_ line: String) throws {
    let box = try box(line)
    let live = box.core.services.live
    #expect(try start(box) == nil)
    try box.turn { live.status.message != nil }
    #expect(live.status.state == .off && live.status.message == "jukebox-analyzer ended")
    #expect(try refusal(box) { box.core.services.recordings.start(nil, seconds: 1, completion: $0) } == nil)
    box.stop()
  }

  @Test func `a microphone or a program that is missing is named by the start`() throws {
    let box = try box("cat > /dev/null", device: "hw:nowhere")
    let refused = try start(box)
    #expect(refused?.message.contains("hw:nowhere") == true)
    #expect(refused?.message.contains("set capture-device in the section [audio]") == true)
    expectEqual(box.core.services.live.status.messageKey, .microphone)
    box.core.services.live.program = "/nowhere/jukebox-analyzer"
    try expectEqual(start(box)?.message, "jukebox-analyzer is not installed")
    box.stop()
  }
}
