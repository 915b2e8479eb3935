import CEvdevProbe
import Glibc
import Linux
import Model
import Support
import Testing

@testable import Inputs

/// libevdev itself, over a pipe that answers as a keyboard.
@Suite struct EvdevTests {
  private final class Keyboard {
    let device: EvdevDevice
    let fd: Int32
    private var writer: Descriptor?

    init(keys: [String] = ["KEY_NEXTSONG", "KEY_VOLUMEUP", "KEY_MUTE"]) throws {
      var ends: [Int32] = [0, 0]
      try systemCall("pipe") { unsafe pipe(&ends) }
      fd = ends[0]
      let reader = Descriptor(owning: ends[0])
      writer = Descriptor(owning: ends[1])
      _ = fcntl(fd, F_SETFL, O_NONBLOCK)
      let codes = keys.compactMap { KeyCode(name: $0)?.rawValue }
      guard unsafe evdevprobe_add(fd, "A remote", codes, Int32(codes.count)) == 0 else {
        throw SystemError(.tooManyOpenFiles, call: "evdevprobe_add")
      }
      device = try EvdevDevice(reader, path: "event0")
    }

    deinit { evdevprobe_remove(fd) }

    func key(_ name: String, _ value: Int32, at microseconds: Int64 = 5) throws {
      try send(1, KeyCode(name: name)?.rawValue ?? 0, value, microseconds)
      try report(at: microseconds)
    }

    func report(at microseconds: Int64 = 5) throws { try send(0, 0, 0, microseconds) }

    /// The kernel's queue for this reader was full (SYN_DROPPED).
    func drop() throws { try send(0, 3, 0, 5) }

    /// What the device answers when libevdev asks how its keys are.
    func set(_ name: String, isDown: Bool) {
      evdevprobe_set_key(fd, KeyCode(name: name)?.rawValue ?? 0, isDown ? 1 : 0)
    }

    func unplug() { writer = nil }

    func read() throws -> [String] {
      var events: [String] = []
      try device.read { events.append("\($0.key.name) \($0.isDown ? "down" : "up")") }
      return events
    }

    private func send(_ type: UInt16, _ code: UInt16, _ value: Int32, _ microseconds: Int64) throws {
      func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      let time = bytes(microseconds / 1_000_000) + bytes(microseconds % 1_000_000)
      let record = time + bytes(type) + bytes(code) + bytes(value)
      try expectEqual(writer?.write(record.span), 24)
    }
  }

  /// Hands out one device.
  private struct Host: InputHost {
    let device: EvdevDevice
    var freeLines: [LineAddress] { [] }
    func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice { device }
    func openInput(_ request: LineRequest) throws(SystemError) -> any InputLine {
      throw SystemError(.noSuchFile, call: "gpiod")
    }
    func openOutput(_ address: LineAddress, active: ActiveLevel) throws(SystemError) -> any OutputLine {
      throw SystemError(.noSuchFile, call: "gpiod")
    }
  }

  @Test func `a device has a name and keys, and uses the monotonic clock`() throws {
    let keyboard = try Keyboard()
    expectEqual(keyboard.device.name, "A remote")
    #expect(keyboard.device.has(try #require(KeyCode(name: "KEY_NEXTSONG"))))
    #expect(!keyboard.device.has(try #require(KeyCode(name: "KEY_1"))))
    expectEqual(evdevprobe_clock(keyboard.fd), CLOCK_MONOTONIC)
    expectEqual(evdevprobe_is_grabbed(keyboard.fd), 0)
    try keyboard.device.grab()
    expectEqual(evdevprobe_is_grabbed(keyboard.fd), 1)
  }

  @Test func `presses and releases come with their time, the kernel's repeats don't`() throws {
    let keyboard = try Keyboard()
    try keyboard.key("KEY_MUTE", 1, at: 3_000_007)
    for _ in 0..<3 { try keyboard.key("KEY_MUTE", 2) }
    try keyboard.key("KEY_MUTE", 0, at: 3_500_000)
    var events: [KeyEvent] = []
    try keyboard.device.read { events.append($0) }
    expectEqual(events.map(\.isDown), [true, false])
    expectEqual(events.map(\.time.nanoseconds), [3_000_007_000, 3_500_000_000])
    try expectEqual(keyboard.read(), [])
  }

  @Test func `many at once all come`() throws {
    let keyboard = try Keyboard()
    for _ in 0..<400 {
      try keyboard.key("KEY_MUTE", 1)
      try keyboard.key("KEY_MUTE", 0)
    }
    try expectEqual(keyboard.read().count, 800)
  }

  @Test func `a release that the kernel dropped comes all the same`() throws {
    let keyboard = try Keyboard()
    try keyboard.key("KEY_VOLUMEUP", 1)
    try expectEqual(keyboard.read(), ["KEY_VOLUMEUP down"])
    try keyboard.drop()
    try keyboard.key("KEY_NEXTSONG", 1)
    keyboard.set("KEY_VOLUMEUP", isDown: false)
    keyboard.set("KEY_NEXTSONG", isDown: true)
    try expectEqual(keyboard.read().sorted(), ["KEY_NEXTSONG down", "KEY_VOLUMEUP up"])
    try keyboard.key("KEY_NEXTSONG", 0)
    try expectEqual(keyboard.read(), ["KEY_NEXTSONG up"])
  }

  @Test func `a key whose release was dropped stops repeating`() throws {
    let keyboard = try Keyboard()
    let key = try #require(KeyCode(name: "KEY_VOLUMEUP"))
    let bindings = InputBindings(keys: [
      key: Binding(press: .volume(percent: 1), repeatPeriod: .milliseconds(20))
    ])
    let loop = try EventLoop()
    var count = 0
    let inputs = InputDevices(
      loop: loop, bindings: bindings, folder: nil, host: Host(device: keyboard.device)
    ) {
      _, _ in count += 1
    }
    inputs.handle(.appeared(Array("event0".utf8)))
    try keyboard.key("KEY_VOLUMEUP", 1, at: (loop.now + .milliseconds(-600)).nanoseconds / 1_000)
    for _ in 0..<100 where count < 3 { try loop.turn(waitingAtMost: .seconds(1)) }
    #expect(count >= 3)
    try keyboard.drop()
    try keyboard.report()
    for _ in 0..<3 { try loop.turn(waitingAtMost: .zero) }
    let last = count
    try loop.turn(waitingAtMost: .milliseconds(60))
    expectEqual(count, last)
  }

  @Test func `a device that hangs up is dropped`() throws {
    let keyboard = try Keyboard()
    let loop = try EventLoop()
    let inputs = InputDevices(
      loop: loop, bindings: InputBindings(), folder: nil, host: Host(device: keyboard.device)
    ) { _, _ in }
    inputs.handle(.appeared(Array("event0".utf8)))
    expectEqual(inputs.deviceCount, 1)
    keyboard.unplug()
    try loop.turn(waitingAtMost: .seconds(5))
    expectEqual(inputs.deviceCount, 0)
  }
}
