import Model

extension SavedSettings {
  /// The settings as rows of `settings`: name and value; nil deletes the row. Version and id have columns.
  var values: [(String, BoxValue?)] {
    let loaded: BoxValue? = lastLoaded.isEmpty ? nil : .text(lastLoaded)
    return [
      ("random", .flag(modes.random)), ("repeat", .flag(modes.repeat)),
      ("single", .text(modes.single.rawValue)),
      ("consume", .text(modes.consume.rawValue)), ("crossfade_s", .integer(Int64(modes.crossfadeSeconds))),
      ("mixramp_db", modes.mixRampDecibels.isFinite ? .real(modes.mixRampDecibels) : nil),
      ("mixramp_delay_s", modes.mixRampDelaySeconds.flatMap { $0.isFinite ? .real($0) : nil }),
      ("replay_gain", .text(modes.replayGain.rawValue)), ("volume", volume.map { .integer(Int64($0)) }),
      ("muted", .flag(muted)), ("last_loaded", loaded),
    ]
  }

  /// Takes its own out of what was read; what is missing or makes no sense stays at its default.
  init(taking values: inout [String: BoxValue]) {
    self.init()
    func take(_ name: String) -> BoxValue? { values.removeValue(forKey: name) }
    modes.random = take("random")?.isSet ?? modes.random
    modes.repeat = take("repeat")?.isSet ?? modes.repeat
    modes.single = take("single")?.string.flatMap { ModeSwitch(rawValue: $0) } ?? modes.single
    modes.consume = take("consume")?.string.flatMap { ModeSwitch(rawValue: $0) } ?? modes.consume
    modes.crossfadeSeconds =
      take("crossfade_s")?.number.flatMap { UInt32(exactly: $0) } ?? modes.crossfadeSeconds
    modes.mixRampDecibels = take("mixramp_db")?.fraction ?? modes.mixRampDecibels
    modes.mixRampDelaySeconds = take("mixramp_delay_s")?.fraction ?? modes.mixRampDelaySeconds
    modes.replayGain =
      take("replay_gain")?.string.flatMap { ReplayGainMode(rawValue: $0) } ?? modes.replayGain
    volume = take("volume")?.number.flatMap { (0...100).contains($0) ? Int($0) : nil }
    muted = take("muted")?.isSet ?? muted
    lastLoaded = take("last_loaded")?.string ?? lastLoaded
  }
}

extension BoxValue {
  fileprivate static func flag(_ value: Bool) -> BoxValue { .integer(value ? 1 : 0) }

  fileprivate var isSet: Bool { number == 1 }

  fileprivate var number: Int64? {
    if case .integer(let value) = self { return value }
    return nil
  }

  fileprivate var fraction: Double? {
    if case .real(let value) = self { return value }
    return nil
  }

  fileprivate var string: String? {
    if case .text(let value) = self { return value }
    return nil
  }
}
