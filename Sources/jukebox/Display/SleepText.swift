/// The sleep timer in words.
enum SleepText {
  /// The event that the timer waits for, as a sentence; nil if it is off.
  /// - Parameters:
  ///   - seconds: seconds until then; 0 if not yet known.
  ///   - end: `track` or `album`; nil for a time.
  static func line(seconds: Int?, after end: String?) -> String? {
    guard let seconds else { return nil }
    let time = seconds > 0 ? "in \(left(seconds: seconds))" : nil
    let event = end.map { "after this \($0 == "track" ? "song" : "album")" }
    return (["pauses"] + [event, time].compactMap { $0 }).joined(separator: " ")
  }

  static func left(seconds: Int) -> String {
    let minutes = seconds / 60
    if minutes >= 60 { return "\(minutes / 60) h \(minutes % 60) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}
