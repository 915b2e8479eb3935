/// Cuts a client's input into lines, holding at most one unfinished line and the input after the line that is being
/// answered.
struct LineReader {
  /// A line that is longer than the limit; the connection can't continue.
  struct LineTooLong: Error {}

  private let maximum: Int
  private var bytes: [UInt8] = []
  /// Start of the next line in `bytes`.
  private var start = 0
  /// Up to where `bytes` is known to hold no line end.
  private var searched = 0

  init(maximum: Int) { self.maximum = maximum }

  /// Bytes that have arrived and are not yet taken as lines.
  var count: Int { bytes.count - start }

  mutating func append(_ new: Span<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * maximum)
      start = 0
      searched = 0
    } else if start > maximum {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes.reserveCapacity(bytes.count + new.count)
    for index in new.indices { bytes.append(new[index]) }
  }

  /// The next bytes, whatever they are; nil until all of them have arrived.
  mutating func take(_ count: Int) -> [UInt8]? {
    guard self.count >= count else { return nil }
    let taken = Array(bytes[start..<start + count])
    start += count
    searched = start
    return taken
  }

  /// The next whole line without its end, nor blanks and control characters before it; nil where none has arrived.
  mutating func next() throws(LineTooLong) -> ArraySlice<UInt8>? {
    while searched < bytes.count, bytes[searched] != UInt8(ascii: "\n") { searched += 1 }
    guard searched - start <= maximum else { throw LineTooLong() }
    guard searched < bytes.count else { return nil }
    var line = bytes[start..<searched]
    while let last = line.last, last <= UInt8(ascii: " ") { line.removeLast() }
    searched += 1
    start = searched
    return line
  }
}
