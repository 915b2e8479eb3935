/// Writes JSON (RFC 8259) as UTF-8: with a line for each element, so that people can read it and versions be compared, or compact.
public struct JSONWriter {
  public private(set) var bytes: [UInt8] = []
  /// For each open value: whether it has an element yet, and whether it is an object.
  private var open: [(hasElements: Bool, isObject: Bool)] = []
  private var isBehindKey = false
  private var isOnLine = false
  private let isCompact: Bool

  /// - Parameter isCompact: without line breaks and spaces.
  public init(isCompact: Bool = false) { self.isCompact = isCompact }

  /// Takes out what was written so far, so that it need not be held.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// A place to go back to, as long as nothing is closed that is open there.
  public struct Mark {
    public let count: Int
    fileprivate let hasElements: Bool
  }

  public var mark: Mark { Mark(count: bytes.count, hasElements: open.last?.hasElements ?? false) }

  /// Takes back what was written since.
  public mutating func rewind(to mark: Mark) {
    bytes.removeLast(max(0, bytes.count - mark.count))
    if let last = open.indices.last { open[last].hasElements = mark.hasElements }
  }

  // MARK: Containers

  public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    begin(UInt8(ascii: "{"), isObject: true)
    try body(&self)
    end(UInt8(ascii: "}"))
  }

  public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    begin(UInt8(ascii: "["), isObject: false)
    try body(&self)
    end(UInt8(ascii: "]"))
  }

  /// For callers that write an object or array in several functions; ended by `endObject` or `endArray`.
  public mutating func beginObject() { begin(UInt8(ascii: "{"), isObject: true) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "["), isObject: false) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// An array whose elements stand on one line.
  public mutating func beginLine() {
    begin(UInt8(ascii: "["), isObject: false)
    isOnLine = true
  }

  public mutating func endLine() {
    isOnLine = false
    guard open.popLast() != nil else { preconditionFailure("nothing is open") }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The key of the value that is written next.
  public mutating func key(_ key: String) {
    prepare()
    write(text: key)
    bytes.append(UInt8(ascii: ":"))
    if !isCompact { bytes.append(0x20) }
    isBehindKey = true
  }

  // MARK: Values

  public mutating func string(_ value: String) {
    prepare()
    write(text: value)
  }

  public mutating func integer(_ value: Int64) {
    prepare()
    bytes += String(value).utf8
  }

  /// One that is not finite is null.
  public mutating func number(_ value: Double) {
    prepare()
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 52 {
      bytes += String(whole).utf8
    } else {
      bytes += (value.isFinite ? value.description : "null").utf8
    }
  }

  public mutating func boolean(_ value: Bool) {
    prepare()
    bytes += (value ? "true" : "false").utf8
  }

  public mutating func null() {
    prepare()
    bytes += "null".utf8
  }

  /// A value that is JSON already.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    prepare()
    bytes += json
  }

  // MARK: Keys with values; nothing is written for nil

  public mutating func pair(_ key: String, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  public mutating func pair(_ key: String, _ value: Int64?) {
    guard let value else { return }
    self.key(key)
    integer(value)
  }

  public mutating func pair(_ key: String, _ value: Double?) {
    guard let value else { return }
    self.key(key)
    number(value)
  }

  // MARK: Parts

  private mutating func begin(_ bracket: UInt8, isObject: Bool) {
    prepare()
    bytes.append(bracket)
    open.append((false, isObject))
  }

  private mutating func end(_ bracket: UInt8) {
    guard let last = open.popLast() else { preconditionFailure("nothing is open") }
    if last.hasElements { newLine() }
    bytes.append(bracket)
    if open.isEmpty, !isCompact { bytes.append(UInt8(ascii: "\n")) }
  }

  private mutating func prepare() {
    if isBehindKey {
      isBehindKey = false
      return
    }
    guard let last = open.indices.last else { return }
    if open[last].hasElements { bytes.append(UInt8(ascii: ",")) }
    if isOnLine, open[last].hasElements { bytes.append(0x20) }
    open[last].hasElements = true
    if !isOnLine { newLine() }
  }

  private mutating func newLine() {
    if isCompact { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(0x20, count: open.count * 2)
  }

  private mutating func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
