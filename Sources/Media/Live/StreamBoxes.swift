/// The boxes of one MPEG-4 file or film in pieces (ISO/IEC 14496-12, 4.2), one after the other. It ends where another one begins,
/// and where no box is.
final class StreamBoxes: StreamBytes {
  private let input: LiveInput
  /// Bytes left in the present box.
  private var left: Int64 = 0
  private var isFirst = true
  private var hasEnded = false
  private var hasIndex = false
  private var isSound = false
  /// Why nothing is given.
  private(set) var failure: MediaError?

  private static let headBytes = 16

  init(_ input: LiveInput) { self.input = input }

  var position: Int64 { input.position }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    while left == 0 {
      guard !hasEnded, begin() else {
        hasEnded = true
        return 0
      }
    }
    let room = Int(min(Int64(target.count), left))
    let count = unsafe input.read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<room]))
    left -= Int64(count)
    // An index may be long.
    if !isSound { input.noteSound() }
    return count
  }

  /// Begins the next box.
  private func begin() -> Bool {
    guard input.gather(8) else { return false }
    let head = Array(input.ahead.prefix(Self.headBytes))
    let type = String(decoding: head[4..<8], as: UTF8.self)
    guard type.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), type != "ftyp" || isFirst,
      let size = BigEndian.number(head, 0, 4).map({ Int64(clamping: $0) })
    else { return false }
    isFirst = false
    switch size {
    case 0: left = .max
    case 1:
      guard input.gather(Self.headBytes), let wide = BigEndian.number(Array(input.ahead.prefix(16)), 8, 8),
        wide >= Self.headBytes
      else { return false }
      left = Int64(clamping: wide)
    case 8...: left = size
    default: return false
    }
    hasIndex = hasIndex || type == "moov"
    isSound = type == "mdat"
    if isSound, !hasIndex { failure = .stream(Self.indexIsBehind) }
    return failure == nil
  }

  private static let indexIsBehind =
    "the file can't be played while it comes: its index is behind the sound, and the server sends no part of it alone"
}
