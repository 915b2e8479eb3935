import Interchange
import Linux
import Model

/// Walks a volume on its scan thread: lists folders in natural order, opens what is new or changed, and hands
/// batches to the store. Memory is bounded whatever the volume holds: a folder is taken in pieces.
struct Scanner: ~Copyable {
  let root: Root
  let volume: VolumeID
  let store: StoreChannel
  let read: FileProber
  let gate: ScanGate
  let cancellation: Cancellation
  let report: (ScanEvent) -> Void
  var shift: TimeShift
  var isFAT: Bool { shift.isPossible }

  /// Entries of a folder that are sorted and handled together.
  private static let mostInPiece = 2048
  /// Failures of storage in a row after which the volume counts as dying.
  private static let mostFailuresInRow = 16
  private static let mostWarnings = 20
  /// Names that are looked up in the database together.
  static let mostLookedUp = 300
  /// Batches on their way to the store: the scan continues while that takes rows into the text indexes.
  private static let mostPending = 4

  private(set) var request = ScanRequest(path: [], rescan: false, job: 0)
  private var levels: [FolderLevel] = []
  var seen = SeenRows()
  private var playlistFiles = FoundPlaylistFiles()
  var batch = ScanBatch()
  var progress = ScanProgress()
  /// Whether every file found is reported, in order: this volume had no rows.
  var tellsFound = false
  private var hasTold = false
  /// The events to report once the store has it.
  var found: [TrackReference] = []
  /// What the store is writing, the oldest first.
  private var pending: [PendingBatch] = []
  /// Whether the volume's database has any row, so that files have to be looked up there.
  var knowsFiles = true
  /// Whether folders are known by their digests, so that their rows need not be looked at.
  private var usesDigests = false
  var ahead = LookAhead()
  private var changedSinceTold = false
  var renaming = Renaming()
  var links = SkippedItems()
  /// Pipes, sockets and devices, whatever they are called.
  private var specials = SkippedItems()
  /// Some folder could not be read: what is missing may be there.
  private(set) var isIncomplete = false
  /// It was said that some patterns were not followed.
  var hasLeftPatternsOut = false
  private var failuresInRow = 0
  private var warnings = 0
  private var began = Instant.now()
  private var lastFlush = Instant.now()
  private var lastProgress = Instant.now()
  private var lastChange = Instant.now()
  /// Rows that were written since the store was asked to take some into the text indexes, and when that was.
  private var notIndexed = 0
  private var lastIndexing = Instant.now()

  init(
    root: Root, volume: VolumeID, store: StoreChannel, read: @escaping FileProber, gate: ScanGate,
    cancellation: Cancellation, keepsLocalTime: Bool, report: @escaping (ScanEvent) -> Void
  ) {
    self.root = root
    self.volume = volume
    self.store = store
    self.read = read
    self.gate = gate
    self.cancellation = cancellation
    shift = TimeShift(isPossible: keepsLocalTime)
    self.report = report
  }

  /// One scan from beginning to end; reports `ended` last.
  mutating func run(_ request: ScanRequest) {
    self.request = request
    do throws(StoreError) {
      try walk()
      try flush()
      try settle()
      try readLeft()
      progress.isWalkOver = true
      // Where nothing was known nothing can be gone.
      if !isIncomplete, knowsFiles { try sweep() }
      if try keepRenamedFolders() { changedSinceTold = true }
      if !isIncomplete { playlistFiles.metAll() }
      if try keep(playlistFiles) { changedSinceTold = true }
      if !isIncomplete {
        let isOfAll = request.path.isEmpty
        // A scan of a part says nothing of what was in a place before: it may lie anywhere else.
        if isOfAll { try keepReplaced() }
        try store.perform { (store) throws(StoreError) in try store.scanEnded(isOfAll: isOfAll) }
      }
      reportProgress()
      if let message = playlistFiles.message { report(.warning("\(root.path): \(message)")) }
      let passedOver = [
        links.message("link", "links", are: "not followed: to folders or outside the volume"),
        specials.message("pipe, socket or device", "pipes, sockets and devices", are: "skipped"),
      ]
      for message in passedOver.compactMap(\.self) { report(.warning("\(root.path): \(message)")) }
      if changedSinceTold { report(.changed) }
      report(.ended(request, nil))
    } catch {
      // Written rows are reported all the same: nothing would report a moved file later.
      while !pending.isEmpty { try? settle(pending.removeFirst()) }
      reportProgress()
      if changedSinceTold { report(.changed) }
      report(.ended(request, error))
    }
  }

