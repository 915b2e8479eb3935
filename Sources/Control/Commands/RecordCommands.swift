import Model

/// Recording: further commands. `record start [NAME] [seconds N]`, `stop`, `play`, `keep NAME [folder F]`, `discard`, `status`.
enum RecordCommands {
  static let list: [Command] = [Command("record", .control, 1...6, record)]

  private static func record(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    let recording = call.backend.recording
    switch words[0] {
    case "start":
      var name: String?
      var seconds = RecordingStatus.usualSeconds
      var index = 1
      if words.count % 2 == 0 {
        name = words[1]
        index = 2
      }
      if let name, !Pad.isName(name) { throw .argument("A recording's name is \(PadKey.name.expectation)") }
      if index < words.count {
        guard words[index] == "seconds", index + 2 == words.count else {
          throw .argument("record start takes NAME and seconds N")
        }
        seconds = try words.number(index + 1, in: 1...RecordingStatus.mostSeconds, "Seconds")
      }
      try call.trying { () throws(Refusal) in try recording.start(name, seconds: seconds) }
    case "stop": try call.trying { () throws(Refusal) in try recording.stop() }
    case "play": try call.trying { () throws(Refusal) in try recording.play() }
    case "discard": try call.trying { () throws(Refusal) in try recording.discard() }
    case "status": write(recording.status, call)
    case "keep": return try keep(call)
    case "analyze": return AnalysisCommands.take(call)
    default:
      throw .argument(
        "Unknown record \(words[0]): start, stop, play, analyze, keep, discard or status expected")
    }
    return .done
  }

  /// `keep [NAME] [folder F]`: without a name it is the one that was said at the start.
  private static func keep(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    var name = call.backend.recording.status.name
    var folder = ""
    var index = 1
    if words.count % 2 == 0 {
      name = words[1]
      index = 2
    }
    if index < words.count {
      guard words[index] == "folder", index + 2 == words.count else {
        throw .argument("record keep takes NAME and folder F")
      }
      folder = words[index + 1]
    }
    guard let name, Pad.isName(name), Pad.isName(folder, orEmpty: true) else {
      throw .argument("record keep needs a name: \(PadKey.name.expectation)")
    }
    return call.wait(
      for: { (completion: @escaping (Result<String, Refusal>) -> Void) in
        call.backend.recording.keep(name, folder: folder, completion: completion)
        return .done
      },
      then: { (uri: String) throws(CommandError) in
        call.client.output.pair("file", uri)
        return .done
      })
  }

  private static func write(_ status: RecordingStatus, _ call: Call) {
    call.client.output.pair("state", status.state.rawValue)
    if let name = status.name { call.client.output.pair("name", name) }
    if status.state != .none { call.client.output.pair("elapsed", Decimal.seconds(status.elapsed)) }
    if status.state == .recording { call.client.output.pair("limit", Decimal.seconds(status.limit)) }
    if let peak = status.peak { call.client.output.pair("peak", Decimal.short((peak * 10).rounded() / 10)) }
    if let rms = status.rms { call.client.output.pair("rms", Decimal.short((rms * 10).rounded() / 10)) }
    if let message = status.message { call.client.output.pair("message", message) }
  }
}
