/// The wanted part of a file, and the number of bytes to drop of a longer answer.
public struct FilePart: Hashable, Sendable {
  public let range: Range<Int64>
  /// Remaining bytes of the answer before the first wanted byte.
  public private(set) var unwanted: Int64 = 0
  /// Remaining wanted bytes.
  public private(set) var left: Int64
  /// Whether the server refuses to send parts: the file is read from its start.
  public private(set) var isRefused = false
  /// The answer is not the requested part.
  public private(set) var isOther = false

  public init(_ range: Range<Int64>) {
    self.range = range
    left = range.upperBound == .max ? .max : Int64(range.count)
  }

  /// As a request has it (RFC 9110, 14.1.2).
  public var request: String {
    "\(range.lowerBound)-\(range.upperBound == .max ? "" : "\(range.upperBound - 1)")"
  }

  /// The server has refused: what comes now begins at the start of the file.
  public mutating func refuse() { (unwanted, isRefused) = (range.lowerBound, true) }

  /// - Parameter first: the place of the first byte of the answer; nil where that is not known: it may be any.
  /// - Returns: false where the answer is of no use.
  public mutating func begin(at first: Int64?) -> Bool {
    if isRefused { return true }
    guard let first, first <= range.lowerBound else {
      isOther = true
      return false
    }
    (unwanted, isRefused) = (range.lowerBound - first, first < range.lowerBound)
    return true
  }

  /// - Returns: those of the next bytes that are wanted.
  public mutating func take(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let dropped = min(unwanted, Int64(bytes.count))
    unwanted -= dropped
    let wanted = bytes.dropFirst(Int(dropped)).prefix(Int(min(left, Int64(bytes.count))))
    if left < .max { left -= Int64(wanted.count) }
    return wanted
  }
}
