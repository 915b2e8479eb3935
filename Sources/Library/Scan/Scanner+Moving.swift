import Linux

extension Scanner {
  /// Lets files that were renamed or moved keep their rows, and with them whatever people added: a file that is new at
  /// its path, or differs from the former one there, takes over the row of an equal file (`TrackFingerprint`) that is no
  /// longer at its path. That is looked up at once, so it does not matter which of both places the scan reaches first,
  /// and whether it reaches the other one at all. If the other file still exists, this is a copy, and a track of its
  /// own.
  ///
  /// A file of other sound at a path with a row may have come there by a renaming: the row still describes the former
  /// file until the scan has seen everything (`ScanBatch.File.keepsPrint`). Other tags of the same sound are written at
  /// once.
  ///
  /// The rows move in the transaction that writes the files.
  mutating func findMoved(_ batch: inout ScanBatch, seen: SeenRows) throws(StoreError) {
    guard !batch.files.isEmpty else { return }
    let places = batch.files.map { (folder: $0.folder, name: $0.name) }
    let (occupants, restores) = try store.perform { (store) throws(StoreError) in
      (try store.occupants(of: places), store.restores)
    }
    if restores != renaming.restores { renaming.forgetRows() }
    renaming.restores = restores
    // Some file systems list a name twice.
    let byPath = Dictionary(batch.files.enumerated().map { ($1.path, $0) }) { $1 }
    let others = batch.files.indices.filter { index in
      let file = batch.files[index]
      return byPath[file.path] == index && file.print != occupants[index]?.print
    }
    guard !others.isEmpty else { return }
    var wanted: [Int64: [Int]] = [:]
    for index in others {
      guard let print = batch.files[index].print, renaming.isLookedFor(print), try mayBeKnown(print) else {
        continue
      }
      wanted[print, default: []].append(index)
    }
    var known: Set<Int64> = []
    if !wanted.isEmpty {
      let prints = Set(wanted.keys)
      let replaced = Set(renaming.replaced.keys)
      let found = try store.perform { (store) throws(StoreError) in
        try store.rows(withPrints: prints, seen: seen) { !seen.contains($0) || replaced.contains($0) }
      }
      known = found.known
      try takeOver(found.rows, wanted, known, &batch, byPath)
    }
    try makeRoom(&batch, occupants)
    try findRenamedFolders(&batch)
    keepPrints(of: others, occupants, known, &batch)
  }

  /// Whether a row may have that print.
  private mutating func mayBeKnown(_ print: Int64) throws(StoreError) -> Bool {
    if let filter = renaming.prints { return filter.mayContain(print) }
    let filter = try store.perform { (store) throws(StoreError) in try store.printFilter() }
    renaming.prints = filter
    return filter.mayContain(print)
  }

  /// Gives files the rows that are free.
  private mutating func takeOver(
    _ rows: [MoveCandidate], _ wanted: [Int64: [Int]], _ known: Set<Int64>, _ batch: inout ScanBatch,
    _ byPath: [[UInt8]: Int]
  ) throws(StoreError) {
    var free: [Int64: [MoveCandidate]] = [:]
    for row in rows {
      try checkCancelled()
      let there = byPath[VolumePath.join(row.folder, row.name)].map { batch.files[$0] }
      let files = (wanted[row.print] ?? []).map { batch.files[$0] }
      let whereabouts = try whereabouts(of: row, for: files, there, known)
      if whereabouts == .there { continue }
      var row = row
      row.hasSuccessor = whereabouts == .replaced
      free[row.print, default: []].append(row)
    }
    renaming.found(rows, free: free)
    for (print, indices) in wanted {
      // Who was there until now comes before who vanished long ago.
      var rows = (free[print] ?? []).sorted { !isLongGone($0) && isLongGone($1) }
      var others: [Int] = []
      for index in indices {
        // Of files that are alike each keeps its own row where it keeps its name.
        if let place = rows.firstIndex(where: { $0.name == batch.files[index].name }) {
          batch.files[index].takesOver = rows.remove(at: place)
        } else {
          others.append(index)
        }
      }
      for (index, row) in zip(others, rows) { batch.files[index].takesOver = row }
    }
    for row in batch.files.lazy.compactMap({ $0.takesOver }) {
      let wasPassed = renaming.replaced.removeValue(forKey: row.id) != nil
      let path = VolumePath.join(row.folder, row.name)
      // What is in its place now has no row any more, and the scan does not come there.
      if wasPassed || row.hasSuccessor && !row.isVanished && !isBelowTop(path), byPath[path] == nil,
        renaming.left.count < Renaming.mostReplaced
      {
        renaming.left.append(path)
      }
    }
  }

