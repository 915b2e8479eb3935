import Library
import Linux
import Model

/// A copy from one volume to another: a plan, then file by file in pieces, each a job of its own, so that backups and uploads
/// come in between. Loop thread only.
///
/// A file is written as an upload is: in the jukebox's own folder, flushed, and then renamed.
final class FileCopying: Query {
  private let library: MusicLibrary
  private let target: MountedVolume
  private let progress: (CopyReport) -> Void
  private let completion: (Result<CopyReport, Refusal>) -> Void
  private let cancellation = Cancellation()
  private var report = CopyReport()
  private var hasEnded = false
  /// The first names of the paths that were written.
  private var changed: Set<[UInt8]> = []

  /// Songs of one copy.
  private static let mostSongs = 100_000
  private static let pieceBytes = 256 << 10
  /// Bytes copied by one job.
  private static let jobBytes: Int64 = 8 << 20

  init(
    library: MusicLibrary, target: MountedVolume, progress: @escaping (CopyReport) -> Void,
    completion: @escaping (Result<CopyReport, Refusal>) -> Void
  ) {
    (self.library, self.target, self.progress, self.completion) = (library, target, progress, completion)
    super.init()
  }

  /// Ends it after the piece that is being written.
  override func cancel() {
    super.cancel()
    cancellation.cancel()
  }

  func start(_ uris: [String]) { collect(uris[...], []) }

  // MARK: The plan

  private func collect(_ uris: ArraySlice<String>, _ songs: [(root: Root, path: [UInt8])]) {
    guard let uri = uris.first else { return plan(songs) }
    guard let (volume, _) = library.place(of: uri) else { return end(.noSuchPath) }
    guard volume !== target else {
      return end(.failed(.badArgument, "\(uri) is on that volume already", about: uri))
    }
    library.catalogue.references(at: uri, limit: Self.mostSongs) { [self] result in
      switch result {
      case .failure(.queueFull):
        end(.failed(.limitReached, "More than \(Self.mostSongs) songs: copy folder by folder"))
      case .failure(.noSuchDirectory): end(.noSuchPath)
      case .failure(let refusal): end(refusal)
      case .success(let tracks):
        let found = tracks.compactMap { track in
          library.root(of: track.volume).map { (root: $0, path: track.path) }
        }
        collect(uris.dropFirst(), songs + found)
      }
    }
  }

  private func plan(_ songs: [(root: Root, path: [UInt8])]) {
    let cancellation = cancellation
    run { (target) throws(Refusal) in
      let root = target.root
      guard root.takesWrites(in: []) else { throw UploadFault.readOnly.refusal }
      let plan = try CopyPlan(songs, to: root) { cancellation.isCancelled }
      let deleted = try Trash(root).makeRoom(for: plan.bytes)
      FileEditor.tell(deleted, of: target, below: "", "space was needed for a copy")
      if let largest = plan.steps.max(by: { $0.bytes < $1.bytes }) {
        do throws(UploadFault) {
          try IncomingFiles.check(largest.bytes, promised: plan.bytes - largest.bytes, in: root)
        } catch {
          throw error.refusal
        }
      }
      return plan
    } then: { [self] (plan: CopyPlan) in
      (report.known, report.allBytes) = (plan.known, plan.bytes)
      copy(plan.steps[...], from: 0)
    }
  }

  // MARK: Files

  /// - Parameter offset: of the first file, where it is continued.
  private func copy(_ steps: ArraySlice<CopyPlan.Step>, from offset: Int64) {
    progress(report)
    guard let step = steps.first else { return end(nil) }
    let cancellation = cancellation
    run { (target) throws(Refusal) in
      try Self.copy(step, from: offset, to: target) { cancellation.isCancelled }
    } then: { [self] (done: Int64, placed: (path: [UInt8], isKnown: Bool)?) in
      report.doneBytes += done - offset
      guard let placed else { return copy(steps, from: done) }
      if placed.isKnown { report.known += 1 } else { report.copied += 1 }
      changed.insert(Array(placed.path.prefix { $0 != UInt8(ascii: "/") }))
      copy(steps.dropFirst(), from: 0)
    }
  }

  /// Copies a part of a file, and puts it in its place when it is whole.
  private static func copy(
    _ step: CopyPlan.Step, from offset: Int64, to target: VolumeAccess, isCancelled: () -> Bool
  ) throws(Refusal) -> (done: Int64, placed: (path: [UInt8], isKnown: Bool)?) {
    let (slot, root) = (IncomingFiles.copySlot, target.root)
    do {
      let source = try step.source.open(step.path)
      if offset == 0 { try IncomingFiles.begin(slot, step.bytes, promised: 0, in: root) }
      var done = offset
      while done < step.bytes, done - offset < jobBytes {
        target.waitForPlayback()
        if isCancelled() { throw UploadFault.gone }
        let piece = try source.bytes(pieceBytes, at: done)
        guard !piece.isEmpty, Int64(piece.count) <= step.bytes - done else {
          throw Refusal.failed(
            .notFound, "A file was changed while it was copied: \(EscapedName.text(for: step.path))")
        }
        try IncomingFiles.append(piece, to: slot, in: root)
        done += Int64(piece.count)
      }
      if done < step.bytes { return (done, nil) }
      let placed = try IncomingFiles.end(slot, at: step.place, in: root) { file in
        // If the volume refuses these, it has its own.
        try? file.takePermissions(of: source)
        try? file.setModified(nanoseconds: step.modifiedNanoseconds)
      }
      return (done, placed)
    } catch {
      IncomingFiles.drop(slot, in: root)
      if let refusal = error as? Refusal { throw refusal }
      if let fault = error as? UploadFault { throw fault.refusal }
      throw (error as? SystemError).map { Refusal(ofEdit: $0) } ?? Refusal(error)
    }
  }

  // MARK: The end

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeAccess) throws(Refusal) -> Value, then: @escaping (Value) -> Void
  ) {
    library.askFiles(of: target, work) { [self] (result: Result<Value, Refusal>) in
      switch result {
      case .success(let value): then(value)
      case .failure(let refusal): end(refusal)
      }
    }
  }

  /// The songs that were copied are scanned, whatever ended the copy.
  private func end(_ refusal: Refusal?) {
    guard !hasEnded else { return }
    hasEnded = true
    if let part = changed.first, !target.isLeaving, library.scans.hasPlace(on: target) {
      // A volume has one part of an update.
      library.scans.start([(target, changed.count == 1 ? part : [])])
    }
    let result: Result<CopyReport, Refusal> = refusal.map { .failure($0) } ?? .success(report)
    library.later { [completion] in completion(result) }
  }
}
