import Client

/// Texts of `jukebox update`.
enum UpgradeText {
  /// - Parameter found: the answer of `upgrade find`.
  static func lines(_ state: UpgradeState, _ found: Answer) -> [String] {
    let files = found.values("file")
    var lines = ["jukebox \(state.version)"]
    switch state.state {
    case .none: break
    case .working: lines.append(line(state))
    case .done: lines.append(waiting)
    case .failed: lines.append(failure(state))
    }
    // After a restart of the daemon the state says nothing of an update that it installed before.
    if state.state == .none, isWaiting(found) { lines.append(waiting) }
    if hasFailed(found) { lines.append("The last update did not start. The system of before runs again.") }
    if let other = found["other"] { lines.append("Also on the card: jukebox \(other)") }
    lines += files.map { "On a stick: \($0)" }
    if state.state == .none, files.isEmpty {
      lines.append("No update is on a stick. Name the address of a .raucb file, or copy one to a stick.")
    }
    return lines
  }

  /// For other programs; values that the state does not have are left out.
  static func report(_ state: UpgradeState, _ found: Answer) -> JSONObject {
    [
      "version": state.version, "state": state.state.rawValue,
      "source": state.source.isEmpty ? nil : state.source,
      "percent": state.state == .working ? state.percent : nil,
      "reason": state.reason.isEmpty ? nil : state.reason, "back": hasFailed(found),
      "waiting": isWaiting(found), "other": found["other"], "files": found.values("file"),
    ]
  }

  private static func hasFailed(_ found: Answer) -> Bool { found["back"] == "1" }
  private static func isWaiting(_ found: Answer) -> Bool { found["waiting"] == "1" }

  static let waiting = "The update is installed. It runs at the next start."

  static func line(_ state: UpgradeState) -> String { "\(state.percent) %  \(state.text)" }

  static func failure(_ state: UpgradeState) -> String {
    switch state.reason {
    case "signature":
      "\(state.source) is refused: the maker of this card image has not signed it, or it is no update. Nothing was changed."
    case "unreachable": "\(state.source) can't be read: \(state.text). Nothing was changed."
    case "unsuitable": "\(state.source) is not for this box: \(state.text). Nothing was changed."
    default: "The update failed: \(state.text). The system that runs stays."
    }
  }

  static let noImage =
    "This machine has no card image to update. With packages run: sudo apt update && sudo apt install jukebox"
}