  func checkCancelled() throws(StoreError) {
    if cancellation.isCancelled { throw StoreError(.cancelled, "the scan was ended", path: root.path) }
  }

  /// Sleeps while playback needs the storage.
  func waitAtGate() throws(StoreError) {
    try checkCancelled()
    while !gate.isOpen {
      Pause.milliseconds(20)
      try checkCancelled()
    }
  }

  // MARK: Walking

  private mutating func walk() throws(StoreError) {
    let before = try store.perform { (store) throws(StoreError) in
      let wasScanned = try store.wasScanned()
      return (
        try store.totals.lastCount(), wasScanned, try store.hasTracks(),
        wasScanned ? try store.hasKeptCount() : false, store.restores, try store.lastRow()
      )
    }
    renaming.restores = before.4
    renaming.folders = FolderMoves(lastRow: before.5)
    tellsFound = !before.1
    knowsFiles = before.2
    usesDigests = before.3 && !request.rescan
    let top = request.path
    progress.expected = before.1 && top.isEmpty ? Int(clamping: before.0) : nil
    let isFolder = try attempt(top) { (root) throws(SystemError) in
      try root.status(of: top).kind == .directory
    }
    let ignored = try self.ignored(above: top, isFolder: isFolder != false)
    if isFolder != true, try keepPlaylistFile(top, isHere: isFolder == false && ignored != nil) {
      changedSinceTold = true
    }
    if isFolder != false { playlistFiles = try knownPlaylistFiles(below: top) }
    // A walk of the whole volume would not come there either, so what is known of it goes.
    guard let ignored else { return }
    if isFolder == false {
      let (folder, name) = VolumePath.split(top)
      guard FileNames.isSoundFile(name) else { return }
      progress.found = 1
      try examine([name], in: folder)
      return
    }
    if knowsFiles, !tellsFound { try ahead.ask([top], store, wantsRows: !usesDigests) }
    try enter(top, below: ignored)
    while let level = levels.last {
      try waitAtGate()
      if let next = level.folders.popLast() {
        let path = VolumePath.join(level.path, next)
        try enter(path, below: level.ignored)
        if levels.last === level { ahead.drop(path) }
      } else if level.stream != nil {
        try takePiece(of: level)
      } else {
        levels.removeLast()
      }
    }
  }

  /// - Parameter above: the names that its parents skip.
  private mutating func enter(_ path: [UInt8], below above: [IgnoreList]) throws(StoreError) {
    guard levels.count < VolumePath.deepest, path.count <= VolumePath.mostBytes else {
      return warn(path, "skipped: nested too deep")
    }
    let level = try attempt(path) { (root) throws(SystemError) in
      try FolderLevel(path: path, stream: try root.list(path))
    }
    guard let level, let ignored = try self.ignored(in: path, above, level) else { return }
    level.ignored = ignored
    // The same folder again above itself: a loop of bind mounts.
    if levels.contains(where: { $0.device == level.device && $0.inode == level.inode }) {
      return warn(path, "skipped: contains itself")
    }
    levels.append(level)
  }

  /// Reads on in the folder's listing and examines what it found; subfolders are left for later.
  private mutating func takePiece(of level: FolderLevel) throws(StoreError) {
    var files: [(key: [UInt8], name: [UInt8])] = []
    var folders: [(key: [UInt8], name: [UInt8])] = []
    var (isAtEnd, hasFailed) = (false, false)
    while !isAtEnd, files.count + folders.count < Self.mostInPiece {
      try checkCancelled()
      let entry: DirectoryEntry?? = try attempt(level.path) { (_) throws(SystemError) in
        try level.stream?.next()
      }
      guard let entry = entry ?? nil else {
        (isAtEnd, hasFailed) = (true, entry == nil)
        break
      }
      if FileNames.isPassedOver(entry.name) { continue }
      let isFolder = entry.kind == .directory
      if isPassedOver(entry.name, isFolder: isFolder, by: level.ignored, in: level.path) { continue }
      switch entry.kind {
      case .directory: folders.append((NaturalKey.ofFolder(name: entry.name, in: []), entry.name))
      case .regular, .link:
        if entry.kind == .link, try passesOver(link: VolumePath.join(level.path, entry.name)) { continue }
        guard FileNames.isSoundFile(entry.name) else {
          if ListFormat(fileName: entry.name) != nil {
            level.add(playlistFile: entry.name)
          } else if let kind = FileNames.unplayedKind(entry.name) {
            progress.notPlayed.add(kind)
          }
          continue
        }
        // If nothing is reported as it is found, they are taken from the database.
        let key = tellsFound ? NaturalKey.ofTrack(name: entry.name, disc: nil, track: nil) : entry.name
        files.append((key, entry.name))
      case .other: specials.add(VolumePath.join(level.path, entry.name))
      }
    }
    files.sort { $0.key.lexicographicallyPrecedes($1.key) }
    folders.sort { $1.key.lexicographicallyPrecedes($0.key) }
    level.folders = folders.map(\.name)
    if knowsFiles, !tellsFound { try ahead.prepare(levels, store, wantsRows: !usesDigests) }
    progress.found += files.count
    let isWhole = isAtEnd && !hasFailed && !level.isInPieces
    level.isInPieces = !isAtEnd
    try examine(files.map(\.name), in: level.path, level, isWhole: isWhole)
    if isAtEnd {
      level.stream = nil
      // Rows from a broken folder say nothing of the other files.
      if !hasFailed {
        playlistFiles.met(level.playlistFiles, in: level.path, leftOut: level.playlistFilesLeftOut)
      }
    }
  }

