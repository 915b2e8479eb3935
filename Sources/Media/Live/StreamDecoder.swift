/// Decodes a piece of a stream, which can only be read forward, until it ends. The thread of the stream only.
protocol StreamDecoder: AnyObject {
  /// Decodes some frames; blocks until the stream has enough bytes.
  /// - Returns: interleaved frames in WAVE order, at least one; nil at the end of the piece.
  func next() throws(MediaError) -> LiveBlock?

  /// Title and artists of the piece, once it plays.
  var words: StreamWords { get }
}

extension StreamDecoder {
  var words: StreamWords { StreamWords() }
}

struct LiveBlock {
  var format: StreamFormat
  var samples: [Float]
}

/// The decoder of what comes next in a stream, by its content; what is no sound before it is skipped.
/// - Returns: nil where the stream ends before.
func openStream(_ input: LiveInput) throws(MediaError) -> (any StreamDecoder)? {
  var search = StreamSearch(input)
  switch try search.next() {
  case nil: return nil
  case .ogg:
    let pages = try OggLinkPages(input)
    switch pages.codec {
    case .vorbis: return try VorbisStream(pages)
    case .opus: return try OpusStream(pages)
    case .flac: return try FLACStream(pages)
    case .speex: return try HelperStream(pages, demuxer: "ogg", name: "Speex")
    }
  case .flac: return try FLACStream(FLACBytes(input))
  case .wave: return try WaveStream(input)
  case .mpeg4:
    let boxes = StreamBoxes(input)
    do throws(MediaError) {
      return try HelperStream(boxes, demuxer: "mov", name: "MPEG-4")
    } catch {
      throw boxes.failure ?? error
    }
  case .container(let demuxer, let name): return try HelperStream(input, demuxer: demuxer, name: name)
  case .frames(let kind):
    let frames = StreamFrames(input, kind)
    switch kind {
    case .mpeg: return try MPEGStream(frames)
    case .aac: return try HelperStream(frames, demuxer: "aac", name: "AAC")
    case .dolby(let isPlus): return try HelperStream(frames, demuxer: isPlus ? "eac3" : "ac3", name: "AC-3")
    case .transport: return try HelperStream(frames, demuxer: "mpegts", name: "MPEG-TS")
    }
  }
}

/// Whether a file of this content is read at any place of it, for a length and seeks: all that `openDecoder` knows by its
/// beginning.
func playsFromAnyPlace(_ head: [UInt8]) -> Bool {
  switch StreamKind.look(head[...], isFirst: true, isWhole: false) {
  case .found(.frames(.transport)): false
  case .found, .open: true
  case .none: ["ID3", "FRM8", "OggS"].contains { head.starts(with: $0.utf8) }
  }
}
