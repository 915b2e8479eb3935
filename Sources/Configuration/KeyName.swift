/// The kernel's names of keys.
enum KeyName {
  static let expected = "a name of linux/input-event-codes.h, such as KEY_PLAYPAUSE"

  static func isValid(_ text: String) -> Bool {
    guard text.hasPrefix("KEY_") || text.hasPrefix("BTN_"), text.utf8.count > 4 else { return false }
    return text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || byte == UInt8(ascii: "_")
    }
  }
}
