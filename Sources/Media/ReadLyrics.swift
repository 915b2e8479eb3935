public import Linux
public import Model

/// Bytes that are read at a time.
private let lyricsBuffer = 64 * 1024

/// Reads the lyrics in the tags of a sound file: `USLT` and `SYLT` of ID3v2, `©lyr` of MPEG-4, `WM/Lyrics`, and the keys
/// `LYRICS`, `UNSYNCEDLYRICS` and the like of all others. Of several the first with times is taken. Encrypted frames are
/// skipped. Blocks on storage.
/// - Parameter descriptor: of a regular file, open for reading.
/// - Returns: no line where there are no lyrics.
public func readLyrics(of descriptor: consuming Descriptor) throws(MediaError) -> [LyricsLine] {
  let source = try ByteSource(descriptor, capacity: lyricsBuffer)
  let content = try Content(source)
  var choice = LyricsChoice()
  switch content.sound {
  case .flac(let header):
    if let range = header.comments { try VorbisComments.readLyrics(RangeFeed(source, range), into: &choice) }
  case .ogg(let stream):
    _ = try OggFront(source, stream, try OggHead(stream)) { (packets) throws(MediaError) in
      try VorbisComments.readLyrics(packets, into: &choice)
    }
  case .mpeg4(let file):
    if let range = file.tags { try MPEG4Tags.readLyrics(source, range, into: &choice) }
  case .matroska(let file): try file.readLyrics(source, into: &choice)
  case .asf(let file): try file.readLyrics(source, into: &choice)
  case .mpeg, .wave, .coded: break
  }
  try content.tags.readLyrics(source, into: &choice)
  return choice.lines
}

/// The lyrics in a file of text, LRC or plain, in UTF-8, UTF-16 or Windows-1252.
/// - Parameter bytes: at most `lyricsFileLimit` of them count.
public func lyrics(inText bytes: [UInt8]) -> [LyricsLine] {
  let bytes = bytes.prefix(lyricsFileLimit)
  // Text of one byte per letter has no NUL.
  let texts = TagText.texts(bytes, bytes.contains(0) ? .utf16 : .latin1)
  return LyricsText.lines(of: texts.joined(separator: "\n"))
}

/// Bytes of a file of lyrics that are read: UTF-16 of the longest text, and its mark.
public let lyricsFileLimit = 2 * LyricsText.byteLimit + 2