  /// How long the rows wait for playlists on other volumes: those of a stick that hangs have to follow later.
  private static let patience = Duration.seconds(2)

  /// Lets playlists on other volumes follow files before their rows do: after a cut in between, those files are found
  /// to have moved again, and the playlists already follow. In the other order nothing would update them later.
  mutating func announceMoved(_ batch: ScanBatch) throws(StoreError) {
    let moved = batch.moved
    // Of files that have changed places this would be undone by doing it twice.
    guard !moved.isEmpty, Set(moved.map(\.from)).isDisjoint(with: moved.map(\.to)) else { return }
    let followed = Answer<Bool>()
    report(.moving(moved, followed))
    let end = Instant.now() + Self.patience
    while !followed.isGiven, Instant.now() < end {
      try checkCancelled()
      Pause.milliseconds(1)
    }
  }

  private func isLongGone(_ row: MoveCandidate) -> Bool {
    row.isVanished && !renaming.displaced.contains(row.id)
  }

  private func isBelowTop(_ path: [UInt8]) -> Bool {
    request.path.isEmpty || path == request.path || path.starts(with: request.path + [UInt8(ascii: "/")])
  }

  /// Rows of places that others take over, and that go nowhere themselves, make room.
  private mutating func makeRoom(_ batch: inout ScanBatch, _ occupants: [RowAtPath?]) throws(StoreError) {
    let moving = Set(batch.files.compactMap { $0.takesOver?.id })
    guard !moving.isEmpty else { return }
    for (file, occupant) in zip(batch.files, occupants) where file.takesOver != nil {
      guard let id = occupant?.id, !moving.contains(id) else { continue }
      let (folder, name) = (file.folder, file.name)
      let spare = try store.perform { (store) throws(StoreError) in
        try store.spareName(for: name, ofRow: id, inFolder: folder)
      }
      batch.displaced.append(EvictedRow(id: id, folder: folder, name: name, spareName: spare))
      renaming.displaced.insert(id)
    }
  }

  /// Rows whose files are different now still describe the former ones.
  private mutating func keepPrints(
    of indices: [Int], _ occupants: [RowAtPath?], _ known: Set<Int64>, _ batch: inout ScanBatch
  ) {
    let moving = Set(batch.files.compactMap { $0.takesOver?.id })
    for index in indices {
      let file = batch.files[index]
      guard file.takesOver == nil, let row = occupants[index], row.print != nil, !moving.contains(row.id),
        renaming.replaced.count < Renaming.mostReplaced
      else { continue }
      if case .details(let details) = file.content {
        guard let print = file.print,
          row.isReplaced || row.sound != TrackSound(details) || known.contains(print)
        else { continue }
      }
      batch.files[index].keepsPrint = true
      renaming.replaced[row.id] = Renaming.Successor(print: file.print, isInDoubt: file.isInDoubt)
    }
  }

  private enum Whereabouts {
    /// In its place, or nothing says that it isn't.
    case there
    /// Not in its place, or there as one of `files` under another name.
    case gone
    /// Not in its place, where another file is.
    case replaced
  }

