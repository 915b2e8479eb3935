/// What a scan keeps in mind of files that changed places with each other.
struct Renaming {
  /// Files of other content in places that have rows; further ones are written as they are found, and where what was
  /// there before them turns up elsewhere, that is a track of its own.
  static let mostReplaced = 4096

  /// What is in a row's place now.
  struct Successor: Hashable, Sendable {
    /// Its fingerprint; nil if it can't be read.
    let print: Int64?
    /// As `ScanBatch.File.isInDoubt`.
    let isInDoubt: Bool
  }

  /// Rows whose files are others now: what they were is looked for until the scan has ended.
  var replaced: [Int64: Successor] = [:]
  /// Rows that lost their places in this scan.
  var displaced = SeenRows()
  /// Files whose rows went elsewhere after the scan had passed them: they get some of their own at its end.
  var left: [[UInt8]] = []
  /// Of all rows when it was first asked for, and how many backups had been taken back then (`VolumeStore.restores`).
  var prints: PrintFilter?
  var restores = 0
  var folders = FolderMoves()
  /// Fingerprints of this number of files in their places, which no moved file can match.
  private var plentiful: Set<Int64> = []

  /// From this number of rows with one fingerprint on, all in their places, further files with it are copies: looking
  /// at all of them for each batch would take many times as long as the scan, on a stick with a million copies of one
  /// file.
  static let mostAlike = 300
  private static let mostPlentiful = 4096

  /// A backup was taken back: rows have other prints, and folders other marks.
  mutating func forgetRows() {
    prints = nil
    folders.forgetMarks()
  }

  func isLookedFor(_ print: Int64) -> Bool { !plentiful.contains(print) }

  /// Of these rows, those in `free` are not in their places.
  mutating func found(_ rows: [MoveCandidate], free: [Int64: [MoveCandidate]]) {
    guard rows.count >= Self.mostAlike else { return }
    for (print, alike) in Dictionary(grouping: rows, by: \.print)
    where alike.count >= Self.mostAlike && free[print] == nil && plentiful.count < Self.mostPlentiful {
      plentiful.insert(print)
    }
  }
}
