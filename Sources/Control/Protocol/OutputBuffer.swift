import Linux
import Model

/// Output that waits to be sent to a client: lines of the form `key: value`, bytes, answers' ends, and greetings.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  /// How many of `bytes` are sent.
  private var sent = 0
  /// Lines of the song that was written last.
  var lastAdded: (seconds: Int64, line: [UInt8]) = (0, [])
  var lastFormat: (format: AudioFormat?, line: [UInt8]) = (nil, [])

  var count: Int { bytes.count - sent }
  var pending: ArraySlice<UInt8> { bytes[sent...] }

  mutating func consume(_ count: Int) {
    sent += count
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 64 * 1024)
      sent = 0
    } else if sent >= 64 * 1024 {
      bytes.removeFirst(sent)
      sent = 0
    }
  }

  /// A whole line; a line end or NUL inside becomes a space, so that a value can't forge an answer.
  mutating func line(_ text: String) {
    append(text)
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func pair(_ key: String, _ value: String) {
    append(key: key)
    line(value)
  }

  /// A value that may have a URL in it: whose name and password is nobody's business but the server's.
  mutating func address(_ key: String, _ value: String) { pair(key, value.withoutCredentials) }

  mutating func pair(_ key: String, _ value: some BinaryInteger) { pair(key, String(value)) }
  mutating func pair(_ key: String, _ value: Bool) { pair(key, value ? "1" : "0") }

  /// `seconds` since 1970 as `Timestamp.text` has it.
  mutating func pair(_ key: String, time seconds: Int64) {
    append(key: key)
    Timestamp.append(seconds, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Seconds with three decimals.
  mutating func pair(_ key: String, seconds duration: Duration) {
    append(key: key)
    Decimal.appendSeconds(duration, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// A value in UTF-8 that has no line end.
  /// - Parameter key: with what parts it from the value.
  mutating func line(after key: [UInt8], _ value: ArraySlice<UInt8>) {
    bytes.append(contentsOf: key)
    bytes.append(contentsOf: value)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// A number that is not negative.
  mutating func pair(_ key: String, number value: Int64) {
    append(key: key)
    bytes.append(digits: value, 1)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// A time that is not negative, in seconds with three decimals.
  mutating func pair(_ key: String, milliseconds value: Int64) {
    append(key: key)
    Decimal.appendSeconds(milliseconds: value, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Bytes as they are, after their number.
  mutating func binary(_ content: [UInt8]) {
    pair("binary", content.count)
    bytes += content
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Whole lines that another buffer has made.
  mutating func lines(_ content: ArraySlice<UInt8>) { bytes += content }

  private mutating func append(_ text: String) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    guard lowestByte(from: start) <= 0x0D else { return }
    for place in start..<bytes.count where [0, 0x0A, 0x0D].contains(bytes[place]) { bytes[place] = 0x20 }
  }

  /// Decides nothing for a single byte: lists of many songs have millions.
  private func lowestByte(from start: Int) -> UInt8 {
    let span = bytes.span
    var lowest = UInt8.max
    for place in start..<span.count { lowest = min(lowest, span[place]) }
    return lowest
  }

  /// A key may come from a file, too: the name of a comment.
  private mutating func append(key: String) {
    append(key)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
  }
}
