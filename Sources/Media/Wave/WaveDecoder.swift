import CLinux
import CSndfile
import Linux
import Model

/// WAVE and AIFF through libsndfile, of its many formats those alone. Samples of up to 24 bits come out exact.
@safe
final class WaveDecoder: BufferDecoder {
  let format: StreamFormat
  let lengthFrames: Int64?
  /// Per sample, where it keeps whole ones.
  let bits: Int?
  private(set) var positionFrames: Int64 = 0

  private let library: WaveLibrary
  private let file: OpaquePointer
  private let window: StreamWindow
  /// Whether a sample may be no number.
  private let isFloating: Bool

  init(_ source: ByteSource, _ header: WaveHeader, body: Range<Int64>) throws(MediaError) {
    library = try WaveLibrary.loaded()
    window = StreamWindow(source, [header.mended ?? .init(body: body)])
    var info = SF_INFO()
    window.beginCall()
    var calls = waveCalls
    guard let file = unsafe library.open(&calls, Int32(SFM_READ), &info, window.pointer) else {
      throw unsafe Self.error(library, nil, window)
    }
    unsafe self.file = file
    let container = Int(info.format) & SF_FORMAT_TYPEMASK
    let channels = Int(info.channels)
    let rate = Int(info.samplerate)
    let (bits, exact, isFloating) = Self.samples(Int(info.format) & SF_FORMAT_SUBMASK)
    (self.bits, self.isFloating) = (bits, isFloating)
    format = StreamFormat(rate: rate, channels: channels, exactBits: exact)
    lengthFrames = (0...StreamFormat.frameLimit).contains(info.frames) ? info.frames : nil
    let refusal: String? =
      if ![SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64, SF_FORMAT_AIFF].contains(container) {
        "sound of this kind"
      } else if !(1...StreamFormat.channelLimit).contains(channels) {
        "\(channels) channels"
      } else if !(1...StreamFormat.rateLimit).contains(rate) {
        "a rate of \(rate) Hz"
      } else {
        nil
      }
    // All is set, so the file is closed with it.
    if let refusal { throw .unsupported(refusal) }
    if lengthFrames == 0 { throw .truncated }
  }

  deinit { unsafe _ = library.close(file) }

  private static func samples(_ kind: Int) -> (bits: Int?, ExactBits, isFloating: Bool) {
    switch kind {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8: (8, .bits(16), false)
    case SF_FORMAT_PCM_16: (16, .bits(16), false)
    case SF_FORMAT_PCM_24: (24, .bits(24), false)
    case SF_FORMAT_PCM_32: (32, .none, false)
    case SF_FORMAT_ULAW, SF_FORMAT_ALAW: (nil, .bits(16), false)
    default: (nil, .none, true)
    }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> ReadResult {
    let room = buffer.count / format.channels
    precondition(room > 0, "the span holds no whole frame")
    guard let target = buffer.baseAddress else { return .end }
    window.beginCall()
    let count = Int(unsafe library.read(file, target, Int64(room)))
    if let failure = window.failure { throw .io(failure) }
    guard count > 0, count <= room else { return .end }
    if isFloating { unsafe Bounded.copy(target, to: target, count: count * format.channels) }
    positionFrames += Int64(count)
    return .frames(count)
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    let target = min(max(0, frame), lengthFrames ?? StreamFormat.frameLimit)
    window.beginCall()
    let reached = unsafe library.seek(file, target, SEEK_SET)
    guard reached == target else { throw unsafe Self.error(library, file, window) }
    positionFrames = target
    return .exact
  }

  /// Reads the texts in the file's chunks (LIST INFO; NAME, AUTH, ANNO).
  func readTexts(into tags: inout Tags) {
    func texts(_ kind: Int) -> [String] {
      guard let text = unsafe library.text(file, Int32(kind)) else { return [] }
      // As ID3's Latin-1, it is whatever the program's system had, often UTF-8.
      return unsafe TagText.texts(
        [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))[...], .latin1)
    }
    for (kind, name) in [
      (SF_STR_TITLE, TagName.title), (SF_STR_ARTIST, .artist), (SF_STR_ALBUM, .album), (SF_STR_DATE, .date),
      (SF_STR_GENRE, .genre), (SF_STR_COMMENT, .comment),
    ] {
      for text in texts(kind) { tags.add(name, text) }
    }
    for text in texts(SF_STR_TRACKNUMBER) { tags.addTrack(text) }
  }

  private static func error(
    _ library: WaveLibrary, _ file: OpaquePointer?, _ window: StreamWindow
  ) -> MediaError {
    if let failure = window.failure { return .io(failure) }
    let number = unsafe library.error(file)
    let text =
      unsafe library.message(number).map { unsafe String(cString: $0) } ?? "libsndfile answers \(number)"
    return number == Int32(SF_ERR_UNSUPPORTED_ENCODING)
      ? .unsupported("sound of this kind") : .corrupt(at: window.fileOffset, text)
  }
}

private let waveCalls = unsafe SF_VIRTUAL_IO(
  get_filelen: { client in
    guard let client = unsafe client else { return 0 }
    return unsafe StreamWindow.of(client).size
  },
  seek: { offset, whence, client in
    guard let client = unsafe client else { return -1 }
    return unsafe StreamWindow.of(client).seek(to: offset, whence: whence)
  },
  read: { target, count, client in
    guard let target = unsafe target, let client = unsafe client, count > 0 else { return 0 }
    let wanted = unsafe UnsafeMutableRawBufferPointer(start: target, count: Int(count))
    var done = 0
    while done < wanted.count {
      let given = unsafe StreamWindow.of(client).read(
        into: UnsafeMutableRawBufferPointer(rebasing: wanted[done...]))
      if given <= 0 { break }
      done += given
    }
    return Int64(done)
  },
  write: { _, _, _ in 0 },
  tell: { client in
    guard let client = unsafe client else { return -1 }
    return unsafe StreamWindow.of(client).position
  })
