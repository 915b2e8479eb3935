import Client

/// Times as a person reads them.
enum Clock {
  /// `1:05`, `1:02:03`; `–:––` for nil.
  static func text(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return "–:––" }
    let whole = Int(min(max(seconds, 0), 359_999))
    let tail = padded(whole % 60)
    if whole < 3600 { return "\(whole / 60):\(tail)" }
    return "\(whole / 3600):\(padded(whole / 60 % 60)):\(tail)"
  }

  private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension Song {
  /// How long it is, or that nothing of it is there.
  var timeOrAbsence: String { isAbsent == true ? "(not here)" : time }

  /// `3:05`, `~3:05` where that was reckoned.
  var time: String { (durationIsEstimated == true ? "~" : "") + Clock.text(duration) }
}
