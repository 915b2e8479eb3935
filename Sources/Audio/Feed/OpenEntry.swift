import Media
import Signal

/// An entry that is open on the decode thread.
struct OpenEntry {
  let entry: EngineEntry
  let ordinal: UInt32
  let decoder: EntryDecoder
  var format: StreamFormat
  var mixer: ChannelMixer

  init(entry: EngineEntry, ordinal: UInt32, decoder: EntryDecoder) {
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
    EntryLength(
      exact: decoder.lengthFrames.map(duration), likely: decoder.estimatedLengthFrames.map(duration),
      file: decoder.fileLengthFrames.map(duration))
  }

  /// Whether the offsets of its frames are worth storing.
  var isLong: Bool { decoder.estimatedLengthFrames.map { duration($0) >= SeekIndex.worthwhile } ?? false }

  private func duration(_ frames: Int64) -> Duration {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(format.rate))
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(format.rate))
  }

  /// Seeks; by the stored index, where it would only go by estimate.
  func seek(toFrame frame: Int64) throws(EngineFailure) -> SeekPrecision {
    do {
      let precision = try decoder.seek(toFrame: frame)
      guard precision == .estimated, let index = entry.storedIndex?() else { return precision }
      decoder.adopt(index)
      return try decoder.seek(toFrame: frame)
    } catch {
      throw .decode(error)
    }
  }

  /// The frame nearest to a time since the entry's beginning; never below 0.
  func frame(at time: Duration) -> Int64 { format.rate.frame(at: time) }
}
