import Model

/// Whether keys, buttons, knobs and LEDs work.
public enum InputChecks {
  public static let all: [Check<InputFacts>] =
    [
      Check(.inputs, "keys", keys), Check(.inputs, "permission", permission), Check(.inputs, "chips", chips),
      Check(.inputs, "lines", lines), Check(.inputs, "lock", lock),
    ] + ReaderChecks.all + RadioReaderChecks.all

  @Sendable static func keys(_ facts: InputFacts) -> [Finding.Outcome] {
    let names = facts.inputs.filter { $0.kind == "device" }.map(\.name)
    if names.isEmpty { return [.note("No keyboard, remote or headset with media keys is plugged in.")] }
    return [.well("Media keys work on \(Words.list(names)).")]
  }

  @Sendable static func permission(_ facts: InputFacts) -> [Finding.Outcome] {
    let chips = facts.closedFiles.filter { $0.has("gpiochip") }
    let devices = facts.closedFiles.filter { !$0.has("gpiochip") }
    return [
      (devices, "Keyboards and remotes do not work.", "input"), (chips, "Buttons do not work.", "gpio"),
    ]
    .compactMap { files, effect, group in
      guard let first = files.first else { return nil }
      return .fault(
        "The jukebox has no permission to open \(Words.list(files)).", effect: effect,
        remedy: "ls -l \(first)   shows its group; for the service: sudo adduser jukebox \(group), "
          + "then sudo systemctl restart jukeboxd")
    }
  }

  private static func isOnLine(_ input: InputFacts.Input) -> Bool {
    ["button", "encoder", "led"].contains(input.kind)
  }

  @Sendable static func chips(_ facts: InputFacts) -> [Finding.Outcome] {
    if facts.chips.isEmpty {
      return facts.closedFiles.isEmpty
        ? [.note("This machine has no GPIO chip, so no buttons on lines.")] : []
    }
    let names = facts.chips.map { "\($0.name) (\($0.label), \(Words.count($0.lines, "line")))" }
    return [.well("GPIO: \(Words.list(names))")]
  }

  @Sendable static func lines(_ facts: InputFacts) -> [Finding.Outcome] {
    let inputs = facts.inputs.filter(isOnLine)
    let faults = inputs.compactMap { input in input.trouble.map { fault(input, $0, facts) } }
    let working = inputs.filter { $0.trouble == nil }.map { "\($0.kind) \($0.name)" }
    if working.isEmpty { return faults }
    return faults + [.well("\(Words.count(working.count, "input")) on GPIO lines: \(Words.list(working))")]
  }

  /// A control that does not work unlocks nothing.
  @Sendable static func lock(_ facts: InputFacts) -> [Finding.Outcome] {
    guard let all = facts.unlocking else { return [] }
    let broken = Set(facts.inputs.filter { $0.trouble != nil }.map { "[\($0.kind) \($0.name)]" })
    let hasKeys = facts.inputs.contains { $0.kind == "device" }
    let ways = all.filter { !broken.contains($0) && (hasKeys || !$0.hasPrefix("[key ")) }
    if !ways.isEmpty { return [.note("The jukebox is locked; it is unlocked by \(Words.list(ways)).")] }
    return [
      .fault(
        "The jukebox is locked, and no button, card or page unlocks it.",
        effect: "Buttons, keys and cards do nothing.",
        remedy:
          "jukebox lock off   then bind one that unlocks it: press = lock and when-locked = yes in its section"
      )
    ]
  }

  private static func fault(
    _ input: InputFacts.Input, _ trouble: InputFacts.Trouble, _ facts: InputFacts
  ) -> Finding.Outcome {
    let section = "[\(input.kind) \(input.name)]"
    let (reason, remedy): (String, String)
    switch trouble {
    case .busy(let user):
      reason = "\(input.place) is in use by \(user ?? "another program or driver")"
      remedy = "sudo gpioinfo   lists free lines; then set another `line` in the section \(section)"
    case .noPermission:
      reason = "no permission for \(input.place)"
      remedy = "sudo adduser jukebox gpio   then sudo systemctl restart jukeboxd"
    case .noChip:
      reason = "\(input.place): there is no such GPIO chip"
      remedy =
        facts.chips.first.map { "chip = \($0.name)   in the section \(section)" }
        ?? "Remove the section \(section): this machine has no GPIO chip"
    case .noLine:
      let chip = facts.chips.first { input.place.hasPrefix($0.name + " ") }
      reason = "\(input.place) does not exist" + (chip.map { ": the lines are 0 to \($0.lines - 1)" } ?? "")
      remedy = "gpioinfo   lists the lines; then correct the section \(section)"
    case .other(let text):
      reason = text
      remedy = "jukebox inputs   shows the input; check chip and line in the section \(section)"
    }
    let effect = input.kind == "led" ? "This LED stays dark." : "This \(input.kind) does nothing."
    return .fault("The \(input.kind) \(input.name) does not work: \(reason).", effect: effect, remedy: remedy)
  }
}
