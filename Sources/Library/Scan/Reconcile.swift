/// Decides which song each moved file is, at the end of a scan, in one look at all rows in question. A
/// pure function: table in, moves out.
///
/// A row of `tracks` is a number that people's data refers to, and the facts of a file. A walk writes facts where it finds
/// files: a new file gets a new row, a replaced file is written into the row of its path. The walk is
/// recorded in the table `unreconciled` (`Fingerprints`) until this function has decided, so an interrupted
/// scan changes no data of people.
/// The function finds for each row that has lost its file the facts of an equal file (`TrackFingerprint`), and `TrackMoves`
/// gives those facts the number of the row.
enum Reconcile {
  /// A row that looks for its file, or whose file another row may look for.
  struct Row: Sendable {
    let id: Int64
    /// The fingerprint of the file that the row describes; nil if unknown.
    var print: Int64?
    /// The fingerprint of the file that the row described before its path was written over.
    var former: Int64?
    /// Whether there is a file at the row's path.
    var isHere = true
    /// Whether the row was made since the last reconcile: nobody misses it.
    var isNew = false
    /// Whether the former file sounds as the present one: probably only its tags have changed.
    var hasSameSound = false
    /// Whether the present file is known under another row, too: a copy of that song was put here.
    var isCopy = false
    /// Whether people said something of the row.
    var hasData = false
    /// Whether the file was missing before this scan, too.
    var isLongGone = false
    /// A hash of the file's name.
    var name: UInt64 = 0

    /// Rows with a lower one come first where several look for equal files.
    fileprivate var rank: Int { (hasData ? 0 : 4) + (isNew ? 3 : isLongGone ? 2 : isHere ? 1 : 0) }
  }

  /// `row` gets the facts that `source` has now.
  struct Move: Hashable, Sendable {
    let row: Int64
    let source: Int64
    /// Whether no earlier move concerns one of these rows.
    let beginsChain: Bool
  }

  /// The moves, chain by chain: within a chain each row gets the facts of the next one, in a circle the last row those of
  /// the first.
  ///
  /// Among equal files each row gets the one with its own file's name, if any; then rows with data come first. A row
  /// that has only got other tags keeps its place, unless its new content is the file of another row.
  static func moves(_ rows: [Row]) -> [Move] {
    let wanted = Set(rows.compactMap { $0.isHere ? $0.former : $0.former ?? $0.print })
    var sources: [Int64: Int64] = [:]
    var taken: Set<Int64> = []
    for isSecondLook in [false, true] {
      let seekers: [Wish] = rows.compactMap { row in
        if row.isHere, row.hasSameSound, !row.isCopy, !(row.print.map { wanted.contains($0) } ?? false) {
          return nil
        }
        let first = row.isHere ? row.former : row.former ?? row.print
        // A row whose file was replaced and has gone then may be either of both.
        let print = isSecondLook ? (row.isHere || row.former == nil ? nil : row.print) : first
        guard let print, sources[row.id] == nil else { return nil }
        return Wish(print: print, name: row.name, rank: row.rank, id: row.id)
      }
      if seekers.isEmpty { continue }
      let prints = Set(seekers.lazy.map(\.print))
      let files: [Wish] = rows.compactMap { row in
        guard row.isHere, let print = row.print, prints.contains(print), !taken.contains(row.id) else {
          return nil
        }
        return Wish(print: print, name: row.name, rank: 0, id: row.id)
      }
      for (seeker, file) in pairs(seekers.sorted(), files.sorted()) where seeker != file {
        sources[seeker] = file
        taken.insert(file)
      }
    }
    return chains(sources, taken)
  }

  private struct Wish: Comparable {
    let print: Int64
    let name: UInt64
    let rank: Int
    let id: Int64

    static func < (one: Wish, other: Wish) -> Bool {
      (one.print, one.name, one.rank, one.id) < (other.print, other.name, other.rank, other.id)
    }
  }

  /// - Parameters: both sorted.
  private static func pairs(_ seekers: [Wish], _ files: [Wish]) -> [(seeker: Int64, file: Int64)] {
    var found: [(Int64, Int64)] = []
    var (seeker, file) = (0, 0)
    while seeker < seekers.count, file < files.count {
      let print = min(seekers[seeker].print, files[file].print)
      var (withoutFile, withoutRow): ([Wish], [Wish]) = ([], [])
      // Those of one fingerprint: equal names first.
      while true {
        let one = seeker < seekers.count && seekers[seeker].print == print ? seekers[seeker] : nil
        let other = file < files.count && files[file].print == print ? files[file] : nil
        if let one, let other, one.name == other.name {
          found.append((one.id, other.id))
          (seeker, file) = (seeker + 1, file + 1)
        } else if let one, other.map({ one.name < $0.name }) ?? true {
          withoutFile.append(one)
          seeker += 1
        } else if let other {
          withoutRow.append(other)
          file += 1
        } else {
          break
        }
      }
      withoutFile.sort { ($0.rank, $0.id) < ($1.rank, $1.id) }
      withoutRow.sort { $0.id < $1.id }
      for (one, other) in zip(withoutFile, withoutRow) { found.append((one.id, other.id)) }
    }
    return found
  }

  private static func chains(_ sources: [Int64: Int64], _ taken: Set<Int64>) -> [Move] {
    var left = sources
    var moves: [Move] = []
    moves.reserveCapacity(left.count)
    func follow(_ first: Int64) {
      var row = first
      while let source = left.removeValue(forKey: row) {
        moves.append(Move(row: row, source: source, beginsChain: row == first))
        row = source
      }
    }
    let rows = sources.keys.sorted()
    for row in rows where !taken.contains(row) { follow(row) }
    // The rest are circles.
    for row in rows { follow(row) }
    return moves
  }
}
