/// The sleep timer in words.
enum SleepText {
  static func left(seconds: Int) -> String {
    let minutes = seconds / 60
    if minutes >= 60 { return "\(minutes / 60) h \(minutes % 60) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}
