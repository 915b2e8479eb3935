import Model

/// Further commands for the sound, the speed and the sleep timer. Without arguments, each writes its present value.
enum SoundCommands {
  static let list: [Command] = [
    Command("balance", .player, 0...1) { call throws(CommandError) in
      guard call.arguments.count > 0 else {
        call.client.output.pair("balance", call.shape.balance)
        return .done
      }
      let balance = try call.arguments.number(0, in: SoundShape.balances, "Balance")
      return try call.shape { $0.balance = balance }
    },
    Command("eq", .player, 0...3, equalise),
    Command("sleep", .player, 0...1, sleep),
    Command("speed", .player, 0...1) { call throws(CommandError) in
      guard call.arguments.count > 0 else {
        call.client.output.pair("speed", Decimal.short(call.backend.playback.status.modes.speed))
        return .done
      }
      let speed = try call.arguments.float(0)
      guard Modes.speeds.contains(speed) else {
        throw .argument("Speed \(call.arguments[0]): 0.25 to 2 expected")
      }
      return try call.perform(.setSpeed(speed))
    },
  ]

  /// Writes the values that differ from the defaults.
  static func write(_ status: PlaybackStatus, _ call: Call) {
    let modes = status.modes
    if status.ceiling < 100 { call.client.output.pair("ceiling", status.ceiling) }
    if status.floor > 0 { call.client.output.pair("floor", status.floor) }
    if status.isNight { call.client.output.pair("night", true) }
    if let loop = status.loop {
      call.client.output.pair("loopstart", Decimal.seconds(loop.start))
      call.client.output.pair("loopend", Decimal.seconds(loop.end))
    }
    if let announced = status.announcement { call.client.output.address("announcement", announced) }
    if modes.randomAlbums { call.client.output.pair("randomalbums", true) }
    if modes.shape.equaliser != .flat { call.client.output.pair("eq", text(modes.shape.equaliser)) }
    if modes.shape.channels != .stereo { call.client.output.pair("channels", modes.shape.channels.rawValue) }
    if modes.shape.balance != 0 { call.client.output.pair("balance", modes.shape.balance) }
    if modes.speed != 1 { call.client.output.pair("speed", Decimal.short(modes.speed)) }
    if status.isDeviceReleased { call.client.output.pair("released", true) }
    if status.isOutputOff { call.client.output.pair("output", "off") }
    writeSleep(status, call)
    if call.backend.alarms.isRinging { call.client.output.pair("ringing", true) }
    if let rest = call.backend.alarms.snoozeRest { call.client.output.pair("snoozed", seconds(rest)) }
    FamilyCommands.write(status.family, call)
  }

  private static func writeSleep(_ status: PlaybackStatus, _ call: Call) {
    guard let left = status.sleep else { return }
    call.client.output.pair("sleep", seconds(left))
    switch status.sleepTimer {
    case .track: call.client.output.pair("sleepafter", "track")
    case .album: call.client.output.pair("sleepafter", "album")
    case .minutes, nil: break
    }
  }

  /// `channels MODE`; without a mode the command is MPD's, and lists message channels.
  static func setChannels(_ call: Call) throws(CommandError) -> Answer {
    guard let mode = ChannelMode(rawValue: call.arguments[0]) else {
      let words = ChannelMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw .argument("Unknown channels \(call.arguments[0]): one of \(words) expected")
    }
    return try call.shape { $0.channels = mode }
  }

  private static func text(_ gains: EqualiserGains) -> String {
    EqualiserBand.allCases.map { Decimal.short(gains[$0]) }.joined(separator: " ")
  }

  private static func seconds(_ time: Duration) -> Int { Int(time.components.seconds) }

  private static func equalise(_ call: Call) throws(CommandError) -> Answer {
    switch call.arguments.count {
    case 0:
      call.client.output.pair("eq", text(call.shape.equaliser))
      return .done
    case 1 where call.arguments[0] == "off": return try call.shape { $0.equaliser = .flat }
    case 3:
      var gains = EqualiserGains.flat
      for (index, band) in EqualiserBand.allCases.enumerated() {
        let gain = try call.arguments.float(index)
        guard EqualiserGains.range.contains(gain) else {
          throw .argument("Gain \(call.arguments[index]): -12 to 12 dB expected")
        }
        gains[band] = gain
      }
      return try call.shape { $0.equaliser = gains }
    default: throw .argument("eq takes BASS MID TREBLE in dB, or off")
    }
  }

  private static func sleep(_ call: Call) throws(CommandError) -> Answer {
    guard let word = call.arguments.optional(0) else {
      writeSleep(call.backend.playback.status, call)
      return .done
    }
    switch word {
    case "off": return try call.perform(.setSleep(nil))
    case "track": return try call.perform(.setSleep(.track))
    case "album": return try call.perform(.setSleep(.album))
    default:
      guard let minutes = Int(word), SleepTimer.minuteRange.contains(minutes) else {
        throw .argument("Sleep \(word): minutes from 1 to 1440, track, album or off expected")
      }
      return try call.perform(.setSleep(.minutes(minutes)))
    }
  }
}

extension Call {
  fileprivate var shape: SoundShape { backend.playback.status.modes.shape }

  fileprivate func shape(_ change: (inout SoundShape) -> Void) throws(CommandError) -> Answer {
    var shape = shape
    change(&shape)
    return try perform(.setShape(shape))
  }
}
