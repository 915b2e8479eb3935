import Model

/// Whether music comes out of the sound card.
public enum SoundChecks {
  public static let all: [Check<SoundFacts>] = [
    Check(.sound, "cards", cards), Check(.sound, "card", card), Check(.sound, "mixer", mixer),
    Check(.sound, "volume", volume), Check(.sound, "format", format), Check(.sound, "underruns", underruns),
    Check(.sound, "buffer", buffer),
  ]

  private static let silence = "You hear nothing."

  @Sendable static func cards(_ facts: SoundFacts) -> [Finding.Outcome] {
    guard facts.output == "alsa" else { return [] }
    guard let cards = facts.cards else { return [.unseen("The sound cards did not answer in time.")] }
    if cards.isEmpty {
      return [
        .fault(
          "There is no sound card.", effect: silence,
          remedy: "Plug in a USB sound card, or add to /boot/firmware/config.txt: dtparam=audio=on")
      ]
    }
    let names = cards.map { "\($0.name) (\($0.kind))" }
    return [.well("\(Words.count(cards.count, "sound card")): \(Words.list(names))")]
  }

  @Sendable static func card(_ facts: SoundFacts) -> [Finding.Outcome] {
    if facts.output == "null", !facts.isOff, !facts.furtherOutputs.isEmpty {
      return [.well("Plays through \(Words.list(facts.furtherOutputs)), without a card.")]
    }
    guard facts.output == "alsa" else {
      let place = facts.output == "null" ? "nowhere" : "into \(facts.output)"
      return [
        .fault(
          "The sound goes \(place)\(facts.outputFlag.map { ", since jukeboxd was started with \($0)" } ?? "").",
          effect: silence,
          remedy: facts.outputFlag.map { "Start jukeboxd without \($0)" }
            ?? "output = alsa   in the section [audio]")
      ]
    }
    if facts.isOff {
      return [
        .fault(
          "The output was switched off by a client.", effect: silence,
          remedy: "mpc enable 1   or switch the output on in the app")
      ]
    }
    if let open = facts.open { return [.well("Plays on \(name(open.device, facts)): \(reason(facts))")] }
    if facts.isReleased { return [.well("The sound card is released until the next sound (idle-release).")] }
    guard let cards = facts.cards, !cards.isEmpty else { return [] }
    if facts.isBusy {
      return [
        .fault(
          "Another program uses the sound card.", effect: silence, remedy: "sudo fuser -v /dev/snd/pcm*p")
      ]
    }
    if facts.device == "auto", !cards.contains(where: \.isCandidate) {
      return [
        .fault(
          "All sound cards are HDMI outputs without a connected screen, or virtual cards.", effect: silence,
          remedy: "Plug in a USB sound card, or choose one in [audio]: device = \(cards[0].pcm)")
      ]
    }
    let wanted = facts.device == "auto" ? cards.first(where: \.isCandidate)?.pcm ?? "auto" : facts.device
    guard let trouble = facts.trouble else { return [.note("The sound card \(wanted) is not open yet.")] }
    let remedy =
      facts.device == "auto"
      ? "sudo systemctl restart jukeboxd"
      : "device = auto   in the section [audio]; or one of \(Words.list(cards.map(\.pcm)))"
    return [.fault("The sound card cannot be opened: \(trouble)", effect: silence, remedy: remedy)]
  }

  private static func name(_ device: String, _ facts: SoundFacts) -> String {
    guard let card = facts.cards?.first(where: { $0.pcm == device }) else { return device }
    return "\(card.name), \(device)"
  }

  private static func reason(_ facts: SoundFacts) -> String {
    guard facts.device == "auto" else { return "the configuration names it (device = \(facts.device))" }
    guard let card = facts.cards?.first(where: { $0.pcm == facts.open?.device }) else {
      return "device = auto chose it"
    }
    if facts.cards?.count == 1 { return "it is the only card" }
    return "device = auto prefers USB, then I2S, headphones, HDMI, and this is \(card.kind)"
  }

