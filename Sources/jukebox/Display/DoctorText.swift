import Client
import Model

/// Findings as a page: by group, faults first.
enum DoctorText {
  static func lines(_ findings: [Finding], columns: Int) -> [String] {
    var lines: [String] = []
    for group in Finding.Group.allCases {
      let own = findings.filter { $0.group == group }
      if own.isEmpty { continue }
      lines.append(title(group))
      for state in ["fault", "well", "note", "unseen"] {
        for finding in own where finding.state == state && !isHint(finding) {
          lines += text(finding, columns)
        }
      }
      lines.append("")
    }
    return lines + [summary(findings)] + hint(findings)
  }

  /// Findings for other programs.
  /// - Parameter version: of the daemon; nil while it does not answer.
  static func report(_ findings: [Finding], version: String?) -> JSONObject {
    let entries = findings.map { finding -> JSONObject in
      var (effect, remedy): (String?, String?)
      if case .fault(_, let what, let how) = finding.outcome { (effect, remedy) = (what, how) }
      return [
        "group": finding.group.rawValue, "check": finding.check, "state": finding.state,
        "text": finding.text, "effect": effect, "remedy": remedy,
      ]
    }
    return ["version": version, "faults": findings.count(where: \.isFault), "findings": entries]
  }

  /// Why a tone may not be heard, or not where it should be.
  static func warnings(beforeTones status: Status) -> [String] {
    var lines: [String] = []
    if status.muted { lines.append("The jukebox is muted: run `jukebox mute off` first.") }
    if status.volume == 0 { lines.append("The volume is 0: run `jukebox volume 40` first.") }
    if let channels = status.channels { lines.append("The tones follow the setting `channels \(channels)`.") }
    if let balance = status.balance { lines.append("The tones follow the setting `balance \(balance)`.") }
    return lines
  }

  private static func title(_ group: Finding.Group) -> String {
    group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()
  }

  private static func text(_ finding: Finding, _ columns: Int) -> [String] {
    let mark =
      switch finding.outcome {
      case .well: "✓"
      case .note: "·"
      case .fault: "✗"
      case .unseen: "?"
      }
    let unseen = finding.state == "unseen" ? "Not checked: " : ""
    var lines = wrapped(unseen + finding.text, first: "  \(mark) ", others: "    ", columns)
    if case .fault(_, let effect, let remedy) = finding.outcome {
      lines += wrapped(effect, first: "    ", others: "    ", columns)
      // To be copied as one line.
      lines.append("    → \(remedy)")
    }
    return lines
  }

  /// Findings about steps that a changed configuration needs.
  private static func hint(_ findings: [Finding]) -> [String] { findings.filter(isHint).map(\.text) }

  private static func isHint(_ finding: Finding) -> Bool { finding.check == "change" }

  private static func summary(_ findings: [Finding]) -> String {
    let faults = findings.count(where: \.isFault)
    let unseen = findings.count { $0.state == "unseen" }
    if faults == 0, unseen == findings.count { return "Nothing could be checked (?)." }
    let text = faults == 0 ? "Nothing is wrong" : "\(StatusText.count(faults, "fault")): see ✗"
    return unseen == 0 ? "\(text)." : "\(text); \(StatusText.count(unseen, "check")) not possible (?)."
  }

  /// Broken at blanks; a word that is longer than a line sticks out.
  static func wrapped(_ text: String, first: String, others: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, Columns.width(line) + 1 + Columns.width(String(word)) > columns {
        lines.append(line)
        line = others
        isEmpty = true
      }
      line += isEmpty ? String(word) : " \(word)"
      isEmpty = false
    }
    return lines + [line]
  }
}

/// Keys and lines that nothing is bound to, with the section that binds them.
enum UnboundText {
  static func start(lines: Int) -> [String] {
    let watched =
      lines == 0
      ? "No free GPIO line is watched; name one with --line."
      : "\(StatusText.count(lines, "free GPIO line")) watched; others with --line."
    return ["Press buttons and keys now; Ctrl-C ends it. \(watched)"]
  }

  static func lines(_ input: UnboundInput) -> [String] {
    let isLine = input.kind == "line"
    var section = isLine ? ["[button NAME]", "line = \(input.name)"] : ["[key \(input.name)]"]
    // The default in the configuration.
    if isLine, input.place != "gpiochip0" { section.insert("chip = \(input.place)", at: 1) }
    let what =
      isLine
      ? "Line \(input.name) of \(input.place) was connected to ground"
      : "\(input.name) of \(input.place) was pressed"
    return [
      "\(what), and nothing is bound to it.",
      "Add to /etc/jukebox.ini, with your action, then: sudo systemctl reload jukeboxd",
      "",
    ] + (section + ["press = toggle"]).map { "    \($0)" } + [""]
  }
}
