import Glibc
import Linux
import Model
import Support
import Testing

@testable import Inputs

@Suite struct InputDevicesTests {
  /// Inputs on a loop of their own, fed through pipes.
  private final class Rig {
    let loop: EventLoop
    let host = FakeHost()
    let inputs: InputDevices
    let lock = InputLock()
    private let log: Log

    final class Log { var actions: [(Action, Instant)] = [] }

    init(
      _ bindings: InputBindings = InputBindings(), devices: [String: PipeKeyDevice] = [:],
      lines: [String: PipeLine] = [:]
    )
      throws
    {
      let log = Log()
      self.log = log
      loop = try EventLoop()
      host.devices = devices
      host.lines = lines
      inputs = InputDevices(loop: loop, bindings: bindings, folder: nil, host: host, lock: lock) {
        log.actions.append(($0, $1))
      }
      inputs.start()
      for name in devices.keys.sorted() { inputs.handle(.appeared(Array(name.utf8))) }
    }

    var actions: [Action] { log.actions.map(\.0) }
    var times: [Instant] { log.actions.map(\.1) }

    /// Turns until so many actions have come.
    func turn(until count: Int) throws {
      for _ in 0..<1_000 where log.actions.count < count { try loop.turn(waitingAtMost: .seconds(5)) }
    }

    /// What is ready now is dealt with.
    func turn() throws { for _ in 0..<3 { try loop.turn(waitingAtMost: .zero) } }
  }

  private func keyboard(_ keys: [String] = ["KEY_NEXTSONG", "KEY_VOLUMEUP", "KEY_1"]) -> PipeKeyDevice {
    PipeKeyDevice(keys: keys)
  }

