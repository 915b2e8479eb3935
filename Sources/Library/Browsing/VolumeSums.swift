import Model

/// Counts of a volume's tracks, valid until they change. Loop thread only.
struct VolumeSums {
  enum Question: Hashable {
    /// - Parameters:
    ///   - prefix: what stands before the volume's paths in URIs, where first tracks are wanted.
    ///   - rank: the volume's place among the volumes, which first tracks have.
    case tags(Set<TagTally.Field>, prefix: String?, rank: Int)
    case folders(prefix: String, rank: Int)
    /// - Parameter changes: `soundChanges`.
    case sounds(changes: Int)
  }

  /// Some of the values of an answer, an array of them.
  struct Window: Sendable {
    let values: any Sendable
    /// Bytes of the values in memory.
    let bytes: Int
  }

  /// Values that come window by window.
  struct Answer {
    private let question: Question
    /// Number of the volume's changes when this began.
    private let changes: Int
    private var windows: [Window]? = []
    private var bytes = 0

    init(to question: Question, of volume: MountedVolume) {
      self.question = question
      changes = volume.changes
    }

    mutating func add(_ window: Window) {
      bytes += window.bytes
      if bytes > VolumeSums.mostBytes { windows = nil } else { windows?.append(window) }
    }

    /// Once all values are there.
    func keep(in volume: MountedVolume) {
      guard let windows, volume.changes == changes else { return }
      volume.sums.keep(windows, bytes: bytes, of: question)
    }
  }

  /// How often tracks have changed.
  private(set) var changes = 0
  /// How often the tempo, key or loudness of one has.
  private(set) var soundChanges = 0
  var counts: VolumeCounts?
  /// The last used one at the end.
  private var answers: [(question: Question, windows: [Window], bytes: Int)] = []

  /// Limit of all answers of a volume together, in bytes.
  private static let mostBytes = 8 << 20

  mutating func tracksChanged() {
    (counts, answers) = (nil, [])
    changes += 1
  }

  mutating func soundsChanged() { soundChanges += 1 }

  /// - Returns: nil where they have to be counted.
  mutating func windows(of question: Question) -> [Window]? {
    guard let index = answers.firstIndex(where: { $0.question == question }) else { return nil }
    answers.append(answers.remove(at: index))
    return answers.last?.windows
  }

  private mutating func keep(_ windows: [Window], bytes: Int, of question: Question) {
    answers.removeAll { $0.question == question }
    answers.append((question, windows, bytes))
    while answers.reduce(0, { $0 + $1.bytes }) > Self.mostBytes { answers.removeFirst() }
  }
}
