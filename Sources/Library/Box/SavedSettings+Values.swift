import Model

extension SavedSettings {
  /// The settings as rows of `settings`: name and value; nil deletes the row. Version and id have columns.
  var values: [(String, BoxValue?)] {
    let loaded: BoxValue? = lastLoaded.isEmpty ? nil : .text(lastLoaded)
    let gains = shape.map { "\($0.equaliser.bass) \($0.equaliser.mid) \($0.equaliser.treble)" }
    return [
      ("random_albums", .flag(modes.randomAlbums)), ("eq", gains.map { .text($0) }),
      ("channels", shape.map { .text($0.channels.rawValue) }),
      ("balance", shape.map { .integer(Int64($0.balance)) }),
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
    modes.randomAlbums = take("random_albums")?.isSet ?? modes.randomAlbums
    shape = Self.shape(take("eq"), take("channels"), take("balance"))
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

  /// nil where nothing was kept, or what makes no sense.
  private static func shape(_ gains: BoxValue?, _ channels: BoxValue?, _ balance: BoxValue?) -> SoundShape? {
    guard let words = gains?.string?.split(separator: " ").map({ Double($0) }), words.count == 3,
      let bass = words[0], let mid = words[1], let treble = words[2],
      [bass, mid, treble].allSatisfy(EqualiserGains.range.contains),
      let channels = channels?.string.flatMap({ ChannelMode(rawValue: $0) }),
      let balance = balance?.number.flatMap({ Int(exactly: $0) }), SoundShape.balances.contains(balance)
    else { return nil }
    var shape = SoundShape()
    shape.equaliser = EqualiserGains(bass: bass, mid: mid, treble: treble)
    (shape.channels, shape.balance) = (channels, balance)
    return shape
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
