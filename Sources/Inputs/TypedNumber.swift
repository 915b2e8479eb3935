internal import CEvdev
internal import Linux
internal import Model

/// The number that a reader is typing: printable keys, as on a keyboard of the United States, and Enter. A value.
struct TypedNumber {
  /// A person looks for the next digit of a pad; a machine types without a pause.
  private static let padPatience = Duration.seconds(3)
  private static let machinePatience = Duration.seconds(1)

  private let takesDigitsOnly: Bool
  private let patience: Duration
  private var typed: [UInt8] = []
  /// The number is longer than any card's: its rest is ignored.
  private var isTooLong = false
  private var lastTime: Instant?
  private var shifts: Set<KeyCode> = []

  init(_ kind: ReaderBinding.Kind) {
    takesDigitsOnly = kind == .pad
    patience = kind == .pad ? Self.padPatience : Self.machinePatience
  }

  /// - Returns: the number, once it is complete.
  mutating func take(_ event: KeyEvent) -> CardNumber? {
    if Self.shifts.contains(event.key) {
      if event.isDown { shifts.insert(event.key) } else { shifts.remove(event.key) }
      return nil
    }
    guard event.isDown else { return nil }
    if let lastTime, event.time - lastTime > patience { forget() }
    lastTime = event.time
    if Self.ends.contains(event.key) {
      defer { forget() }
      return isTooLong ? nil : CardNumber(String(decoding: typed, as: UTF8.self))
    }
    if Self.corrections.contains(event.key) {
      forget()
    } else if let letter = letter(event.key) {
      if typed.count == CardNumber.mostBytes { isTooLong = true } else { typed.append(letter) }
    }
    return nil
  }

  private mutating func forget() {
    typed.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private func letter(_ key: KeyCode) -> UInt8? {
    guard let row = Self.rows.first(where: { $0.keys.contains(key.rawValue) }) else { return nil }
    let letters = shifts.isEmpty ? row.plain : row.shifted
    let letter = unsafe letters.utf8Start[Int(key.rawValue - row.keys.lowerBound)]
    return takesDigitsOnly && !(0x30...0x39).contains(letter) ? nil : letter
  }

  private static let shifts = keys(KEY_LEFTSHIFT, KEY_RIGHTSHIFT)
  private static let ends = keys(KEY_ENTER, KEY_KPENTER)
  private static let corrections = keys(KEY_BACKSPACE, KEY_ESC, KEY_DELETE, KEY_CLEAR)

  private static func keys(_ codes: Int32...) -> Set<KeyCode> {
    Set(codes.map { KeyCode(rawValue: UInt16($0)) })
  }

  /// Stretches of the kernel's key codes (linux/input-event-codes.h).
  private static let rows: [(keys: ClosedRange<UInt16>, plain: StaticString, shifted: StaticString)] = [
    (2...13, "1234567890-=", "!@#$%^&*()_+"), (16...27, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30...41, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (43...43, "\\", "|"), (44...53, "zxcvbnm,./", "ZXCVBNM<>?"),
    (55...55, "*", "*"), (57...57, " ", " "), (71...83, "789-456+1230.", "789-456+1230."),
    (98...98, "/", "/"),
  ]
}
