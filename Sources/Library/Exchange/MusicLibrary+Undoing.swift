public import Model

/// Taking imports back. Completions are called on the loop.
extension MusicLibrary {
  /// Takes back what the last import of this box made, as far as nobody has changed it since. Where nothing of it is there,
  /// none before it is taken back in its place: the next undo does that, also where the refusal says that no volume knows of
  /// it (`importUnknown`).
  ///
  /// - Parameter completion: gets nil where there is nothing to undo.
  public func undoImport(completion: @escaping (Result<UndoReport?, Refusal>) -> Void) {
    guard let last = imports.steps.last else {
      return lastImports { steps in
        let other = steps.max { $0.step < $1.step }
        guard let name = other?.volume.info?.name else { return completion(.success(nil)) }
        completion(.failure(.importOfOthers(volume: name)))
      }
    }
    places(of: last) { [weak self] result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let places):
        self?.undo(last.number, places[...], UndoReport(), isKnown: false, completion)
      }
    }
  }

  /// A volume as a step names it, and the one that is asked for it.
  private typealias UndoPlace = (named: VolumeID, volume: MountedVolume)

  /// A volume whose database was rebuilt at another box is a different one for this box. Its backup has the imports
  /// made here: it stands for the one that is away.
  private func places(
    of step: ImportHistory.Step, _ completion: @escaping (Result<[UndoPlace], Refusal>) -> Void
  ) {
    let away = step.volumes.filter { open($0) == nil }
    func here() -> [UndoPlace] { step.volumes.compactMap { id in open(id).map { (named: id, volume: $0) } } }
    guard let missing = away.first else { return later { completion(.success(here())) } }
    let refusal = Refusal.importAway(volume: name(of: missing) ?? "")
    guard away.count == 1 else { return later { completion(.failure(refusal)) } }
    volumes(thatKnow: step) { [weak self] found in
      guard let self else { return completion(.failure(.volumeGone)) }
      // One that went or came meanwhile counts for the next one.
      guard step.volumes.allSatisfy({ $0 == missing || self.open($0) != nil }), found.count == 1 else {
        return completion(.failure(refusal))
      }
      completion(.success(here() + [(named: missing, volume: found[0])]))
    }
  }

  /// Of those that the step does not name.
  private func volumes(
    thatKnow step: ImportHistory.Step, _ completion: @escaping ([MountedVolume]) -> Void
  ) {
    let number = step.number
    var found: [MountedVolume] = []
    var open = 1
    func done() {
      open -= 1
      if open == 0 { completion(found) }
    }
    for volume in ordered {
      guard let id = volume.info?.id, !step.volumes.contains(id) else { continue }
      open += 1
      ask(volume, { (store) throws(StoreError) in try store.hasNotes(ofImport: number) }) { result in
        if (try? result.get()) == true { found.append(volume) }
        done()
      }
    }
    later { done() }
  }

  /// - Parameter isKnown: whether any of the volumes before knew of the step.
  private func undo(
    _ step: Int64, _ places: ArraySlice<UndoPlace>, _ report: UndoReport, isKnown: Bool,
    _ completion: @escaping (Result<UndoReport?, Refusal>) -> Void
  ) {
    guard let (named, volume) = places.first else {
      imports.forget(step)
      // Where that is not kept, the next one finds nothing of it.
      return keepImports(imports) { _ in
        guard !isKnown, let unknown = report.unknown.first else { return completion(.success(report)) }
        completion(.failure(.importUnknown(volume: unknown)))
      }
    }
    ask(volume, { (store) throws(StoreError) in try store.undo(import: step) }) { [weak self] result in
      switch result {
      case .failure(let error):
        // What was taken back on others is not asked for again.
        guard let self, isKnown else { return completion(.failure(Refusal(error))) }
        keepImports(imports) { _ in completion(.failure(Refusal(error))) }
      case .success(let undone):
        var report = report
        if let (removed, kept) = undone {
          report.removed += removed
          report.kept += kept
          self?.renewPlaylists(of: volume)
        } else {
          report.unknown.append(volume.info?.name ?? "")
        }
        self?.imports.remove(step, from: named)
        self?.undo(step, places.dropFirst(), report, isKnown: isKnown || undone != nil, completion)
      }
    }
  }
}
