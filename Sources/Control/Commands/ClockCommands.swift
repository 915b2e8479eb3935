import Linux
import Model

/// Further commands for the time of day.
enum ClockCommands {
  static let list: [Command] = [
    Command("clock", .read, 0...2) { call throws(CommandError) in
      if call.arguments.count > 0 { return try set(call) }
      write(call)
      return .done
    }
  ]

  /// `set UNIX-SECONDS`
  private static func set(_ call: Call) throws(CommandError) -> Answer {
    guard call.arguments.count == 2, call.arguments[0].lowercased() == "set" else {
      throw .argument("expected: clock, or clock set and seconds since 1970")
    }
    // Quiet hours and budget go by a time that is known.
    try call.require(call.backend.clock.source == .unknown ? .player : .admin)
    guard let seconds = Int64(call.arguments[1]) else {
      throw .argument("Integer expected: \(call.arguments[1])")
    }
    _ = try call.trying { () throws(Refusal) in try call.backend.clock.set(seconds) }
    return .done
  }

  private static func write(_ call: Call) {
    let (reading, zone) = (call.backend.clock.reading, call.backend.clock.zone)
    let (day, second) = zone.local(reading.seconds)
    call.client.output.pair("clock", reading.source.rawValue)
    call.client.output.pair("time", Timestamp.text(reading.seconds))
    call.client.output.pair("local", "\(day) \(TimeOfDay.text(Int(second / 60)))")
    call.client.output.pair("offset", Int(zone.offset(reading.seconds)))
  }
}
