public import Linux

/// Bytes that a decoder reads from storage at a time.
private let decodeBuffer = 128 * 1024

/// Opens a file for decoding, whatever its name: what it is is told from its content. Reads its head and its tail;
/// blocks on storage.
/// - Parameters:
///   - descriptor: of a regular file, open for reading; the decoder keeps it.
///   - index: what an earlier decoder of the same file gave as `seekIndex`; one of another file is ignored.
public func openDecoder(_ descriptor: consuming Descriptor, index: SeekIndex? = nil) throws(MediaError)
  -> any Decoder
{
  let source = try ByteSource(descriptor, capacity: decodeBuffer)
  let content = try Content(source)
  switch content.sound {
  case .mpeg(let found): return try MPEGDecoder(source, found, end: content.range.upperBound, index: index)
  case .flac(let header): return try FLACDecoder(source, header, end: content.range.upperBound)
  case .wave(let header): return try WaveDecoder(source, header, body: content.range)
  case .ogg(let stream):
    switch stream.type {
    case .vorbis: return try VorbisDecoder(source, stream, body: content.range)
    case .opus: return try OpusDecoder(source, stream, body: content.range)
    default: return try FLACDecoder(source, stream, body: content.range)
    }
  }
}
