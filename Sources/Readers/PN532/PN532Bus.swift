/// One of the three buses of a PN532: frames as bytes.
protocol PN532Bus: AnyObject {
  func send(_ frame: [UInt8]) throws(ReaderFault)
  /// Waits for a frame.
  /// - Parameter most: bytes that it has at most.
  /// - Returns: the bytes up to its end; without a whole frame, what has arrived within `time`.
  func receive(atMost most: Int, within time: Duration) throws(ReaderFault) -> [UInt8]
}
