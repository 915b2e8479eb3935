import Signal

/// Turns played frames into an output's format, with a volume of the output. Samples stay bit for bit if neither volume
/// nor rate differs. One thread uses it.
@safe final class TapConverter {
  let format: TapFormat
  private var reader: TapReader
  private var volume: VolumeRamp
  private var resampler: Resampler?
  /// Rate of the frames that the resampler takes, in Hz.
  private var resampledRate = 0
  private var converter: SampleConverter
  private let source: UnsafeMutablePointer<Float>
  private let resampled: UnsafeMutablePointer<Float>
  /// Bytes that `next` made.
  let bytes: UnsafeMutableRawPointer
  private let roomFrames: Int

  /// Frames that are read at once, at most.
  static let sourceFrames = 2048
  /// Lowest rate of a device in Hz.
  private static let lowestRate = 8000

  init(_ ring: TapRing, format: TapFormat) {
    self.format = format
    reader = TapReader(ring)
    volume = VolumeRamp(gain: 1, rate: reader.rate)
    converter = SampleConverter(format: format.samples)
    roomFrames = Self.sourceFrames * (format.rate / Self.lowestRate + 2)
    unsafe source = .allocate(capacity: Self.sourceFrames * 2)
    unsafe source.initialize(repeating: 0, count: Self.sourceFrames * 2)
    unsafe resampled = .allocate(capacity: roomFrames * 2)
    unsafe resampled.initialize(repeating: 0, count: roomFrames * 2)
    unsafe bytes = .allocate(byteCount: roomFrames * 8, alignment: 64)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: roomFrames * 8)
  }

  deinit {
    unsafe source.deallocate()
    unsafe resampled.deallocate()
    unsafe bytes.deallocate()
  }

  /// Continues with the frames that sound from now on.
  func skip() {
    reader.skip()
    resampler = nil
  }

  /// Converts the next frames that have sounded.
  /// - Parameters:
  ///   - gain: of the output; a change is a ramp.
  ///   - bend: how much faster frames are taken: 0.0001 gives 0.01 % fewer; nil where the reader has no clock of its own.
  /// - Returns: how many frames lie at `bytes`; nil where none has sounded.
  func next(gain: Float, bend: Double?) throws(ResamplerError) -> Int? {
    let rate = reader.rate
    let taken = unsafe reader.read(into: source, room: Self.sourceFrames)
    guard taken > 0 else { return nil }
    volume.rate = rate
    volume.ramp(to: gain)
    if !volume.isUnity { unsafe volume.apply(to: source, frames: taken) }
    if bend == nil, rate == format.rate {
      resampler = nil
      return unsafe convert(source, frames: taken)
    }
    if resampler == nil || resampledRate != rate {
      resampler = try Resampler(from: rate, to: format.rate, bends: true)
      resampledRate = rate
    }
    resampler?.bend(by: bend ?? 0)
    var (from, frames) = (0, 0)
    while from < taken, frames < roomFrames {
      guard
        let (used, given) = try unsafe resampler?.process(
          source + from * 2, frames: taken - from, to: resampled + frames * 2, room: roomFrames - frames),
        used + given > 0
      else { break }
      from += used
      frames += given
    }
    return unsafe convert(resampled, frames: frames)
  }

  /// A sample of those that `next` made, in its number of bits.
  /// - Parameter index: from 0, left and right in turn.
  func sample(_ index: Int) -> Int32 {
    format.bits == 16
      ? unsafe Int32(bytes.load(fromByteOffset: 2 * index, as: Int16.self))
      : unsafe bytes.load(fromByteOffset: 4 * index, as: Int32.self)
  }

  private func convert(_ samples: UnsafePointer<Float>, frames: Int) -> Int {
    let bits = unsafe SampleConverter.exactBits(of: samples, frames: frames)
    unsafe converter.convert(samples, frames: frames, exactBits: bits, to: bytes)
    return frames
  }
}
