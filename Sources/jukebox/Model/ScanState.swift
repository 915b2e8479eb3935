/// How far the running scans are.
struct ScanState: Encodable, Equatable {
  var isRunning: Bool
  var volumes: [Volume]

  struct Volume: Encodable, Equatable {
    var name: String
    /// Files found so far.
    var found: Int
    /// Files of which it is decided whether they are music.
    var examined: Int
    /// Files that had to be opened.
    var opened: Int
    /// Those that can't be played.
    var unreadable: Int
    /// What `found` will come to, about; nil where no scan before tells it.
    var expected: Int?
    /// Files examined per second.
    var rate: Int
    /// How long it still takes, about; nil where nobody knows.
    var secondsLeft: Int?
    /// Whether all files have been found.
    var isWalkOver: Bool
  }

  init(_ answer: Answer) {
    isRunning = answer["updating_db"] != nil
    volumes = answer.items(beginningWith: "volume").map { item in
      Volume(
        name: item["volume"] ?? "", found: item.integer("found") ?? 0,
        examined: item.integer("examined") ?? 0,
        opened: item.integer("opened") ?? 0,
        unreadable: item.integer("unreadable") ?? 0,
        expected: item.integer("expected"),
        rate: item.integer("rate") ?? 0,
        secondsLeft: item.integer("seconds_left"), isWalkOver: item["complete"] == "1")
    }
  }

  var found: Int { volumes.reduce(0) { $0 + $1.found } }
  var examined: Int { volumes.reduce(0) { $0 + $1.examined } }
  var opened: Int { volumes.reduce(0) { $0 + $1.opened } }
  var unreadable: Int { volumes.reduce(0) { $0 + $1.unreadable } }
  var rate: Int { volumes.reduce(0) { $0 + $1.rate } }
  /// All volumes are scanned at the same time; nil where it isn't known of one of them.
  var secondsLeft: Int? {
    let times = volumes.compactMap(\.secondsLeft)
    return times.count == volumes.count ? times.max() : nil
  }
  /// 0 to 1; nil while it isn't known how much there is: in the first scan of a volume, until all its files are found.
  var share: Double? {
    guard !volumes.isEmpty else { return nil }
    var total = 0
    for volume in volumes {
      guard volume.isWalkOver || volume.expected != nil else { return nil }
      total += volume.isWalkOver ? volume.found : max(volume.found, volume.expected ?? 0)
    }
    return total == 0 ? 1 : min(1, Double(examined) / Double(total))
  }
}