  /// Controls of a whole card; others belong to a socket each, and one of those may be silent.
  private static let mainControls = ["Master", "Digital", "PCM"]

  @Sendable static func mixer(_ facts: SoundFacts) -> [Finding.Outcome] {
    guard facts.open != nil, facts.output == "alsa" else { return [] }
    guard let controls = facts.controls else { return [.unseen("The mixer of this device cannot be read.")] }
    let silent = controls.filter(\.isSilent)
    let main = silent.filter { mainControls.contains($0.name) }
    if !main.isEmpty || !silent.isEmpty && silent.count == controls.count {
      return (main.isEmpty ? silent : main).prefix(3).map { control in
        .fault(
          "The control \(control.name) of the sound card is \(control.isMuted ? "muted" : "at 0 %").",
          effect: silence,
          remedy: "amixer -c \(control.card) sset '\(control.name)' \(control.isMuted ? "unmute" : "80%")")
      }
    }
    if !silent.isEmpty {
      let names = Words.list(silent.map(\.name))
      return [.note("Of the sound card's controls these are silent: \(names). Others are not.")]
    }
    return controls.isEmpty
      ? [.well("The sound card has no mixer that could be muted.")]
      : [.well("The sound card's mixer is not muted: \(Words.list(controls.map(level)))")]
  }

  private static func level(_ control: SoundFacts.Control) -> String {
    control.percent.map { "\(control.name) \($0) %" } ?? control.name
  }

  @Sendable static func volume(_ facts: SoundFacts) -> [Finding.Outcome] {
    if facts.isMuted { return [.fault("The jukebox is muted.", effect: silence, remedy: "jukebox mute off")] }
    if facts.volume == 0 {
      return [.fault("The volume is 0.", effect: silence, remedy: "jukebox volume 40")]
    }
    return [.well("The volume is \(facts.volume) %.")]
  }

  @Sendable static func format(_ facts: SoundFacts) -> [Finding.Outcome] {
    guard let open = facts.open, facts.output == "alsa" else { return [] }
    let rate = open.cardRate ?? open.rate
    let text = "\(rate) Hz, \(open.cardFormat ?? open.format), stereo"
    if rate != open.rate {
      return [
        .fault(
          "The card runs at \(text); ALSA converts from \(open.rate) Hz.",
          effect: "The sound is worse than the card can do.",
          remedy: "rate = \(rate)   in the section [audio]")
      ]
    }
    if rate != facts.wantedRate {
      return [.note("The card runs at \(text): it does not support rate = \(facts.wantedRate).")]
    }
    return [.well("The card runs at \(text).")]
  }

  /// More in this time are heard as a fault; one when a card is plugged in is normal.
  private static let fewUnderruns: UInt64 = 3
  private static let underrunSeconds: Int64 = 1200

  @Sendable static func underruns(_ facts: SoundFacts) -> [Finding.Outcome] {
    guard facts.output == "alsa" else { return [] }
    let time = Words.time(seconds: facts.uptimeSeconds)
    if facts.underruns == 0 { return [.well("No underruns since the start \(time) ago.")] }
    let text = "\(Words.count(Int(clamping: facts.underruns), "underrun")) in \(time)."
    let allowed = max(fewUnderruns, UInt64(clamping: facts.uptimeSeconds / underrunSeconds))
    if facts.underruns <= allowed { return [.note(text)] }
    return [
      .fault(
        text, effect: "The music clicks or stops for a moment.",
        remedy: facts.latency == "safe"
          ? "sudo systemctl restart jukeboxd   after you use another USB port or power supply"
          : "latency = safe   in the section [audio]")
    ]
  }

  @Sendable static func buffer(_ facts: SoundFacts) -> [Finding.Outcome] {
    guard facts.starvations > 0 else { return [] }
    let times = facts.starvations == 1 ? "once" : "\(facts.starvations) times"
    return [
      .fault(
        "The stick was too slow \(times): the buffer ran empty.", effect: "The music stops for a moment.",
        remedy: "buffer-seconds = \(min(30, max(10, facts.bufferSeconds * 2)))   in the section [audio]")
    ]
  }
}
