public import Linux
public import Model

/// Readers of files by their formats, handed in: the library knows none. Each blocks on storage.
public struct FileReaders: Sendable {
  let probe: FileProber
  let picture: PictureOpener

  public init(probe: @escaping FileProber, picture: @escaping PictureOpener) {
    (self.probe, self.picture) = (probe, picture)
  }
}

/// Finds the picture in a sound file, or the one that a file is; nil where there is none.
public typealias PictureOpener =
  @Sendable (_ file: consuming Descriptor, _ isEmbedded: Bool) throws(ReadFault) -> (any PictureSource)?

/// A picture in a file, read piece by piece from its beginning. Every read may block on storage.
public protocol PictureSource {
  var kind: PictureKind { get }
  /// The file has at least this many bytes, at least 1.
  var byteCount: Int64 { get }
  /// The next bytes: fewer than `count` at the end, and where the file turns out to be broken.
  mutating func read(_ count: Int) throws(ReadFault) -> [UInt8]
  mutating func skip(_ count: Int64) throws(ReadFault)
}

/// Failure of a read.
public enum ReadFault: Error {
  /// The content breaks the rules of its format.
  case broken
  case storage(SystemError)
}
