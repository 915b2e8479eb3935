public import Linux
import Model

/// Bytes that a decoder reads from storage at a time.
private let decodeBuffer = 128 * 1024

/// Opens a file for decoding, by its content, whatever its name. Reads its head and its tail; blocks on storage.
/// - Parameters:
/// - descriptor: of a regular file, open for reading; the decoder owns it.
/// - index: `seekIndex` of an earlier decoder of the same file; one of another file is ignored.
public func openDecoder(_ descriptor: consuming Descriptor, index: SeekIndex? = nil) throws(MediaError)
  -> any Decoder
{
  try openDecoder(ByteSource(descriptor, capacity: decodeBuffer), index: index)
}

/// The same for a file on a server.
func openDecoder(_ file: RemoteFile) throws(MediaError) -> any Decoder {
  try openDecoder(ByteSource(file, capacity: decodeBuffer), index: nil)
}

private func openDecoder(_ source: ByteSource, index: SeekIndex?) throws(MediaError) -> any Decoder {
  let content = try Content(source)
  switch content.sound {
  case .mpeg(let found): return try MPEGDecoder(source, found, end: content.range.upperBound, index: index)
  case .flac(let header): return try FLACDecoder(source, header, end: content.range.upperBound)
  case .wave(let header): return try WaveDecoder(source, header, body: content.range)
  case .mpeg4(let file): return try openCoded(source, file.sound)
  case .matroska(let file): return try openCoded(source, file.sound)
  case .asf(let file): return try openCoded(source, file.sound)
  case .coded(let sound): return try openCoded(source, sound)
  case .ogg(let stream): return try openOgg(source, stream, content.range)
  }
}

private func openCoded(_ source: ByteSource, _ sound: CodedSound) throws(MediaError) -> any Decoder {
  if let file = try source.duplicate() { return try HelperDecoder(file, sound.task) }
  return try HelperDecoder(RemoteSource(source), sound.task)
}

/// Opens the parts of a chain. It ends before the first later part that can't be opened.
func openOgg(_ source: ByteSource, _ stream: OggStream, _ range: Range<Int64>) throws(MediaError)
  -> any Decoder
{
  func open(_ run: OggChain.Run) throws(MediaError) -> any Decoder {
    switch run.type {
    case .vorbis: try VorbisDecoder(source, run.links[0].stream, body: run.body)
    case .opus: try OpusDecoder(source, run.links)
    default: try FLACDecoder(source, run.links[0].stream, body: run.body)
    }
  }
  let runs = try OggChain.runs(source, stream, range)
  var parts = [try open(runs[0])]
  for run in runs.dropFirst() {
    do throws(MediaError) { parts.append(try open(run)) } catch {
      if case .io = error { throw error }
      break
    }
  }
  let decoder = parts.count == 1 ? parts[0] : ChainDecoder(parts)
  if decoder.lengthFrames == 0 { throw .truncated }
  return decoder
}
