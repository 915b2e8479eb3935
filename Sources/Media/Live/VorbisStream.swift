import CVorbis
import Glibc

/// One link of Ogg Vorbis by vorbisfile, read forward, of which it sees what `OggLinkPages` lets through.
@safe final class VorbisStream: StreamDecoder {
  var words: StreamWords { pages.words }
  private let pages: OggLinkPages
  private let file: UnsafeMutablePointer<OggVorbis_File>
  private static let blockFrames: Int32 = 4096
  private static let faultLimit = 256

  init(_ pages: OggLinkPages) throws(MediaError) {
    self.pages = pages
    let file = UnsafeMutablePointer<OggVorbis_File>.allocate(capacity: 1)
    unsafe file.initialize(to: OggVorbis_File())
    let status = unsafe ov_open_callbacks(
      Unmanaged.passUnretained(pages).toOpaque(), file, nil, 0, vorbisStreamCallbacks)
    guard status == 0 else {
      // vorbisfile has cleared the structure itself.
      unsafe file.deallocate()
      if let failure = pages.failure { throw failure }
      throw status == OV_EREAD ? .truncated : .corrupt(at: pages.position, "the Vorbis head is broken")
    }
    unsafe self.file = file
  }

  deinit {
    unsafe ov_clear(file)
    unsafe file.deallocate()
  }

  func next() throws(MediaError) -> LiveBlock? {
    for _ in 0..<Self.faultLimit {
      var block: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
      var link: Int32 = 0
      let count = unsafe ov_read_float(file, &block, Self.blockFrames, &link)
      if count == 0 {
        if let failure = pages.failure { throw failure }
        return nil
      }
      guard count > 0, let block = unsafe block, let info = unsafe ov_info(file, -1) else { continue }
      let (rate, channels) = unsafe (Int(info.pointee.rate), Int(info.pointee.channels))
      guard (1...StreamFormat.channelLimit).contains(channels), (1...StreamFormat.rateLimit).contains(rate)
      else { throw .unsupported("\(channels) channels at \(rate) Hz") }
      var samples = [Float](repeating: 0, count: count * channels)
      unsafe samples.withUnsafeMutableBufferPointer { target in
        guard let target = target.baseAddress else { return }
        unsafe Interleave.reordered(
          block, places: ChannelOrder.vorbisPlaces(channels: channels), first: 0, count: count, to: target)
      }
      return LiveBlock(
        format: StreamFormat(rate: rate, channels: channels, exactBits: .none), samples: samples)
    }
    throw .corrupt(at: pages.position, "\(Self.faultLimit) faults in a row")
  }
}

private let vorbisStreamCallbacks = unsafe ov_callbacks(
  read_func: { target, size, count, client in
    guard let target = unsafe target, let client = unsafe client, size > 0 else { return 0 }
    let wanted = unsafe UnsafeMutableRawBufferPointer(start: target, count: size &* count)
    return unsafe Unmanaged<OggLinkPages>.fromOpaque(client).takeUnretainedValue().read(into: wanted) / size
  },
  seek_func: nil, close_func: nil, tell_func: nil)
