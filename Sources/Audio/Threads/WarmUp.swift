import Linux
import Signal
import Synchronization

/// Plays, fades, pauses and skips once on a small engine of its own before the audio thread begins: what the language's
/// runtime and the linker make at first use is made then, and not on the audio thread.
enum WarmUp {
  static func run() throws(SystemError) {
    var settings = EngineSettings()
    settings.rate = 8000
    settings.bufferSeconds = 1
    settings.volume = 70
    let parts = try EngineParts(settings)
    let slot = DeviceSlot()
    let pump = DevicePump(
      mixer: parts.makeMixer(pace: .realTime), link: parts.link, slot: slot, tap: TapRing(rate: 8000),
      toHelper: {})
    var producer = RingProducer(parts.ring)
    var now: Int64 = 1
    func step(_ times: Int) {
      for _ in 0..<times {
        _ = pump.step { now }
        now += 5_000_000
      }
    }
    func announce(_ generation: UInt32, _ frames: UInt32, _ flags: ChunkFlags) {
      var header = ChunkHeader()
      header.generation = generation
      header.rate = 8000
      header.sourceRate = 8000
      header.sourceFrames = frames
      header.frames = frames
      header.flags = flags
      unsafe producer.samples.update(repeating: 0.5, count: Int(frames) * 2)
      producer.announce(header)
    }
    func want(_ word: ControlWord) { parts.link.word.store(word.rawValue, ordering: .sequentiallyConsistent) }

    for format in SampleFormat.allCases {
      var converter = SampleConverter(format: format)
      unsafe withUnsafeTemporaryAllocation(byteCount: 11 * 8, alignment: 8) { target in
        guard let base = target.baseAddress else { return }
        unsafe converter.convert(producer.samples, frames: 11, exactBits: 0, to: base)
        unsafe converter.silence(frames: 11, to: base)
      }
    }
    slot.hand(ReadyDevice(NullDevice(rate: 8000, at: now)))
    announce(0, 4000, [.first, .midSignal, .mixed])
    step(12)
    parts.link.wishes.gain = 1
    parts.link.wishes.equaliser = SIMD3(12, -12, 12)
    parts.link.wishes.speakers = SIMD4(0.5, 0.5, 0.5, 0.5)
    step(4)
    want(ControlWord(generation: 0, isPaused: true))
    step(12)
    want(ControlWord(generation: 0))
    step(4)
    want(ControlWord(generation: 1))
    announce(1, 500, [.first, .last])
    announce(1, 0, .endOfStream)
    step(40)
    slot.isRecalled.store(true, ordering: .releasing)
    step(2)
    while parts.link.events.take() != nil {}
  }
}
