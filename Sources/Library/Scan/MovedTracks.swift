import Linux

/// The end of a scan: has `Reconcile` decide where songs have gone, and carries that out in small transactions. On the scan
/// thread.
///
/// A folder counts as renamed, and its settings go to the folder that most of its tracks go to, if it is gone, or has only
/// tracks of other folders now; and if the other folder had no tracks before.
struct MovedTracks {
  /// Moves of one transaction. A chain of rows that get each other's files is whole in one transaction, unless it is longer:
  /// then one song at a time is without its file between two transactions.
  private static let most = 100
  /// Moves whose folders are looked at in one step.
  private static let mostLookedAt = 1000
  /// How long the rows wait for playlists on other volumes: playlists of a stick that hangs have to follow later.
  private static let patience = Duration.seconds(2)

  let root: Root
  let store: StoreChannel
  let pace: ScanPace
  let report: (ScanEvent) -> Void

  /// - Parameter isOfAll: whether the walk has seen the whole volume: what was not found then was replaced, or is gone.
  /// - Returns: whether anything has changed that clients see.
  func reconcile(isOfAll: Bool) throws(StoreError) -> Bool {
    let isAny = try store.perform { (store) throws(StoreError) in try store.fingerprints.isAnyToReconcile() }
    guard isAny else { return false }
    let moves = try store.perform { (store) throws(StoreError) in
      Reconcile.moves(try store.fingerprints.rowsToReconcile())
    }
    if !moves.isEmpty { try moveSettings(of: moves) }
    var start = 0
    /// New row numbers of files that an earlier step of the same chain displaced.
    var numbers: [Int64: Int64] = [:]
    while start < moves.count {
      try pace.wait()
      let end = Self.end(of: moves, from: start)
      if moves[start].beginsChain { numbers = [:] }
      let part = moves[start..<end].map { move in
        Reconcile.Move(
          row: move.row, source: numbers[move.source] ?? move.source, beginsChain: move.beginsChain)
      }
      numbers.merge(try apply(part)) { $1 }
      start = end
    }
    return try end(isOfAll: isOfAll) || !moves.isEmpty
  }

  private static func end(of moves: [Reconcile.Move], from start: Int) -> Int {
    let end = start + most
    guard end < moves.count else { return moves.count }
    return (start + 1...end).last { moves[$0].beginsChain } ?? end
  }

  private func apply(_ moves: [Reconcile.Move]) throws(StoreError) -> [Int64: Int64] {
    let step = try store.perform { (store) throws(StoreError) in try store.trackMoves.step(moves) }
    let moved = step.moved
    try announce(moved)
    let numbers = try store.perform { (store) throws(StoreError) in
      try store.reconciling.move(
        try store.trackMoves.step(moves), wallClock: WallClock.synchronised().map { .seconds($0) })
    }
    if !moved.isEmpty { report(.moved(moved)) }
    return numbers
  }

  /// Lets playlists on other volumes follow files before their rows do: after a cut in between, those files are found
  /// to have moved again, and the playlists already follow. In the other order nothing would update them later.
  private func announce(_ moved: [(from: [UInt8], to: [UInt8])]) throws(StoreError) {
    // For files that have exchanged places, a second pass would undo the first.
    guard !moved.isEmpty, Set(moved.map(\.from)).isDisjoint(with: moved.map(\.to)) else { return }
    let followed = Answer<Bool>()
    report(.moving(moved, followed))
    let end = Instant.now() + Self.patience
    while !followed.isGiven, Instant.now() < end {
      try pace.wait()
      Pause.milliseconds(1)
    }
  }

  private func end(isOfAll: Bool) throws(StoreError) -> Bool {
    var isLeft = true
    while isLeft {
      try pace.wait()
      isLeft = try store.perform { (store) throws(StoreError) in try store.reconciling.dropOldAnalyses() }
    }
    return try store.perform { (store) throws(StoreError) in try store.reconciling.end(isOfAll: isOfAll) }
  }

  // MARK: Folders

  /// Moves the settings of renamed folders, once for all moves: before the first of them.
  private func moveSettings(of moves: [Reconcile.Move]) throws(StoreError) {
    let (marked, areMoved) = try store.perform { (store) throws(StoreError) in
      (
        Set(try store.people.folders.marks().keys).union(try store.people.cards.folders()),
        try store.folderPlaces.areMoved()
      )
    }
    if marked.isEmpty || areMoved { return }
    var counted = FolderMoves(marked: marked)
    for start in stride(from: 0, to: moves.count, by: Self.mostLookedAt) {
      try pace.wait()
      let part = Array(moves[start..<min(start + Self.mostLookedAt, moves.count)])
      let ways = try store.perform { (store) throws(StoreError) in try store.trackMoves.folders(of: part) }
      for (from, to) in ways where from != to { counted.add(from: from, to: to) }
    }
    var sources: Set<Int64>?
    var renamed: [(from: [UInt8], to: [UInt8])] = []
    for (from, to) in counted.likely {
      let isGone = try isGone(from, being: to)
      guard isGone || counted.targets.contains(from) else { continue }
      let moving = sources ?? Set(moves.lazy.map(\.source))
      sources = moving
      let isOther = try store.perform { (store) throws(StoreError) in
        if try store.reconciling.hasOwnTracks(below: to, moving: moving) { return true }
        return isGone ? false : try store.reconciling.hasOwnTracks(below: from, moving: moving)
      }
      if !isOther { renamed.append((from, to)) }
    }
    if renamed.isEmpty { return }
    let settings = renamed
    try store.perform { (store) throws(StoreError) in try store.reconciling.moveSettings(settings) }
  }

  /// Whether no folder has this path, or it is the very one that is called `other` now: FAT finds a name in either case.
  private func isGone(_ folder: [UInt8], being other: [UInt8]) throws(StoreError) -> Bool {
    do throws(SystemError) {
      let status = try root.status(of: folder)
      guard status.kind == .directory else { return true }
      let now = try root.status(of: other)
      return now.device == status.device && now.inode == status.inode
    } catch {
      // An unreadable folder may be there.
      return [.noSuchFile, .notDirectory].contains(error.code)
    }
  }
}
