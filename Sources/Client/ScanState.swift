package import Model

/// How far the running scans are, and what those that have ended came to.
package struct ScanState: Encodable, Equatable {
  package var isRunning: Bool
  package var volumes: [Volume]
  package var scanned: [Outcome]

  package struct Volume: Encodable, Equatable {
    package var name: String
    /// Files found so far.
    package var found: Int
    /// Files of which it is decided whether they are music.
    package var examined: Int
    /// Files that had to be opened.
    package var opened: Int
    /// Those that can't be played.
    package var unreadable: Int
    /// Estimate of the final `found`; nil if no earlier scan gives one.
    package var expected: Int?
    /// Files examined per second.
    package var rate: Int
    /// Estimated remaining time; nil if unknown.
    package var secondsLeft: Int?
    /// Whether all files have been found.
    package var isWalkOver: Bool
  }

  /// Result of the last scan of a volume.
  package struct Outcome: Encodable, Equatable {
    package var name: String
    /// The number of its update job.
    package var job: Int
    package var found: Int
    package var opened: Int
    package var unreadable: Int
    /// Files and folders that the storage failed to give.
    package var notRead: Int
    /// Files and folders that the jukebox may not read.
    package var forbidden: Int
    /// Music files in formats that are not played, by their names' endings.
    package var notPlayed = UnplayedFiles()
    /// The first of its messages.
    package var problems: [String]
    /// Why it was aborted; nil if it was not.
    package var error: String?

    /// Whether something stayed as it was before, since it couldn't be looked at.
    package var isIncomplete: Bool { error != nil || notRead > 0 }
  }

  package init(_ answer: Answer) {
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
        notPlayed: UnplayedFiles(item.values("not_played")),
        problems: item.values("problem"), error: item["error"])
    }
  }

  package var found: Int { volumes.reduce(0) { $0 + $1.found } }
  package var examined: Int { volumes.reduce(0) { $0 + $1.examined } }
  package var opened: Int { volumes.reduce(0) { $0 + $1.opened } }
  package var unreadable: Int { volumes.reduce(0) { $0 + $1.unreadable } }
  package var rate: Int { volumes.reduce(0) { $0 + $1.rate } }
  /// All volumes are scanned at the same time; nil where it isn't known of one of them.
  package var secondsLeft: Int? {
    let times = volumes.compactMap(\.secondsLeft)
    return times.count == volumes.count ? times.max() : nil
  }
  /// 0 to 1; nil while it isn't known how much there is: in the first scan of a volume, until all its files are found.
  package var share: Double? {
    guard !volumes.isEmpty else { return nil }
    var total = 0
    for volume in volumes {
      guard volume.isWalkOver || volume.expected != nil else { return nil }
      total += volume.isWalkOver ? volume.found : max(volume.found, volume.expected ?? 0)
    }
    return total == 0 ? 1 : min(1, Double(examined) / Double(total))
  }
}
