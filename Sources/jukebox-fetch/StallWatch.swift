import Linux

/// Whether an answer comes, and its bytes often enough.
struct StallWatch {
  private(set) var hasBody = false
  private(set) var hasStalled = false
  private var began = Instant.now()
  private var windowBegan = Instant.now()
  private var windowBytes = 0

  /// In this time the head of the answer has to come.
  static let headPatience = Duration.seconds(20)
  /// `leastBytes` have to come in this time: less is no sound.
  static let patience = Duration.seconds(8)
  private static let leastBytes = 256

  mutating func begin() {
    began = .now()
    windowBegan = began
  }

  mutating func take(_ bytes: Int) {
    hasBody = true
    windowBytes += bytes
  }

  /// The receiver has waited for its own reader: that is no stall.
  mutating func allow(_ time: Duration) { windowBegan = windowBegan + time }

  /// - Returns: false once it has stalled.
  mutating func check() -> Bool {
    let now = Instant.now()
    if hasBody {
      guard now - windowBegan >= Self.patience else { return true }
      hasStalled = windowBytes < Self.leastBytes
      (windowBegan, windowBytes) = (now, 0)
    } else {
      hasStalled = now - began >= Self.headPatience
    }
    return !hasStalled
  }

  var words: String { hasBody ? "no data for \(Self.patience)" : "no answer for \(Self.headPatience)" }
}
