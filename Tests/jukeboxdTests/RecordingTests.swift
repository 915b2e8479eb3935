import Audio
import Control
import Library
import Linux
import Media
import Model
import Support
import Testing

@testable import jukeboxd

/// From a microphone to a pad. ALSA's `null` device records silence.
@Suite("Recording") struct RecordingTests {
  private func box(_ device: String = "null", state: TemporaryFolder? = nil, plugs: Bool = true) throws -> Box
  {
    let shelf = try Shelf()
    try shelf.make("Stick", ["song.flac": "album/2-01 Solder.flac"])
    let box = try Box(on: shelf, state: state, captureDevice: device)
    try box.core.start()
    if plugs { try box.read("Stick") }
    return box
  }

  private func refusal(_ box: Box, _ act: (@escaping (Refusal?) -> Void) -> Void) throws -> Refusal? {
    var answer: Refusal??
    act { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer)
  }

  private func keep(_ box: Box, _ name: String? = nil) throws -> Result<String, Refusal> {
    var answer: Result<String, Refusal>?
    box.core.services.recordings.keep(name, folder: "") { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer)
  }

  @Test func `a stopped recording can be kept at once, and is a pad then`() throws {
    let box = try box()
    let recordings = box.core.services.recordings
    for number in 1...10 {
      #expect(try refusal(box) { recordings.start("Take \(number)", seconds: 600, completion: $0) } == nil)
      try box.turn { recordings.elapsed > .zero }
      #expect(try refusal(box) { recordings.stop(completion: $0) } == nil)
      try expectEqual(keep(box).get(), "Stick/Sounds/Take \(number).flac")
      #expect(box.core.services.padBoard.pads.map(\.name).contains("Take \(number)"))
      #expect(!recordings.hasTake)
    }
    box.stop()
  }

  @Test func `a running recording is stopped and discarded by one command`() throws {
    let box = try box()
    let recordings = box.core.services.recordings
    #expect(try refusal(box) { recordings.start(nil, seconds: 600, completion: $0) } == nil)
    #expect(recordings.name?.hasPrefix("Recording 20") == true)
    #expect(try refusal(box) { recordings.discard(completion: $0) } == nil)
    #expect(!recordings.isRecording && !recordings.hasTake)
    try expectEqual(keep(box), .failure(.failed(.noTake, "There is no unsaved take")))
    box.stop()
  }

  @Test func `a microphone that is not there is named by the start`() throws {
    let box = try box("hw:nowhere")
    let refusal = try refusal(box) { box.core.services.recordings.start(nil, seconds: 1, completion: $0) }
    #expect(refusal?.message.contains("hw:nowhere") == true)
    #expect(refusal?.message.contains("set capture-device in the section [audio]") == true)
    #expect(!box.core.services.recordings.isRecording)
    box.stop()
  }

  @Test func `the message without a volume names what is missing, and the take stays`() throws {
    let box = try box(plugs: false)
    let recordings = box.core.services.recordings
    #expect(try refusal(box) { recordings.start("Hello", seconds: 1, completion: $0) } == nil)
    try box.turn { recordings.hasTake }
    #expect(throws: Refusal.self) { try keep(box).get() }
    guard case .failure(let refusal) = try keep(box) else { return }
    #expect(refusal.message.contains("No stick or music folder"))
    #expect(recordings.hasTake)
    box.stop()
  }

  @Test func `a take that was cut off has a name by its time and its real length, and a button keeps it`()
    throws
  {
    let state = try TemporaryFolder()
    // Before the end is written, the head tells no length: as kill -9 leaves it.
    let writer = try SoundFileWriter(
      try HostFile.create("\(state.path)/unfinished"), .flac, rate: 48_000, channels: 2, bits: 24)
    let samples = [Int32](repeating: 1 << 20, count: 2 * 5 * 4096)
    try writer.write(samples.span, frames: 5 * 4096)
    let folder = try Root(path: state.path)
    try withExtendedLifetime(writer) {
      _ = try state.write("take.flac", try folder.open(Array("unfinished".utf8)).readAll(atMost: 1 << 20))
    }
    let cut = try openDecoder(try HostFile.open("\(state.path)/take.flac"))
    try #require(cut.lengthFrames == nil)
    let frames = try #require(cut.estimatedLengthFrames)
    let box = try box(state: state)
    let recordings = box.core.services.recordings
    #expect(recordings.hasTake)
    expectEqual(recordings.elapsed, .milliseconds(frames * 1000 / 48_000))
    let name = try #require(recordings.name)
    #expect(name.hasPrefix("Recording 20"))
    recordings.perform(.recordKeep)
    try box.turn { box.core.services.padBoard.pads.contains { $0.name == name } }
    let volume = try #require(box.volume("Stick"))
    let root = try #require(box.core.library.root(of: volume.id))
    #expect(try openDecoder(try root.open(Array("Sounds/\(name).flac".utf8))).lengthFrames == frames)
    box.stop()
  }
}