  // MARK: Files

  /// Some more files are done: hands over the batch so far, and reports progress.
  mutating func hasExamined(_ count: Int = 1) throws(StoreError) {
    progress.examined += count
    if pending.first?.answer.isGiven == true { try settle(atMost: pending.count - 1) }
    let now = Instant.now()
    if batch.isFull || (!batch.files.isEmpty && now - lastFlush > .seconds(1)) {
      try flush()
    }
    if now - lastProgress > .milliseconds(500) { reportProgress() }
  }

  /// - Returns: the sort key where the file can be played.
  mutating func open(
    _ file: FoundFile, in folder: [UInt8], known: KnownFile?
  ) throws(StoreError) -> [UInt8]? {
    let (path, name, status) = (file.path, file.name, file.status)
    progress.opened += 1
    let content: ScanBatch.File.Content
    var print: Int64?
    switch try facts(of: file) {
    case .details(var details):
      print = try self.print(of: details, file)
      PathTags.fill(&details, folder: folder, name: name)
      content = .details(details)
    case .unreadable(let reason):
      content = .unreadable(reason)
      progress.unreadable += 1
      warn(path, reason)
    case .failed:
      // Nothing is known of it: neither written nor taken for vanished.
      if let known { seen.insert(known.id) }
      return nil
    }
    let row = ScanBatch.File(
      folder: folder, name: name, sizeBytes: status.size, modifiedNanoseconds: status.modifiedNanoseconds,
      content: content, print: print, isNew: known == nil,
      isInDoubt: hasLargeSteps(status.modifiedNanoseconds)
        && RecentFiles.holds(status.modifiedNanoseconds, clock: WallClock.nanoseconds()))
    batch.append(row)
    guard case .details(let details) = content else { return nil }
    if tellsFound, !hasTold, !FileNames.isOfSounds(folder) {
      hasTold = true
      report(
        .first(
          Track(
            reference: TrackReference(volume: volume, path: path), sizeBytes: status.size,
            modified: .nanoseconds(status.modifiedNanoseconds), added: nil, details: details)))
      try flush()
    }
    return row.sortKey
  }

  mutating func facts(of file: FoundFile) throws(StoreError) -> FileProbeResult {
    let open: Descriptor
    do throws(SystemError) {
      open = try file.open(beneath: root)
    } catch {
      try note(error, file.path)
      return .failed(error)
    }
    let facts = read(open)
    if case .failed(let error) = facts { try note(error, file.path) } else { failuresInRow = 0 }
    return facts
  }

  // MARK: Failures of storage

  /// Runs `body`; nil where it failed in a way that concerns this path only.
  mutating func attempt<Value: ~Copyable>(
    _ path: @autoclosure () -> [UInt8], _ body: (Root) throws(SystemError) -> Value
  ) throws(StoreError) -> Value? {
    do throws(SystemError) {
      let value = try body(root)
      failuresInRow = 0
      return value
    } catch {
      try note(error, path())
      return nil
    }
  }

  mutating func note(_ error: SystemError, _ path: [UInt8]) throws(StoreError) {
    try checkCancelled()
    switch error.code {
    case .noSuchFile, .notDirectory, .crossDevice, .tooManyLinks, .noSuchDeviceOrAddress:
      return  // Gone meanwhile, or a link that leads nowhere or out of the volume.
    case .accessDenied, .notPermitted:
      progress.forbidden += 1
      return warn(path, "\(error.code)")  // Nothing there could be played either.
    case .nameTooLong: return warn(path, "\(error.code)")
    case .noSuchDevice: throw StoreError(error)
    default: break
    }
    isIncomplete = true
    progress.notRead += 1
    failuresInRow += 1
    warn(path, "\(error.code)")
    if failuresInRow >= Self.mostFailuresInRow { throw StoreError(error) }
  }

