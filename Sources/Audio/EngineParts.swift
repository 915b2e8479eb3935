import Linux
import Media
import Signal

/// Parts that an engine is built from, before threads run it.
struct EngineParts {
  let settings: EngineSettings
  let link: EngineLink
  let orders = FeederOrders()
  let ring: ChunkRing
  var helper: DeviceHelper?
  var loader: SoundLoader?
  let soundRoom: SoundRoom

  init(_ settings: EngineSettings) throws(SystemError) {
    self.settings = settings
    soundRoom = SoundRoom(bytes: settings.soundBytes)
    let gain = settings.isMuted ? 0 : VolumeRamp.gain(percent: settings.volume)
    link = try EngineLink(gain: gain, targetBufferMilliseconds: max(1, settings.targetBufferMilliseconds))
    ring = ChunkRing(chunks: Self.chunks(seconds: settings.bufferSeconds, rate: settings.rate))
  }

  static func chunks(seconds: Int, rate: Int) -> Int {
    let frames = min(30, max(1, seconds)) * min(384_000, max(8000, rate))
    return max(8, (frames + ChunkRing.chunkFrames - 1) / ChunkRing.chunkFrames)
  }

  func makeFeeder(
    openDecoder: @escaping (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder,
    report: @escaping (FeederReport) -> Void
  ) -> Feeder {
    // A device must know of the end before the ring is dry; a file can wait for an answer.
    let patience = if case .file = settings.output { 40 } else { 2 }
    return Feeder(
      ring: RingProducer(ring), link: link, orders: orders, rate: settings.rate, patience: patience,
      openDecoder: openDecoder,
      report: report)
  }

  func makeMixer(pace: MusicBus.Pace) -> Mixer {
    Mixer(bus: MusicBus(ring: RingConsumer(ring), link: link, rate: settings.rate, pace: pace), link: link)
  }
}
