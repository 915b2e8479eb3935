import Linux

/// How a file is made of another one: parts of that one, and bytes between them.
struct FilePieces: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    /// A range of the other file.
    case copied(Range<Int64>)
    case bytes([UInt8])

    var count: Int64 {
      switch self {
      case .copied(let range): Int64(range.count)
      case .bytes(let bytes): Int64(bytes.count)
      }
    }
  }

  private(set) var all: [Piece]

  init(_ all: [Piece] = []) { self.all = all }

  /// Size of the resulting file in bytes.
  var size: Int64 { all.reduce(0) { $0 + $1.count } }

  /// Number of bytes between the copied parts.
  var ownBytes: Int {
    all.reduce(0) { sum, piece in if case .bytes(let bytes) = piece { sum + bytes.count } else { sum } }
  }

  mutating func append(_ piece: Piece) { if piece.count > 0 { all.append(piece) } }

  /// How the other file is made of this one.
  /// - Parameters:
  ///   - size: of the other file, in bytes.
  ///   - read: reads a range of the other file.
  func inverse(
    size: Int64, read: (Range<Int64>) throws(SystemError) -> [UInt8]
  ) throws(SystemError) -> FilePieces {
    var (at, parts): (Int64, [(source: Range<Int64>, place: Int64)]) = (0, [])
    for piece in all {
      if case .copied(let range) = piece, range.upperBound <= size { parts.append((range, at)) }
      at += piece.count
    }
    var (done, result): (Int64, FilePieces) = (0, FilePieces())
    for part in parts.sorted(by: { $0.source.lowerBound < $1.source.lowerBound })
    where part.source.lowerBound >= done {
      if part.source.lowerBound > done {
        result.append(.bytes(try read(done..<part.source.lowerBound)))
      }
      result.append(.copied(part.place..<(part.place + Int64(part.source.count))))
      done = part.source.upperBound
    }
    if done < size { result.append(.bytes(try read(done..<size))) }
    return result
  }

  /// Whether a file has the size and the bytes that this makes. Its copied parts are not checked.
  func fits(_ file: borrowing Descriptor) throws(SystemError) -> Bool {
    guard try file.status().size == size else { return false }
    var at: Int64 = 0
    for piece in all {
      if case .bytes(let bytes) = piece, try file.bytes(bytes.count, at: at) != bytes { return false }
      at += piece.count
    }
    return true
  }
}