  mutating func warn(_ path: [UInt8], _ what: String) {
    warnings += 1
    if warnings > Self.mostWarnings { return }
    let name = path.isEmpty ? root.path : "\(root.path)/\(String(decoding: path, as: UTF8.self))"
    report(.warning("\(name): \(what)"))
    if warnings == Self.mostWarnings {
      report(.warning("\(root.path): further files with problems are not listed"))
    }
  }

  // MARK: Handing over

  /// Hands over the batch. The store writes it while the scan continues.
  mutating func flush() throws(StoreError) {
    lastFlush = .now()
    guard !batch.isEmpty else {
      try settle()
      tell(found)
      found = []
      return
    }
    var next = batch
    batch = ScanBatch()
    // Rows may change hands with it.
    if next.count > 0 { ahead = LookAhead() }
    if !knowsFiles || next.count == 0 {
      // Nothing was anywhere before.
      try settle(atMost: Self.mostPending - 1)
    } else {
      // All rows that were met have to be known.
      try settle()
      try findMoved(&next, seen: seen)
      try announceMoved(next)
    }
    pending.append(
      try PendingBatch(next, found: found, restores: renaming.restores, to: store, cancellation))
    found = []
  }

  /// Waits until at most this number of batches is left to be written.
  mutating func settle(atMost count: Int = 0) throws(StoreError) {
    while pending.count > count { try settle(pending.removeFirst()) }
  }

  /// Waits until it is written, and reports it.
  private mutating func settle(_ batch: PendingBatch) throws(StoreError) {
    let (written, rows, changed) = try write(batch)
    for id in rows { seen.insert(id) }
    if changed == 0 { return tell(written.found) }
    let moved = written.batch.moved
    if !moved.isEmpty { report(.moved(moved)) }
    let isFirst = !changedSinceTold && tellsFound && progress.examined < ScanBatch.most
    changedSinceTold = true
    let now = Instant.now()
    if isFirst || now - lastChange > .seconds(10) {
      lastChange = now
      changedSinceTold = false
      report(.changed)
    }
    tell(written.found)
    notIndexed += written.batch.files.count
    if notIndexed >= StoreChannel.mostIndexedIdly || now - lastIndexing > .seconds(5) {
      (notIndexed, lastIndexing) = (0, now)
      store.indexWhenIdle()
    }
  }

  /// Waits until it is written; if a backup was restored meanwhile, its files are looked up again, also those without a
  /// match before.
  private mutating func write(
    _ batch: PendingBatch
  ) throws(StoreError) -> (written: PendingBatch, rows: [Int64], changed: Int) {
    var batch = batch
    while true {
      if let (rows, changed) = try batch.rows(store) { return (batch, rows, changed) }
      knowsFiles = true
      renaming.forgetRows()
      renaming.restores = try store.perform { (store) throws(StoreError) in store.restores }
      var again = batch.batch
      again.displaced = []
      for index in again.files.indices {
        again.files[index].takesOver = nil
        again.files[index].keepsPrint = false
      }
      again.renamedFolders = []
      try findMoved(&again, seen: seen)
      try announceMoved(again)
      batch = try PendingBatch(
        again, found: batch.found, restores: renaming.restores, to: store, cancellation)
    }
  }

  private func tell(_ found: [TrackReference]) {
    for start in stride(from: 0, to: found.count, by: ScanBatch.most) {
      report(.found(Array(found[start..<min(start + ScanBatch.most, found.count)])))
    }
  }

  private mutating func reportProgress() {
    lastProgress = .now()
    let seconds = Double((lastProgress - began).nanoseconds) / 1e9
    progress.rate = seconds > 0 ? Double(progress.examined) / seconds : 0
    report(.progress(progress))
  }

  /// Marks the rows of files that the walk did not meet.
  private mutating func sweep() throws(StoreError) {
    let path = request.path
    let seen = seen
    let isGone = try store.perform { (store) throws(StoreError) in
      try store.sweepFile(path) { seen.contains($0) }
    }
    if isGone { changedSinceTold = true }
    var place: SweepPlace?
    repeat {
      try waitAtGate()
      let start = place
      let (next, marked) = try store.perform { (store) throws(StoreError) in
        try store.sweep(
          path, from: start, isWhole: { seen.contains(wholeFolder: $0) }, isHere: { seen.contains($0) })
      }
      place = next
      if marked > 0 { changedSinceTold = true }
    } while place != nil
  }
}
