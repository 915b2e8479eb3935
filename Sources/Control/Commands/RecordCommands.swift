import Model

/// Recording: further commands. `record start [NAME] [seconds N]`, `stop`, `play`, `keep NAME [folder F]`, `discard`, `status`.
enum RecordCommands {
  static let list: [Command] = [Command("record", .read, 1...6, record)]

  private static func record(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    let recording = call.backend.recording
    // Clients that may only read see the meter; the microphone is for others.
    if words[0] != "status" { try call.require(.admin) }
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
      return call.whenDone { recording.start(name, seconds: seconds, completion: $0) }
    case "stop": return call.whenDone { recording.stop(completion: $0) }
    case "play": return call.whenDone { recording.play(completion: $0) }
    case "discard": return call.whenDone { recording.discard(completion: $0) }
    case "status":
      write(recording.status, call)
      return .done
    case "keep": return try keep(call)
    case "analyze": return try AnalysisCommands.take(call)
    case "notes": return AnalysisCommands.notesOfTake(call)
    default:
      throw .argument(
        "Unknown record \(words[0]): start, stop, play, analyze, notes, keep, discard or status expected")
    }
  }

  /// `keep [NAME] [folder F]`: without a name it has the one of the start.
  private static func keep(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    var name: String?
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
    guard name.map({ Pad.isName($0) }) ?? true, Pad.isName(folder, orEmpty: true) else {
      throw .argument("A recording's name and folder are each \(PadKey.name.expectation)")
    }
    return call.wait(
      for: { (completion: @escaping Completion<String>) in
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
    if let key = status.messageKey { call.client.output.pair("message_key", key.rawValue) }
  }
}
