/// State of the microphone and its latest chord.
package struct ListenStatus: Encodable, Equatable {
  /// `off`, `starting` or `on`.
  package var state: String
  /// Seconds of sound since the start.
  package var time: Double?
  /// `N` if nothing pitched sounds; nil until the first one is recognised.
  package var chord: String?
  package var since: Double?
  /// 0 to 1.
  package var confidence: Double?
  /// In Hz; nil without a tone.
  package var frequency: Double?
  package var note: String?
  package var cents: Double?
  /// In dBFS.
  package var level: Double?
  package var message: String?

  package init(_ answer: Answer) {
    state = answer["state"] ?? "off"
    time = answer.place("time")
    chord = answer["chord"]
    since = answer.place("since")
    confidence = answer.real("confidence")
    frequency = answer.real("frequency").flatMap { $0 > 0 ? $0 : nil }
    note = answer["note"]
    cents = answer.real("cents")
    level = answer.real("level")
    message = answer["message"]
  }
}
