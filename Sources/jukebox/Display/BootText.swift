import Client
import Doctor

/// The parts of the way from power to sound.
enum BootText {
  /// - Parameter silence: why the jukebox does not answer; nil: it does.
  static func lines(_ facts: BootFacts, silence: String?) -> [String] {
    let rows = BootFacts.Phase.allCases.map { phase -> [String] in
      let time = facts.seconds(phase).map { "\(Decimals.text($0, places: 1)) s" }
      return [title(phase), time ?? "not measured"]
    }
    var lines = Columns.table(rows + total(facts))
    if facts.initrd == nil { lines.append("The initrd left no time: its part is in the kernel's.") }
    if let silence {
      lines += silence.split(separator: "\n").map(String.init)
    } else if facts.firstSample == nil {
      lines.append("Nothing has sounded since the jukebox was started.")
    }
    if facts.restarts > 0 {
      let count = StatusText.count(facts.restarts, "time")
      lines.append(
        "The jukebox was started again \(count) after a failure: its times are those of the last start.")
    }
    return lines
  }

  /// Seconds for other programs; what was not measured is left out.
  static func report(_ facts: BootFacts) -> JSONObject {
    [
      "firmware": facts.seconds(.firmware), "kernel": facts.seconds(.kernel),
      "initrd": facts.seconds(.initrd),
      "userland": facts.seconds(.userland), "first_sample": facts.seconds(.firstSample),
      "total": sum(facts), "restarts": facts.restarts,
    ]
  }

  private static func total(_ facts: BootFacts) -> [[String]] {
    guard let sum = sum(facts) else { return [] }
    let part = facts.firmware == nil ? " without the firmware" : ""
    return [["Total", "\(Decimals.text(sum, places: 1)) s\(part)"]]
  }

  /// The clock of the other times begins with the kernel.
  private static func sum(_ facts: BootFacts) -> Double? {
    facts.firstSample.map { $0 + (facts.firmware ?? 0) }
  }

  private static func title(_ phase: BootFacts.Phase) -> String {
    switch phase {
    case .firmware: "Firmware"
    case .kernel: "Kernel"
    case .initrd: "Initrd"
    case .userland: "Userland"
    case .firstSample: "First sample"
    }
  }
}
