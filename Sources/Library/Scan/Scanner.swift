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
  let pace: ScanPace
  private let report: (ScanEvent) -> Void
  let isFAT: Bool

  /// Entries of a folder that are sorted and handled together.
  private static let mostInPiece = 2048
  /// Names that are looked up in the database together.
  static let mostLookedUp = 300

  private(set) var request = ScanRequest(path: [], rescan: false, job: 0)
  private var levels: [FolderLevel] = []
  var seen = SeenRows()
  private var playlistFiles = FoundPlaylistFiles()
  var pipe: BatchPipe
  var trouble: ScanTrouble
  private var exclusions = ScanExclusions(rules: FolderRules())
  var progress = ScanProgress()
  /// Whether every file found is reported, in order: this volume had no rows.
  var tellsFound = false
  private var hasTold = false
  /// Whether the volume's database has any row, so that files have to be looked up there.
  var knowsFiles = true
  /// Whether folders are known by their digests, so that their rows need not be looked at.
  private var usesDigests = false
  var ahead = LookAhead()
  private var began = Instant.now()
  private var lastProgress = Instant.now()

  init(
    root: Root, volume: VolumeID, store: StoreChannel, read: @escaping FileProber, gate: ScanGate,
    cancellation: Cancellation, isFAT: Bool, report: @escaping (ScanEvent) -> Void
  ) {
    self.root = root
    self.volume = volume
    self.store = store
    self.read = read
    pace = ScanPace(gate: gate, cancellation: cancellation, path: root.path)
    self.isFAT = isFAT
    self.report = report
    trouble = ScanTrouble(root: root, pace: pace, report: report)
    pipe = BatchPipe(store: store, cancellation: cancellation, report: report)
  }

  /// One scan from beginning to end; reports `ended` last.
  mutating func run(_ request: ScanRequest) {
    self.request = request
    do throws(StoreError) {
      try walk()
      try pipe.flush(&seen)
      try pipe.settle(&seen)
      let isOfAll = request.path.isEmpty
      // A missing file may be in a part that was not seen.
      if knowsFiles, trouble.isIncomplete || !isOfAll { try examineTwins() }
      progress.isWalkOver = true
      // Without known files none can be gone.
      if !trouble.isIncomplete, knowsFiles { try sweep() }
      let moves = MovedTracks(root: root, store: store, pace: pace, report: report)
      if try moves.reconcile(isOfAll: isOfAll && !trouble.isIncomplete) { pipe.hasChanged = true }
      if !trouble.isIncomplete { playlistFiles.metAll() }
      if try keep(playlistFiles) { pipe.hasChanged = true }
      if !trouble.isIncomplete {
        try store.perform { (store) throws(StoreError) in try store.scanCount.scanEnded(isOfAll: isOfAll) }
      }
      reportProgress()
      if let message = playlistFiles.message { report(.warning("\(root.path): \(message)")) }
      trouble.reportSkipped()
      if pipe.hasChanged { report(.changed) }
      report(.ended(request, nil))
    } catch {
      pipe.end(&seen)
      reportProgress()
      if pipe.hasChanged { report(.changed) }
      report(.ended(request, error))
    }
  }

  // MARK: Walking

  private mutating func walk() throws(StoreError) {
    let before = try store.perform { (store) throws(StoreError) in
      let wasScanned = try store.scanCount.wasScanned()
      return (
        try store.totals.lastCount(), wasScanned, try store.known.hasAny(),
        wasScanned ? try store.scanCount.check() : false, try store.folderRules.all()
      )
    }
    tellsFound = !before.1
    knowsFiles = before.2
    usesDigests = before.3 && !request.rescan
    exclusions = ScanExclusions(rules: before.4)
    (pipe.notesNew, pipe.isEarly) = (knowsFiles, tellsFound)
    let top = request.path
    progress.expected = before.1 && top.isEmpty ? Int(clamping: before.0) : nil
    let isFolder = try trouble.attempt(top) { (root) throws(SystemError) in
      try root.status(of: top).kind == .directory
    }
    let ignored = try exclusions.ignored(above: top, isFolder: isFolder != false, &trouble)
    if isFolder != true, try keepPlaylistFile(top, isHere: isFolder == false && ignored != nil) {
      pipe.hasChanged = true
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
    try enter(top, below: ignored.lists, isExcluded: ignored.isExcluded)
    while let level = levels.last {
      try pace.wait()
      if let next = level.folders.popLast() {
        let path = VolumePath.join(level.path, next)
        try enter(path, below: level.ignored, isExcluded: level.excludedFolders.remove(next) != nil)
        if levels.last === level { ahead.drop(path) }
      } else if level.stream != nil {
        try takePiece(of: level)
      } else {
        levels.removeLast()
      }
    }
  }

  /// - Parameters:
  ///   - above: the names that its parents skip.
  ///   - isExcluded: whether it is only the way to a folder that is included.
  private mutating func enter(
    _ path: [UInt8], below above: [IgnoreList], isExcluded: Bool
  ) throws(StoreError) {
    guard levels.count < VolumePath.deepest, path.count <= VolumePath.mostBytes else {
      return trouble.warn(path, "skipped: nested too deep")
    }
    let level = try trouble.attempt(path) { (root) throws(SystemError) in
      try FolderLevel(path: path, isExcluded: isExcluded, stream: try root.list(path))
    }
    guard let level else { return }
    let ignored = try exclusions.ignored(in: path, above, level, &trouble)
    level.ignored = ignored ?? above
    if ignored == nil, exclusions.rules[path] != true {
      guard exclusions.rules.hasIncluded(atOrBelow: path) else { return }
      level.isExcluded = true
    }
    // The same folder again above itself: a loop of bind mounts.
    if levels.contains(where: { $0.device == level.device && $0.inode == level.inode }) {
      return trouble.warn(path, "skipped: contains itself")
    }
    levels.append(level)
  }

  /// Reads on in the folder's listing and examines what it found; subfolders are left for later.
  private mutating func takePiece(of level: FolderLevel) throws(StoreError) {
    var files: [(key: [UInt8], name: [UInt8])] = []
    var folders: [(key: [UInt8], name: [UInt8])] = []
    var (isAtEnd, hasFailed) = (false, false)
    while !isAtEnd, files.count + folders.count < Self.mostInPiece {
      try pace.checkCancelled()
      let entry: DirectoryEntry?? = try trouble.attempt(level.path) { (_) throws(SystemError) in
        try level.stream?.next()
      }
      guard let entry = entry ?? nil else {
        (isAtEnd, hasFailed) = (true, entry == nil)
        break
      }
      if FileNames.isPassedOver(entry.name) { continue }
      let isFolder = entry.kind == .directory
      let isIgnored = exclusions.isPassedOver(
        entry.name, isFolder: isFolder, by: level.ignored, in: level.path, &trouble)
      if isFolder {
        let path = VolumePath.join(level.path, entry.name)
        guard let isExcluded = exclusions.isExcluded(path, byParent: level.isExcluded, isIgnored: isIgnored)
        else {
          continue
        }
        if isExcluded { level.excludedFolders.insert(entry.name) }
      } else if isIgnored || level.isExcluded {
        continue
      }
      switch entry.kind {
      case .directory: folders.append((NaturalKey.ofFolder(name: entry.name, in: []), entry.name))
      case .regular, .link:
        if entry.kind == .link, try trouble.passesOver(link: VolumePath.join(level.path, entry.name)) {
          continue
        }
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
      case .other: trouble.specials.add(VolumePath.join(level.path, entry.name))
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
    if isAtEnd { finish(level, hasFailed: hasFailed) }
  }

  private mutating func finish(_ level: FolderLevel, hasFailed: Bool) {
    level.stream = nil
    // Rows from a broken folder say nothing of the other files.
    if hasFailed { return }
    playlistFiles.met(level.playlistFiles, in: level.path, leftOut: level.playlistFilesLeftOut)
  }

  // MARK: Files

  /// Some more files are done: hands over the batch so far, and reports progress.
  mutating func hasExamined(_ count: Int = 1) throws(StoreError) {
    progress.examined += count
    pipe.isEarly = tellsFound && progress.examined < ScanBatch.most
    try pipe.goOn(&seen)
    if .now() - lastProgress > .milliseconds(500) { reportProgress() }
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
      trouble.warn(path, reason)
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
    pipe.batch.append(row)
    guard case .details(let details) = content else { return nil }
    if tellsFound, !hasTold, !FileNames.isOfSounds(folder) {
      hasTold = true
      report(
        .first(
          Track(
            reference: TrackReference(volume: volume, path: path), sizeBytes: status.size,
            modified: .nanoseconds(status.modifiedNanoseconds), added: nil, details: details)))
      try pipe.flush(&seen)
    }
    return row.sortKey
  }

  mutating func facts(of file: FoundFile) throws(StoreError) -> FileProbeResult {
    let open: Descriptor
    do throws(SystemError) {
      open = try file.open(beneath: root)
    } catch {
      try trouble.note(error, file.path)
      return .failed(error)
    }
    let facts = read(open)
    if case .failed(let error) = facts { try trouble.note(error, file.path) } else { trouble.works() }
    return facts
  }

  /// The fingerprint of a file; nil if it can't be read.
  mutating func print(of details: TrackDetails, _ file: FoundFile) throws(StoreError) -> Int64? {
    let size = file.status.size
    guard TrackFingerprint.needsEnds(details) else { return TrackFingerprint.of(details, sizeBytes: size) }
    let ends = try trouble.attempt(file.path) { (root) throws(SystemError) -> [UInt8] in
      let open = try file.open(beneath: root)
      return try TrackFingerprint.ends(of: open, sizeBytes: size)
    }
    return ends.map { TrackFingerprint.of(details, sizeBytes: size, ends: $0) }
  }

  /// More files are not looked at beside the walk.
  private static let mostTwins = 1000

  /// Looks at the files outside of what the walk has seen that may be its new files: they may have been moved from there.
  private mutating func examineTwins() throws(StoreError) {
    let twins = try store.perform { (store) throws(StoreError) in
      try store.fingerprints.presentTwins(limit: Self.mostTwins)
    }
    for twin in twins where !seen.contains(twin.id) {
      try pace.wait()
      let (folder, name) = VolumePath.split(twin.path)
      if try !isSame(twin.path, asAnyOf: twin.newPaths) { try examine([name], in: folder) }
      try pipe.flush(&seen)
      try pipe.settle(&seen)
      let seen = seen
      let isGone = try store.perform { (store) throws(StoreError) in
        try store.vanished.sweepFile(twin.path) { seen.contains($0) }
      }
      if isGone { pipe.hasChanged = true }
    }
  }

  /// Whether a path leads to one of some files: FAT finds a name in either case, and has no links.
  private mutating func isSame(_ path: [UInt8], asAnyOf others: [[UInt8]]) throws(StoreError) -> Bool {
    guard isFAT,
      let status = try trouble.attempt(path, { (root) throws(SystemError) in try root.status(of: path) })
    else {
      return false
    }
    for other in others {
      let found = try trouble.attempt(other) { (root) throws(SystemError) in try root.status(of: other) }
      if let found, found.device == status.device, found.inode == status.inode { return true }
    }
    return false
  }

  private mutating func reportProgress() {
    lastProgress = .now()
    let seconds = Double((lastProgress - began).nanoseconds) / 1e9
    progress.rate = seconds > 0 ? Double(progress.examined) / seconds : 0
    (progress.forbidden, progress.notRead) = (trouble.forbidden, trouble.notRead)
    report(.progress(progress))
  }

  /// Marks the rows of files that the walk did not meet.
  private mutating func sweep() throws(StoreError) {
    let path = request.path
    let seen = seen
    let isGone = try store.perform { (store) throws(StoreError) in
      try store.vanished.sweepFile(path) { seen.contains($0) }
    }
    if isGone { pipe.hasChanged = true }
    var place: SweepPlace?
    repeat {
      try pace.wait()
      let start = place
      let (next, marked) = try store.perform { (store) throws(StoreError) in
        try store.vanished.sweep(
          path, from: start, isWhole: { seen.contains(wholeFolder: $0) }, isHere: { seen.contains($0) })
      }
      place = next
      if marked > 0 { pipe.hasChanged = true }
    } while place != nil
  }
}
