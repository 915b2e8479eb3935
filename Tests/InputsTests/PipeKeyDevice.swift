import Linux

@testable import Inputs

/// An input device whose records (struct input_event of 64-bit kernels) come through a pipe.
final class PipeKeyDevice: KeyDevice {
  let name: String
  let keys: Set<KeyCode>
  let pipe = PipeEnds()
  var grabs = 0
  var refusesGrab = false

  init(name: String = "A keyboard", keys: [String]) {
    self.name = name
    self.keys = Set(keys.compactMap { KeyCode(name: $0) })
  }

  func has(_ key: KeyCode) -> Bool { keys.contains(key) }

  func grab() throws(SystemError) {
    if refusesGrab { throw SystemError(.busy, call: "EVIOCGRAB") }
    grabs += 1
  }

  func register(
    with loop: EventLoop, _ handler: @escaping (EventLoop.Readiness) -> Void
  ) throws(SystemError) -> EventLoop.Registration {
    try loop.register(pipe.reader, for: .read, handler)
  }

  func read(_ handler: (KeyEvent) -> Void) throws(SystemError) {
    guard let bytes = try pipe.readAll() else { throw SystemError(.noSuchDevice, call: "read") }
    for start in stride(from: 0, to: bytes.count, by: 24) {
      func number(_ offset: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[start + offset + $1]) << UInt64(8 * $1) }
      }
      let value = Int32(truncatingIfNeeded: number(20, 4))
      guard number(16, 2) == 1, value < 2 else { continue }
      let time = Int64(bitPattern: number(0, 8)) * 1_000_000_000 + Int64(bitPattern: number(8, 8)) * 1_000
      handler(
        KeyEvent(
          key: KeyCode(rawValue: UInt16(number(18, 2))), isDown: value == 1, time: Instant(nanoseconds: time))
      )
    }
  }

  /// As the kernel writes it, with the report that ends each change.
  func send(_ key: String, _ value: Int32, at time: Instant) throws {
    let code = KeyCode(name: key)?.rawValue ?? 0
    try pipe.write(Self.record(1, code, value, time) + Self.record(0, 0, 0, time))
  }

  private static func record(_ type: UInt16, _ code: UInt16, _ value: Int32, _ time: Instant) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let microseconds = time.nanoseconds / 1_000
    return bytes(microseconds / 1_000_000) + bytes(microseconds % 1_000_000) + bytes(type) + bytes(code)
      + bytes(value)
  }
}
