import COpus

/// One link of Ogg Opus by opusfile, read forward: always 48 kHz.
@safe final class OpusStream: StreamDecoder {
  var words: StreamWords { pages.words }
  private let pages: OggLinkPages
  private let file: OpaquePointer
  /// The largest packet: 120 ms.
  private var samples = [Float](repeating: 0, count: 5760 * StreamFormat.channelLimit)
  private static let faultLimit = 256

  init(_ pages: OggLinkPages) throws(MediaError) {
    self.pages = pages
    var status: Int32 = 0
    var callbacks = unsafe OpusFileCallbacks(
      read: { client, target, count in
        guard let client = unsafe client, let target = unsafe target, count > 0 else { return 0 }
        let wanted = unsafe UnsafeMutableRawBufferPointer(start: target, count: Int(count))
        return unsafe Int32(
          Unmanaged<OggLinkPages>.fromOpaque(client).takeUnretainedValue().read(into: wanted))
      },
      seek: nil, tell: nil, close: nil)
    let client = unsafe Unmanaged.passUnretained(pages).toOpaque()
    guard let file = unsafe op_open_callbacks(client, &callbacks, nil, 0, &status) else {
      throw status == OP_EREAD ? .truncated : .corrupt(at: pages.position, "the Opus head is broken")
    }
    unsafe self.file = file
  }

  deinit { unsafe op_free(file) }

  func next() throws(MediaError) -> LiveBlock? {
    for _ in 0..<Self.faultLimit {
      var link: Int32 = -1
      let count = unsafe Int(op_read_float(file, &samples, Int32(samples.count), &link))
      if count == 0 { return nil }
      guard count > 0 else { continue }
      let channels = unsafe Int(op_channel_count(file, link))
      guard (1...StreamFormat.channelLimit).contains(channels) else {
        throw .unsupported("\(channels) channels")
      }
      var block = LiveBlock(
        format: StreamFormat(rate: 48_000, channels: channels, exactBits: .none),
        samples: samples[..<(count * channels)].map { Bounded.bounded($0) })
      if channels > 2 {
        unsafe block.samples.withUnsafeMutableBufferPointer { target in
          guard let target = target.baseAddress else { return }
          unsafe Interleave.reorder(
            target, places: ChannelOrder.vorbisPlaces(channels: channels), count: count)
        }
      }
      return block
    }
    throw .corrupt(at: pages.position, "\(Self.faultLimit) faults in a row")
  }
}
