/// The pages of one link of an Ogg stream: of the first stream in it that is decoded, whole and with right checksums. Each song
/// of a station is a link of its own, with words of its own, and may be of another codec, rate or number of channels.
final class OggLinkPages: StreamBytes {
  private let input: LiveInput
  private let serial: UInt32
  /// To be given.
  private var sound: ArraySlice<UInt8> = []
  private var head: OggLinkHead
  /// Whether pages came that begin no stream.
  private var hasBody = false
  private var hasEnded = false
  /// Why nothing more is given.
  private(set) var failure: MediaError?

  /// Waits for the beginning of a link.
  init(_ input: LiveInput) throws(MediaError) {
    self.input = input
    var other: String?
    while let (page, whole) = Self.pageAhead(input) {
      let body = Array(whole.suffix(page.bodyBytes))
      if page.beginsStream, let codec = OggLinkCodec(body) {
        (serial, head) = (page.serial, OggLinkHead(codec, page))
        return
      }
      input.drop(whole.count)
      // A stream may be joined within a link, whose head is missing.
      if page.beginsStream {
        other = other ?? OggStream.name(of: body)
      } else if let other {
        throw .unsupported(other)
      }
    }
    throw .truncated
  }

  var codec: OggLinkCodec { head.codec }
  /// Title and artists of the link's song; empty before its first sound.
  var words: StreamWords { head.words }
  var position: Int64 { input.position }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    while sound.isEmpty {
      guard failure == nil, !hasEnded, let (page, whole) = Self.pageAhead(input), !isNext(page, whole) else {
        hasEnded = true
        return 0
      }
      input.drop(whole.count)
      do throws(MediaError) {
        if page.serial == serial { try take(page, whole) }
      } catch {
        failure = error
      }
    }
    let count = min(target.count, sound.count)
    unsafe target.copyBytes(from: sound.prefix(count))
    sound = sound.dropFirst(count)
    return count
  }

  /// Whether a page begins the next link.
  private func isNext(_ page: OggPage, _ whole: [UInt8]) -> Bool {
    page.beginsStream && hasBody && OggLinkCodec(Array(whole.suffix(page.bodyBytes))) != nil
  }

  private func take(_ page: OggPage, _ whole: [UInt8]) throws(MediaError) {
    if !page.beginsStream { hasBody = true }
    hasEnded = page.endsStream
    guard !head.isComplete else {
      sound = whole[...]
      return
    }
    // A picture among the comments may take a while.
    input.noteSound()
    try head.take(page, whole)
    if head.codec != .vorbis {
      sound = whole[...]
    } else if head.isComplete {
      sound = head.pages[...]
      head.giveUpPages()
    }
  }

  /// The page ahead, which is not taken; rubbish before it is.
  /// - Returns: nil where sound of another kind begins, and at the end.
  private static func pageAhead(_ input: LiveInput) -> (page: OggPage, whole: [UInt8])? {
    var search = StreamSearch(input)
    guard let kind = try? search.next(), kind == .ogg,
      let page = OggPage(Array(input.ahead.prefix(OggPage.headSize + 255)), offset: 0)
    else { return nil }
    return (page, Array(input.ahead.prefix(Int(page.end))))
  }
}
