import Model
import Testing

@testable import Doctor

/// A fault put into an otherwise healthy jukebox, and how it is to be named.
struct Fault: Sendable, CustomTestStringConvertible {
  let group: Finding.Group
  let check: String
  /// Parts of the text.
  let text: String
  let remedy: String
  let findings: @Sendable () throws -> [Finding]

  var testDescription: String { "\(group.rawValue) \(check): \(text)" }

  static func sound(
    _ check: String, _ text: String, _ remedy: String, _ put: @escaping @Sendable (inout SoundFacts) -> Void
  ) -> Fault {
    Fault(group: .sound, check: check, text: text, remedy: remedy) {
      var facts = Healthy.sound
      put(&facts)
      return SoundChecks.all.findings(in: facts)
    }
  }

  static func sticks(
    _ check: String, _ text: String, _ remedy: String, _ put: @escaping @Sendable (inout StickFacts) -> Void
  ) -> Fault {
    Fault(group: .sticks, check: check, text: text, remedy: remedy) {
      var facts = Healthy.sticks
      put(&facts)
      return StickChecks.all.findings(in: facts)
    }
  }

  static func inputs(
    _ check: String, _ text: String, _ remedy: String, _ put: @escaping @Sendable (inout InputFacts) -> Void
  ) -> Fault {
    Fault(group: .inputs, check: check, text: text, remedy: remedy) {
      var facts = Healthy.inputs
      put(&facts)
      return InputChecks.all.findings(in: facts)
    }
  }

  static func service(
    _ check: String, _ text: String, _ remedy: String, _ put: @escaping @Sendable (inout ServiceFacts) -> Void
  ) -> Fault {
    Fault(group: .machine, check: check, text: text, remedy: remedy) {
      var facts = Healthy.service
      put(&facts)
      return ServiceChecks.all.findings(in: facts)
    }
  }

  /// - Parameter isAnswering: whether the daemon does.
  static func machine(
    _ check: String, _ text: String, _ remedy: String, in group: Finding.Group = .machine,
    isAnswering: Bool = true, _ put: @escaping @Sendable (FakeMachine) throws -> Void
  ) -> Fault {
    Fault(group: group, check: check, text: text, remedy: remedy) {
      let machine = try FakeMachine()
      try put(machine)
      return MachineChecks.all.findings(in: machine.facts(isAnswering: isAnswering))
    }
  }
}

/// Facts of a jukebox that lacks nothing.
enum Healthy {
  static var sound: SoundFacts {
    var facts = SoundFacts()
    facts.cards = [
      .init(name: "USB DAC", pcm: "hw:CARD=DAC,DEV=0", kind: "USB", isCandidate: true),
      .init(name: "vc4-hdmi-0", pcm: "hdmi:CARD=vc4hdmi0,DEV=0", kind: "HDMI, no screen", isCandidate: false),
    ]
    facts.open = .init(device: "hw:CARD=DAC,DEV=0", rate: 44_100, format: "S32")
    facts.open?.cardRate = 44_100
    facts.open?.cardFormat = "S32_LE"
    facts.controls = [.init(card: 1, name: "PCM", isMuted: false, percent: 100)]
    facts.uptimeSeconds = 7200
    return facts
  }

  static var stick: StickFacts.Stick {
    var stick = StickFacts.Stick(name: "BLUE", path: "/media/sda1")
    (stick.fileSystem, stick.source, stick.mounter) = ("vfat", "/dev/sda1", "the jukebox's udev rule")
    (stick.free, stick.total, stick.songs) = (9_000_000_000, 32_000_000_000, 812)
    stick.coded = 12
    (stick.speed, stick.database) = (.measured(18.4e6), .well)
    return stick
  }

  static var sticks: StickFacts {
    var facts = StickFacts()
    facts.sticks = [stick]
    return facts
  }

  static var inputs: InputFacts {
    var facts = InputFacts()
    facts.radioReaders = [.init(name: "door", kind: "rc522", device: "/dev/spidev0.0", state: .works)]
    facts.chips = [.init(name: "gpiochip0", label: "pinctrl-bcm2711", lines: 58)]
    facts.inputs = [
      .init(kind: "device", name: "Media Remote", place: "event0"),
      .init(kind: "button", name: "next", place: "gpiochip0 line 17"),
    ]
    return facts
  }

  static var service: ServiceFacts {
    var facts = ServiceFacts()
    (facts.version, facts.isRealTime, facts.lockedBytes) = ("1.0.0", true, 40_000_000)
    (facts.hasWatchdog, facts.stateFolder, facts.stateFree) = (true, "/var/lib/jukebox", 5_000_000_000)
    facts.configuration = "/etc/jukebox.ini"
    return facts
  }

  static var network: NetworkFacts {
    var facts = NetworkFacts()
    facts.address = "0.0.0.0:6600"
    facts.permissions = "read,control"
    return facts
  }
}
