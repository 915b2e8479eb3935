/// The kind of a stream's sound, by its content alone: the server's type is often wrong.
enum StreamKind: Hashable {
  case frames(StreamFrame.Kind)
  case ogg
  case flac
  case wave
  case mpeg4
  /// A container that libavformat decodes, recognised only at the stream's beginning.
  case container(demuxer: String, name: String)

  enum Look: Hashable {
    case found(StreamKind)
    case none
    /// More bytes are needed.
    case open
  }

  /// Largest first box of an MPEG-4 file, in bytes.
  private static let mostTypeBytes = 1024

  /// Looks at what begins with these bytes.
  /// - Parameters:
  ///   - isFirst: whether nothing is before them: then a mark is enough of a proof.
  ///   - isWhole: whether nothing comes after them.
  static func look(_ bytes: ArraySlice<UInt8>, isFirst: Bool, isWhole: Bool) -> Look {
    let at = bytes.startIndex
    switch bytes.first {
    case 0xFF, 0x0B, 0x47: return frames(bytes, isFirst: isFirst, isWhole: isWhole)
    case UInt8(ascii: "O"): return page(bytes, isWhole: isWhole)
    case UInt8(ascii: "f"):
      // STREAMINFO is the first block (RFC 9639, 8.2).
      return marked(flacMark, bytes, isWhole) { $0[at + 4] & 0x7F == 0 }.map(.flac)
    case UInt8(ascii: "R"):
      return marked(waveMark, bytes, isWhole).map(.wave)
    case 0:
      return marked(fileTypeMark, bytes, isWhole) {
        (8...mostTypeBytes).contains(Int($0[at + 2]) << 8 | Int($0[at + 3]))
      }.map(.mpeg4)
    default: break
    }
    guard isFirst else { return .none }
    for (mark, demuxer, name) in containers {
      let look = marked(mark.map { $0 }, bytes, isWhole)
      if look != .none { return look.map(.container(demuxer: demuxer, name: name)) }
    }
    return .none
  }

  // nil stands for any byte.
  private static let flacMark: [UInt8?] = [0x66, 0x4C, 0x61, 0x43, nil, 0, 0, 34]
  private static let waveMark: [UInt8?] = [
    0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x41, 0x56, 0x45,
  ]
  private static let fileTypeMark: [UInt8?] = [0, 0, nil, nil, 0x66, 0x74, 0x79, 0x70]
  private static let pageMark: [UInt8?] = Array("OggS\0".utf8)
  private static let containers: [([UInt8], String, String)] = [
    ([0x1A, 0x45, 0xDF, 0xA3], "matroska", "Matroska"), (ASFObject.header, "asf", "Windows Media"),
    (Array("wvpk".utf8), "wv", "WavPack"), (Array("TTA1".utf8), "tta", "True Audio"),
    (Array("MAC ".utf8), "ape", "Monkey's Audio"), (Array("MPCK".utf8), "mpc8", "Musepack"),
    (Array("MP+".utf8), "mpc", "Musepack"), (Array("DSD ".utf8), "dsf", "DSD"),
    (Array("FORM".utf8), "aiff", "AIFF"), (Array("RF64".utf8), "wav", "WAVE"),
  ]

  private enum Mark {
    case there, none, open

    func map(_ kind: StreamKind) -> Look {
      switch self {
      case .there: .found(kind)
      case .none: .none
      case .open: .open
      }
    }
  }

  private static func marked(
    _ mark: [UInt8?], _ bytes: ArraySlice<UInt8>, _ isWhole: Bool,
    _ isRight: (ArraySlice<UInt8>) -> Bool = { _ in true }
  ) -> Mark {
    for (byte, wanted) in zip(bytes, mark) where wanted != nil && byte != wanted { return .none }
    guard bytes.count >= mark.count else { return isWhole ? .none : .open }
    return isRight(bytes) ? .there : .none
  }

  /// A whole page with the right checksum.
  private static func page(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Look {
    guard marked(pageMark, bytes, isWhole) != .none else { return .none }
    guard let page = OggPage(Array(bytes.prefix(OggPage.headSize + 255)), offset: 0),
      bytes.count >= Int(page.end)
    else { return isWhole ? .none : .open }
    return OggPage.hasRightChecksum(Array(bytes.prefix(Int(page.end)))) ? .found(.ogg) : .none
  }

  /// Frames that follow one another.
  private static func frames(_ bytes: ArraySlice<UInt8>, isFirst: Bool, isWhole: Bool) -> Look {
    guard let first = StreamFrame(bytes) else {
      return bytes.count < StreamFrame.headBytes && !isWhole ? .open : .none
    }
    var rest = bytes.dropFirst(first.bytes)
    for count in 1..<first.proof {
      guard rest.count >= StreamFrame.headBytes else {
        // A short file ends before the proof is complete.
        let isEnd = isWhole && (rest.isEmpty ? bytes.count >= first.bytes && isFirst || count > 1 : count > 1)
        return isEnd ? .found(.frames(first.kind)) : isWhole ? .none : .open
      }
      guard let next = StreamFrame(rest), next.agrees(with: first) else { return .none }
      rest = rest.dropFirst(next.bytes)
    }
    return .found(.frames(first.kind))
  }
}
