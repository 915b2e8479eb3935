/// What was counted of a volume's tracks. It is right until they change. Loop thread only.
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

  /// Values that come window by window.
  struct Answer<Value: Sendable> {
    private let question: Question
    /// Of the volume when this began.
    private let changes: Int
    private var values: [Value] = []
    private var isTooLong = false

    init(to question: Question, of volume: MountedVolume) {
      self.question = question
      changes = volume.changes
    }

    mutating func add(_ window: [Value]) {
      isTooLong = isTooLong || values.count + window.count > VolumeSums.mostValues
      if isTooLong { values = [] } else { values += window }
    }

    /// Once all values are there.
    func keep(in volume: MountedVolume) {
      if !isTooLong, volume.changes == changes { volume.sums.keep(values, of: question) }
    }
  }

  /// How often tracks have changed.
  private(set) var changes = 0
  /// How often the tempo, key or loudness of one has.
  private(set) var soundChanges = 0
  var counts: VolumeCounts?
  /// The last used one at the end.
  private var answers: [(question: Question, values: any Sendable, count: Int)] = []

  /// Of all answers of a volume together; some 200 bytes each.
  private static let mostValues = 16_384

  mutating func tracksChanged() {
    (counts, answers) = (nil, [])
    changes += 1
  }

  mutating func soundsChanged() { soundChanges += 1 }

  /// - Returns: nil where they have to be counted.
  mutating func values<Value: Sendable>(of question: Question) -> [Value]? {
    guard let index = answers.firstIndex(where: { $0.question == question }),
      let values = answers[index].values as? [Value]
    else { return nil }
    answers.append(answers.remove(at: index))
    return values
  }

  private mutating func keep<Value: Sendable>(_ values: [Value], of question: Question) {
    answers.removeAll { $0.question == question }
    answers.append((question, values, values.count))
    while answers.reduce(0, { $0 + $1.count }) > Self.mostValues { answers.removeFirst() }
  }
}
