/// The recording in progress or the unsaved take.
package struct RecordStatus: Encodable, Equatable {
  /// `recording`, `take` or `none`.
  package var state: String
  package var name: String?
  /// Seconds.
  package var elapsed: Double?
  package var limit: Double?
  /// Peak of the last tenth of a second, in dBFS.
  package var peak: Double?
  package var rms: Double?
  package var message: String?

  package init(_ answer: Answer) {
    state = answer["state"] ?? "none"
    name = answer["name"]
    elapsed = answer.real("elapsed")
    limit = answer.real("limit")
    peak = answer.real("peak")
    rms = answer.real("rms")
    message = answer["message"]
  }
}