  @Test func `a reader is grabbed, its keys are no actions, and its numbers come with the kernel's time`()
    throws
  {
    let device = PipeKeyDevice(name: "Sycreader RFID", keys: ["KEY_1", "KEY_ENTER", "KEY_NEXTSONG"])
    var bindings = InputBindings()
    bindings.keys[try #require(KeyCode(name: "KEY_1"))] = Binding(press: .preset(1))
    var reader = ReaderBinding(name: "door")
    reader.device = "Sycreader RFID"
    bindings.readers = [reader]
    let rig = try Rig(bindings, devices: ["event0": device])
    var placed: [String] = []
    rig.inputs.readers.placed = { placed.append("\($0) on \($1) at \($2.nanoseconds / 1_000_000)") }
    let time = Instant(nanoseconds: 5_000_000_000)
    for key in ["KEY_1", "KEY_NEXTSONG", "KEY_ENTER"] {
      try device.send(key, 1, at: time)
      try device.send(key, 0, at: time)
    }
    try rig.turn()
    expectEqual(placed, ["1 on door at 5000"])
    #expect(device.grabs == 1 && rig.actions == [])
    expectEqual(rig.inputs.status.map { "\($0.report.kind) \($0.report.name)" }, ["reader door"])
    // Without its section it is a keyboard as others are.
    bindings.readers = []
    rig.inputs.apply(bindings)
    try device.send("KEY_1", 1, at: time)
    try rig.turn(until: 1)
    expectEqual(rig.actions, [.preset(1)])
  }

  @Test func `the line of a reader tells that its card was taken away`() throws {
    let (device, line) = (PipeKeyDevice(name: "Sycreader", keys: ["KEY_1", "KEY_ENTER"]), PipeLine())
    var (bindings, reader) = (InputBindings(), ReaderBinding(name: "door"))
    (reader.device, reader.presence) = ("Sycreader", "27")
    bindings.readers = [reader]
    let rig = try Rig(bindings, devices: ["event0": device], lines: ["27": line])
    var left: [String] = []
    rig.inputs.readers.left = { left.append($0) }
    var returned: [String] = []
    rig.inputs.readers.returned = { returned.append($0) }
    line.isDebounced = true
    let time = Instant.now()
    try line.edge(true, at: time)
    try rig.turn()
    #expect(left == [] && returned == ["door"])
    try line.edge(false, at: time + .seconds(1))
    for _ in 0..<100 where left.isEmpty { try rig.loop.turn(waitingAtMost: .milliseconds(20)) }
    expectEqual(left, ["door"])
  }

  @Test func `a keyboard that types as a reader does is named once, and a person's is not`() throws {
    let reader = PipeKeyDevice(name: "Sycreader", keys: ["KEY_1", "KEY_ENTER"])
    let person = PipeKeyDevice(name: "Keyboard", keys: ["KEY_1", "KEY_ENTER"])
    let rig = try Rig(devices: ["event0": reader, "event1": person])
    // They do nothing else.
    #expect(rig.inputs.status.isEmpty && rig.inputs.deviceCount == 0)
    func type(_ device: PipeKeyDevice, _ count: Int, every pause: Duration) throws {
      var time = Instant(nanoseconds: 5_000_000_000)
      for key in Array(repeating: "KEY_1", count: count) + ["KEY_ENTER"] {
        try device.send(key, 1, at: time)
        try device.send(key, 0, at: time)
        time = time + pause
      }
      try rig.turn()
    }
    try type(person, 10, every: .milliseconds(90))
    try type(person, 7, every: .milliseconds(10))
    expectEqual(rig.inputs.readers.typing, [])
    try type(reader, 10, every: .milliseconds(10))
    expectEqual(rig.inputs.readers.typing, ["Sycreader"])
    var bindings = InputBindings()
    var section = ReaderBinding(name: "door")
    section.device = "Sycreader"
    bindings.readers = [section]
    rig.inputs.apply(bindings)
    #expect(rig.inputs.readers.typing == [] && reader.grabs == 1 && person.grabs == 0)
  }

  @Test func `a lock stops what is not bound to act all the same`() throws {
    let keyboard = keyboard()
    var bindings = InputBindings()
    var unlock = Binding(press: .lock)
    unlock.isWhenLocked = true
    bindings.keys[try #require(KeyCode(name: "KEY_1"))] = unlock
    let rig = try Rig(bindings, devices: ["event0": keyboard])
    var refused: [Action] = []
    rig.lock.refuse = { refused.append($0) }
    rig.lock.isOn = true
    let time = Instant.now()
    for key in ["KEY_NEXTSONG", "KEY_1"] {
      try keyboard.send(key, 1, at: time)
      try keyboard.send(key, 0, at: time)
    }
    try rig.turn(until: 1)
    #expect(rig.actions == [.lock] && refused == [.next])
    rig.lock.isOn = false
    try keyboard.send("KEY_NEXTSONG", 1, at: time)
    try rig.turn(until: 2)
    expectEqual(rig.actions, [.lock, .next])
  }

  @Test func `a key acts with the kernel's time, and its latency is counted`() throws {
    let keyboard = keyboard()
    let rig = try Rig(devices: ["event0": keyboard])
    let time = Instant.now()
    try keyboard.send("KEY_NEXTSONG", 1, at: time)
    try rig.turn(until: 1)
    expectEqual(rig.actions, [.next])
    expectEqual(rig.times[0].nanoseconds / 1_000, time.nanoseconds / 1_000)
    expectEqual(rig.inputs.latency.count, 1)
    #expect(rig.inputs.latency.maximum > .zero)
  }

  @Test func `unbound keys and free lines are listened to while somebody asks`() throws {
    let (bound, other, line) = (keyboard(), PipeKeyDevice(name: "Remote", keys: ["KEY_2"]), PipeLine())
    let rig = try Rig(devices: ["event0": bound, "event1": other], lines: ["22": line])
    expectEqual(rig.inputs.unbound().lines, 1)
    let time = Instant.now() + .seconds(1)
    // The resistor's own edge as the line is requested, a release, and a key that has a binding.
    try line.edge(true, at: .now())
    try line.edge(false, at: time)
    try bound.send("KEY_NEXTSONG", 1, at: time)
    try rig.turn(until: 1)
    try rig.turn()
    expectEqual(rig.inputs.unbound().changes, [])
    try line.edge(true, at: time)
    try bound.send("KEY_1", 1, at: time)
    try bound.send("KEY_1", 0, at: time)
    try other.send("KEY_2", 1, at: time)
    try rig.turn()
    let sources = rig.inputs.unbound().changes.map(\.source)
    #expect(
      Set(sources) == [
        .line(LineAddress(line: "22")), .key(try #require(KeyCode(name: "KEY_1")), device: "A keyboard"),
        .key(try #require(KeyCode(name: "KEY_2")), device: "Remote"),
      ])
    #expect(sources.count == 3 && rig.actions == [.next])
    // One that does not exist is no fault.
    expectEqual(rig.inputs.unbound(named: [LineAddress(line: "9")]).lines, 0)
    rig.inputs.stop()
  }

  @Test func `lines of interfaces are never watched by default`() {
    func lines(_ label: String) -> [Int] {
      GPIOChip(name: "gpiochip0", label: label, lines: 54).harmlessLines
    }
    #expect(lines("pinctrl-bcm2835").count == 13 && !lines("pinctrl-rp1").contains(18))
    #expect(lines("rockchip-gpio") == [] && lines("raspberrypi-exp-gpio") == [])
    expectEqual(lines("gpio-sim.0-node0").count, 54)
  }

  @Test func `the kernel's repeats and unbound keys do nothing`() throws {
    let keyboard = keyboard()
    let rig = try Rig(devices: ["event0": keyboard])
    let time = Instant.now()
    try keyboard.send("KEY_1", 1, at: time)
    try keyboard.send("KEY_NEXTSONG", 1, at: time)
    for _ in 0..<5 { try keyboard.send("KEY_NEXTSONG", 2, at: time) }
    try keyboard.send("KEY_NEXTSONG", 0, at: time)
    try rig.turn(until: 1)
    try rig.turn()
    expectEqual(rig.actions, [.next])
  }

  @Test func `a held volume key acts again with our period`() throws {
    let keyboard = keyboard()
    var bindings = InputBindings()
    let key = try #require(KeyCode(name: "KEY_VOLUMEUP"))
    bindings.keys[key]?.repeatPeriod = .milliseconds(20)
    let rig = try Rig(bindings, devices: ["event0": keyboard])
    // Pressed long ago: the first repeat is due.
    try keyboard.send("KEY_VOLUMEUP", 1, at: rig.loop.now + .milliseconds(-600))
    try rig.turn(until: 4)
    expectEqual(rig.actions, Array(repeating: .volume(percent: 2), count: 4))
    try keyboard.send("KEY_VOLUMEUP", 0, at: .now())
    try rig.turn()
    let count = rig.actions.count
    try rig.loop.turn(waitingAtMost: .milliseconds(60))
    expectEqual(rig.actions.count, count)
  }

  @Test func `an unplugged device with a key down lets it go`() throws {
    let keyboard = keyboard()
    let rig = try Rig(devices: ["event0": keyboard])
    try keyboard.send("KEY_VOLUMEUP", 1, at: rig.loop.now + .milliseconds(-400))
    try rig.turn(until: 1)
    expectEqual(rig.inputs.deviceCount, 1)
    keyboard.pipe.closeWriter()
    try rig.turn()
    expectEqual(rig.inputs.deviceCount, 0)
    // No repeat comes any more; the folder's word of it is harmless.
    rig.inputs.handle(.disappeared(Array("event0".utf8)))
    try rig.loop.turn(waitingAtMost: .milliseconds(150))
    expectEqual(rig.actions, [.volume(percent: 2)])
  }

  @Test func `a device that may not be opened yet is tried again with its permissions`() throws {
    let rig = try Rig()
    rig.host.devices["event3"] = keyboard()
    rig.host.denied = ["event3"]
    rig.inputs.handle(.appeared(Array("event3".utf8)))
    expectEqual(rig.inputs.deviceCount, 0)
    rig.host.denied = []
    rig.inputs.handle(.attributesChanged(Array("event3".utf8)))
    expectEqual(rig.inputs.deviceCount, 1)
    rig.inputs.handle(.attributesChanged(Array("event3".utf8)))
    expectEqual(rig.host.opened, ["event3", "event3"])
  }

  @Test func `devices without a bound key and other names are left alone`() throws {
    let rig = try Rig(devices: [
      "event0": PipeKeyDevice(name: "A mouse", keys: ["BTN_LEFT"]), "mouse0": keyboard(),
    ])
    expectEqual(rig.inputs.deviceCount, 0)
    expectEqual(rig.host.opened, ["event0"])
  }

  @Test func `two keyboards hold the same key apart`() throws {
    let (one, two) = (keyboard(), keyboard())
    let rig = try Rig(devices: ["event0": one, "event1": two])
    try one.send("KEY_NEXTSONG", 1, at: .now())
    try rig.turn(until: 1)
    try two.send("KEY_NEXTSONG", 1, at: .now())
    try rig.turn(until: 2)
    expectEqual(rig.actions, [.next, .next])
  }

  @Test func `the configured devices are grabbed and no others`() throws {
    let devices = [
      "event0": PipeKeyDevice(name: "A", keys: ["KEY_MUTE"]),
      "event1": PipeKeyDevice(name: "B", keys: ["KEY_MUTE"]),
    ]
    for (grab, expected) in [(DeviceGrab.none, [0, 0]), (.named(["B"]), [0, 1]), (.all, [1, 2])] {
      _ = try Rig(InputBindings(grab: grab), devices: devices)
      expectEqual([devices["event0"]?.grabs, devices["event1"]?.grabs], expected)
    }
  }

  @Test func `a device that somebody else has grabbed is listened to all the same`() throws {
    let device = keyboard()
    device.refusesGrab = true
    let rig = try Rig(InputBindings(grab: .all), devices: ["event0": device])
    expectEqual(rig.inputs.deviceCount, 1)
  }

  @Test func `new bindings open only the changed inputs again`() throws {
    let device = keyboard()
    let rig = try Rig(devices: ["event0": device])
    let key = try #require(KeyCode(name: "KEY_1"))
    rig.inputs.apply(InputBindings(keys: [key: Binding(press: .preset(1))]))
    try device.send("KEY_NEXTSONG", 1, at: .now())
    try device.send("KEY_1", 1, at: .now())
    try rig.turn(until: 1)
    expectEqual(rig.actions, [.preset(1)])
    rig.inputs.apply(InputBindings(keys: [:]))
    expectEqual(rig.inputs.deviceCount, 0)
  }

  @Test func `a button acts at its first edge and not at its bounces`() throws {
    let line = PipeLine()
    let button = ButtonBinding(name: "next", line: "17", binding: Binding(press: .next))
    let rig = try Rig(InputBindings(keys: [:], buttons: [button]), lines: ["17": line])
    expectEqual(rig.inputs.buttonCount, 1)
    let start = Instant.now()
    for bounce in 0..<7 {
      try line.edge(bounce % 2 == 0, at: start + .microseconds(bounce * 300))
    }
    try rig.turn(until: 1)
    expectEqual(rig.actions, [.next])
    expectEqual(rig.times, [start])
    expectEqual(rig.inputs.latency.count, 1)
    // The window closes; then it is let go, which bounces too, and pressed again.
    try pass(.milliseconds(6), since: start, on: rig.loop)
    let release = Instant.now()
    for bounce in 0..<3 { try line.edge(bounce % 2 == 1, at: release + .microseconds(bounce * 300)) }
    try pass(.milliseconds(6), since: release, on: rig.loop)
    expectEqual(rig.actions, [.next])
    try line.edge(true, at: .now())
    try rig.turn(until: 2)
    expectEqual(rig.actions, [.next, .next])
  }

  private func pass(_ duration: Duration, since start: Instant, on loop: EventLoop) throws {
    while loop.now < start + duration { try loop.turn(waitingAtMost: .milliseconds(1)) }
  }

  @Test func `a tap shorter than the window is a whole press`() throws {
    let line = PipeLine()
    let button = ButtonBinding(name: "b", line: "4", binding: Binding(press: .next, hold: .stop))
    let rig = try Rig(InputBindings(keys: [:], buttons: [button]), lines: ["4": line])
    let now = Instant.now()
    try line.edge(true, at: now)
    try line.edge(false, at: now + .milliseconds(2))
    try rig.turn(until: 1)
    expectEqual(rig.actions, [.next])
  }

  @Test func `a noisy line waits for a stable level where the kernel can't`() throws {
    let line = PipeLine()
    let button = ButtonBinding(
      name: "b", line: "4", debounce: .kernel(.milliseconds(10)), binding: Binding(press: .mute))
    let rig = try Rig(InputBindings(keys: [:], buttons: [button]), lines: ["4": line])
    let now = Instant.now()
    try line.edge(true, at: now)
    try line.edge(false, at: now + .milliseconds(1))
    try pass(.milliseconds(15), since: now, on: rig.loop)
    expectEqual(rig.actions, [])
    try line.edge(true, at: .now())
    try rig.turn(until: 1)
    expectEqual(rig.actions, [.mute])
  }

  @Test func `a button that is down at the start does nothing`() throws {
    let line = PipeLine()
    line.level = true
    let button = ButtonBinding(name: "b", line: "4", binding: Binding(press: .mute, hold: .shutdown))
    let rig = try Rig(InputBindings(keys: [:], buttons: [button]), lines: ["4": line])
    try line.edge(false, at: .now())
    try rig.turn()
    expectEqual(rig.actions, [])
  }

  @Test func `an unavailable line leaves the others`() throws {
    let lines = ["5": PipeLine()]
    let buttons = ["4", "5"].map { ButtonBinding(name: "b\($0)", line: $0, binding: Binding(press: .mute)) }
    let rig = try Rig(InputBindings(keys: [:], buttons: buttons), lines: lines)
    expectEqual(rig.inputs.buttonCount, 1)
    lines["5"]?.pipe.closeWriter()
    try rig.turn()
    expectEqual(rig.inputs.buttonCount, 0)
  }

  @Test func `devices that come and go in the folder are followed`() throws {
    let folder = try TemporaryFolder()
    let (loop, host) = (try EventLoop(), FakeHost())
    host.devices = ["event0": keyboard(), "event7": keyboard()]
    func make(_ name: String) throws {
      _ = try Descriptor(
        owning: systemCall("open") { unsafe open("\(folder.path)/\(name)", O_CREAT | O_RDWR, 0o600) })
    }
    try make("event0")
    try make("js0")
    let inputs = InputDevices(loop: loop, bindings: InputBindings(), folder: folder.path, host: host) {
      _, _ in
    }
    inputs.start()
    expectEqual(inputs.deviceCount, 1)
    try make("event7")
    for _ in 0..<100 where inputs.deviceCount < 2 { try loop.turn(waitingAtMost: .seconds(1)) }
    expectEqual(inputs.deviceCount, 2)
    expectEqual(unsafe unlink("\(folder.path)/event0"), 0)
    for _ in 0..<100 where inputs.deviceCount > 1 { try loop.turn(waitingAtMost: .seconds(1)) }
    expectEqual(inputs.deviceCount, 1)
    #expect(!host.opened.contains("js0"))
    inputs.stop()
  }

  @Test func `the sink may take everything down`() throws {
    let keyboard = keyboard()
    let loop = try EventLoop()
    let host = FakeHost()
    host.devices["event0"] = keyboard
    var inputs: InputDevices?
    var count = 0
    inputs = InputDevices(loop: loop, bindings: InputBindings(), folder: nil, host: host) { _, _ in
      count += 1
      inputs?.stop()
      inputs = nil
    }
    inputs?.handle(.appeared(Array("event0".utf8)))
    for value: Int32 in [1, 0, 1] { try keyboard.send("KEY_NEXTSONG", value, at: .now()) }
    for _ in 0..<3 { try loop.turn(waitingAtMost: .zero) }
    expectEqual(count, 1)
  }
}
