import Linux
import Media
import Signal

/// Frames into a WAVE or FLAC file of 16 or 24 bits.
@safe final class RenderSink: FrameSink {
  let format: SampleFormat
  private let writer: SoundFileWriter
  private let bytes: UnsafeMutableRawPointer
  private var filled = 0
  private var whole: [Int32]
  private static let frames = 4096

  init(_ writer: SoundFileWriter, bits: Int) {
    self.writer = writer
    format = bits == 16 ? .s16 : .s24
    whole = [Int32](repeating: 0, count: Self.frames * 2)
    unsafe bytes = .allocate(byteCount: Self.frames * 8, alignment: 64)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: Self.frames * 8)
  }

  deinit { unsafe bytes.deallocate() }

  var target: UnsafeMutableRawPointer { unsafe bytes + filled * format.bytesPerFrame }
  var roomFrames: Int { Self.frames - filled }

  func advance(_ frames: Int) throws(SystemError) {
    filled += frames
    if filled == Self.frames { try flush() }
  }

  func complete() throws(SystemError) {}

  func end() throws(SystemError) {
    try flush()
    try told { () throws(MediaError) in try writer.finish(durably: false) }
  }

  private func flush() throws(SystemError) {
    for index in 0..<filled * 2 {
      whole[index] =
        format == .s16
        ? unsafe Int32(bytes.load(fromByteOffset: 2 * index, as: Int16.self)) << 16
        : unsafe bytes.load(fromByteOffset: 4 * index, as: Int32.self) << 8
    }
    let count = filled
    filled = 0
    if count > 0 { try told { () throws(MediaError) in try write(count) } }
  }

  private func write(_ count: Int) throws(MediaError) {
    let whole = whole
    try writer.write(whole.span, frames: count)
  }

  private func told(_ body: () throws(MediaError) -> Void) throws(SystemError) {
    do throws(MediaError) {
      try body()
    } catch {
      if case .io(let cause) = error { throw cause }
      throw SystemError(.noSpace, call: "write")
    }
  }
}
