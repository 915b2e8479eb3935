/// How far the running scans are, and what those that have ended came to.
struct ScanState: Encodable, Equatable {
  var isRunning: Bool
  var volumes: [Volume]
  var scanned: [Outcome]

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

  /// What the last scan of a volume came to.
  struct Outcome: Encodable, Equatable {
    var name: String
    /// The number of its update job.
    var job: Int
    var found: Int
    var opened: Int
    var unreadable: Int
    /// Files and folders that the storage failed to give.
    var notRead: Int
    /// Files and folders that the jukebox may not read.
    var forbidden: Int
    /// What it had to say, the first of it.
    var problems: [String]
    /// Why it did not come to its end; nil where it did.
    var error: String?

    /// Whether something stayed as it was before, since it couldn't be looked at.
    var isIncomplete: Bool { error != nil || notRead > 0 }
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
    scanned = answer.items(beginningWith: "scanned").map { item in
      Outcome(
        name: item["scanned"] ?? "", job: item.integer("job") ?? 0, found: item.integer("found") ?? 0,
        opened: item.integer("opened") ?? 0, unreadable: item.integer("unreadable") ?? 0,
        notRead: item.integer("not_read") ?? 0, forbidden: item.integer("forbidden") ?? 0,
        problems: item.values("problem"), error: item["error"])
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
