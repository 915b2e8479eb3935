/// A frame of the PN532's host interface (user manual, 6.2.1): the same on each bus.
package enum PN532Frame: Hashable, Sendable {
  case acknowledge
  /// The command's code and one, and what follows.
  case answer(code: UInt8, [UInt8])
  /// The chip could not understand the command.
  case refusal

  /// A command and its data, at most 254 bytes, as they are sent.
  package static func command(_ code: UInt8, _ data: [UInt8]) -> [UInt8] {
    let content = [0xD4, code] + data.prefix(252)
    let length = UInt8(content.count)
    return [0x00, 0x00, 0xFF, length, 0 &- length] + content + [0 &- content.reduce(0, &+), 0x00]
  }

  /// Finds the first whole and valid frame.
  /// - Returns: the frame and the index after it; nil if there is none yet.
  package static func first(in bytes: [UInt8]) -> (frame: PN532Frame, end: Int)? {
    for index in bytes.indices where bytes[index...].starts(with: [0x00, 0xFF]) {
      guard index + 4 <= bytes.count else { return nil }
      let (length, check) = (bytes[index + 2], bytes[index + 3])
      if (length, check) == (0x00, 0xFF) { return (.acknowledge, index + 4) }
      guard length > 0, length &+ check == 0 else { continue }
      let end = index + 4 + Int(length)
      guard end < bytes.count else { continue }
      let content = bytes[(index + 4)..<end]
      guard content.reduce(bytes[end], &+) == 0 else { continue }
      if content.first == 0x7F { return (.refusal, end + 1) }
      guard content.first == 0xD5, content.count >= 2 else { continue }
      return (.answer(code: content[index + 5], Array(content.dropFirst(2))), end + 1)
    }
    return nil
  }
}
