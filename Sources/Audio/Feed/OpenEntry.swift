import Media
import Signal

/// An entry that is open on the decode thread.
struct OpenEntry {
  let entry: EngineEntry
  let ordinal: UInt32
  let decoder: any Decoder
  var format: StreamFormat
  var mixer: ChannelMixer

  init(entry: EngineEntry, ordinal: UInt32, decoder: any Decoder) {
    self.entry = entry
    self.ordinal = ordinal
    self.decoder = decoder
    format = decoder.format
    mixer = ChannelMixer(channels: decoder.format.channels)
  }

  mutating func change(to format: StreamFormat) {
    self.format = format
    mixer = ChannelMixer(channels: format.channels)
  }

  /// How many bits of what comes out are in use: 0 where all are.
  func exactBits(deviceRate: Int) -> Int {
    guard format.rate == deviceRate, mixer.isExact, case .bits(let bits) = format.exactBits else { return 0 }
    return bits
  }

  var length: EntryLength {
    let file = (decoder as? RegionDecoder)?.file ?? decoder
    return EntryLength(
      exact: decoder.lengthFrames.map(duration), likely: decoder.estimatedLengthFrames.map(duration),
      file: (file.lengthFrames ?? file.estimatedLengthFrames).map(duration))
  }

  /// Whether the offsets of its frames are worth storing.
  var isLong: Bool { decoder.estimatedLengthFrames.map { duration($0) >= SeekIndex.worthwhile } ?? false }

  private func duration(_ frames: Int64) -> Duration {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(format.rate))
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(format.rate))
  }

  /// The frame nearest to a time since the entry's beginning; never below 0.
  func frame(at time: Duration) -> Int64 { format.rate.frame(at: time) }

  /// Whether it begins within the sound of its file.
  var beginsInside: Bool { (decoder as? RegionDecoder)?.beginsInside ?? false }
  /// Whether its file continues after the last frame read.
  var endsInside: Bool { (decoder as? RegionDecoder)?.endsInside ?? false }
}
