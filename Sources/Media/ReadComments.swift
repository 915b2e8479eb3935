public import Linux
public import Model

/// Bytes that are read at a time.
private let commentsBuffer = 64 * 1024

/// Reads the comments of a file as they are: Vorbis comments, the items of an APE tag, the `TXXX` frames of ID3v2,
/// iTunes' items with names of their own, the texts of Matroska and Windows Media.
/// Pictures are skipped, texts are cut at `Tags.textLimit`, all of them together at 128 KiB. Blocks on storage.
/// - Parameter descriptor: of a regular file, open for reading.
public func readComments(of descriptor: consuming Descriptor) throws(MediaError) -> [FileComment] {
  let source = try ByteSource(descriptor, capacity: commentsBuffer)
  let content = try Content(source)
  var list = CommentList()
  switch content.sound {
  case .flac(let header):
    if let range = header.comments { try list.readVorbis(RangeFeed(source, range)) }
  case .ogg(let stream):
    _ = try OggFront(source, stream, try OggHead(stream)) { (packets) throws(MediaError) in
      try list.readVorbis(packets)
    }
  case .mpeg4(let file):
    if let range = file.tags { try MPEG4Tags.readComments(source, range, into: &list) }
  case .matroska(let file): try file.readComments(source, into: &list)
  case .asf(let file): try file.readComments(source, into: &list)
  case .mpeg, .wave, .coded: break
  }
  if let ape = content.tags.ape { try list.readAPE(RangeFeed(source, ape.items), count: ape.count) }
  var id3v2 = content.tags.id3v2
  if let tag = content.tags.appendedID3v2 { id3v2.append(tag) }
  for tag in id3v2 {
    for texts in try ID3v2Reader.userTexts(source, at: tag.offset, tag.header) {
      for text in texts.dropFirst() { list.add(texts[0], text) }
    }
  }
  return list.comments
}