  /// Whether a row's file is where it was.
  /// - Parameters:
  ///   - there: what the batch found in its place.
  ///   - known: prints that rows have.
  private mutating func whereabouts(
    of row: MoveCandidate, for files: [ScanBatch.File], _ there: ScanBatch.File?, _ known: Set<Int64>
  ) throws(StoreError) -> Whereabouts {
    let path = VolumePath.join(row.folder, row.name)
    let status: FileStatus
    do throws(SystemError) {
      status = try root.status(of: path)
    } catch {
      if [.noSuchFile, .notDirectory].contains(error.code) { return .gone }
      try note(error, path)
      return .there
    }
    guard status.kind == .regular else { return .gone }
    // FAT finds a name in either case, and has no links: what is one file had its name's case changed.
    for file in isFAT ? files : [] {
      let other = try attempt(file.path) { (root) throws(SystemError) in try root.status(of: file.path) }
      if let other, other.device == status.device, other.inode == status.inode { return .gone }
    }
    // Something is there. It may be what it was, or that with other tags, or what came there instead.
    let isSame =
      row.sizeBytes == status.size && row.modifiedNanoseconds == status.modifiedNanoseconds
      && !row.isReplaced
    if there == nil, isSame, !request.rescan { return .there }
    let sound: TrackSound
    let found: Int64?
    if let there {
      guard case .details(let details) = there.content else { return .replaced }
      (sound, found) = (TrackSound(details), there.print)
    } else {
      let (folder, name) = (row.folder, row.name)
      let file = try attempt(path) { (root) throws(SystemError) in
        try FoundFile(name, in: folder, nil, of: root)
      }
      guard let file else { return .there }
      switch try facts(of: file) {
      case .failed: return .there
      case .unreadable: return .replaced
      case .details(let details): (sound, found) = (TrackSound(details), try print(of: details, file))
      }
    }
    guard let found, found != row.print else { return .there }
    if row.isReplaced || sound != row.sound || known.contains(found) { return .replaced }
    guard there == nil, try mayBeKnown(found) else { return .there }
    let isKnown = try store.perform { (store) throws(StoreError) in
      try store.rows(withPrints: [found]) { _ in false }.known.contains(found)
    }
    return isKnown ? .replaced : .there
  }

  // MARK: At the end

  /// Reads the files whose rows went elsewhere after the scan had passed them.
  mutating func readLeft() throws(StoreError) {
    while !renaming.left.isEmpty {
      let left = renaming.left
      renaming.left = []
      for path in left {
        try waitAtGate()
        let (folder, name) = VolumePath.split(path)
        let hasRow = try store.perform { (store) throws(StoreError) in
          try store.occupants(of: [(folder, name)])[0] != nil
        }
        guard !hasRow, let file = try look(at: name, in: folder, nil), file.status.kind == .regular else {
          continue
        }
        _ = try open(file, in: folder, known: nil)
        if batch.isFull { try flush() }
      }
      try flush()
      try settle()
    }
  }

  /// What was in some places before was not found anywhere else: it was replaced.
  mutating func keepReplaced() throws(StoreError) {
    var rows = renaming.replaced.map { (id: $0, file: $1) }
    renaming.replaced = [:]
    while !rows.isEmpty {
      let part = Array(rows.suffix(ScanBatch.most))
      rows.removeLast(part.count)
      try store.perform { (store) throws(StoreError) in try store.keep(replaced: part) }
    }
  }

  /// Whether a file is the one that its row was written of.
  mutating func hasPrint(ofRow id: Int64, _ file: FoundFile) throws(StoreError) -> Bool {
    let known = try store.perform { (store) throws(StoreError) in try store.print(ofRow: id) }
    guard let known, case .details(let details) = try facts(of: file) else { return false }
    return try print(of: details, file) == known
  }

  /// The fingerprint of a file; nil if it can't be read.
  mutating func print(of details: TrackDetails, _ file: FoundFile) throws(StoreError) -> Int64? {
    let size = file.status.size
    guard TrackFingerprint.needsEnds(details) else { return TrackFingerprint.of(details, sizeBytes: size) }
    let ends = try attempt(file.path) { (root) throws(SystemError) -> [UInt8] in
      let open = try file.open(beneath: root)
      return try TrackFingerprint.ends(of: open, sizeBytes: size)
    }
    return ends.map { TrackFingerprint.of(details, sizeBytes: size, ends: $0) }
  }
}
