import Linux

/// A stream that the decoder in another process decodes.
final class HelperStream: StreamDecoder {
  init(_ input: LiveInput, type: String) throws(MediaError) {
    throw .unsupported("AAC needs the package jukebox-formats: a stream of it")
  }

  func next() throws(MediaError) -> LiveBlock? { nil }
}
