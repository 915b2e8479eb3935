import Model
import Theory

/// Live listening: a further command. `listen start`, `listen stop`, `listen [status [A]]`.
enum LiveCommands {
  static let list: [Command] = [Command("listen", .read, 0...2, listen)]

  /// Pitches of A4 that orchestras and instruments are tuned to, in Hz.
  private static let references = 380.0...480.0

  private static func listen(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    let live = call.backend.live
    switch (words.optional(0), words.count) {
    case (nil, _), ("status", _):
      write(live.status, a: try reference(words.optional(1)), call)
      return .done
    case ("start", 1):
      // The microphone is for others than those who may only read.
      try call.require(.admin)
      return call.whenDone { live.start(by: call.client.number, completion: $0) }
    case ("stop", 1):
      try call.require(.admin)
      return call.whenDone { live.stop(completion: $0) }
    case (let word?, _): throw .argument("start, stop or status [HERTZ] expected: \(word)")
    }
  }

  private static func reference(_ text: String?) throws(CommandError) -> Double {
    guard let text else { return 440 }
    guard let hertz = Double(text), references.contains(hertz) else {
      throw .argument("The pitch of A4 from 380 to 480 Hz expected: \(text)")
    }
    return hertz
  }

  private static func write(_ status: LiveStatus, a: Double, _ call: Call) {
    call.client.output.pair("state", status.state.rawValue)
    if status.state == .on { call.client.output.pair("time", Decimal.thousandths(status.time)) }
    if let heard = status.chord {
      call.client.output.pair("chord", heard.chord.map { ChordSpelling(key: nil).name(of: $0) } ?? "N")
      call.client.output.pair("since", Decimal.thousandths(heard.since))
      call.client.output.pair("confidence", Decimal.short(Decimal.hundredths(heard.confidence)))
    }
    if let tone = status.tone {
      let note = TunerKind.chromatic.note(nearest: tone.hertz, a: a)
      call.client.output.pair("frequency", Decimal.thousandths(tone.hertz))
      call.client.output.pair("note", note.name)
      call.client.output.pair("cents", Decimal.short(Decimal.hundredths(note.cents)))
      call.client.output.pair("clarity", Decimal.short(Decimal.hundredths(tone.clarity)))
      call.client.output.pair("level", Decimal.short((tone.level * 10).rounded() / 10))
    }
    if let message = status.message { call.client.output.pair("message", message) }
    if let key = status.messageKey { call.client.output.pair("message_key", key.rawValue) }
  }
}
