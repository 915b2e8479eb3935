public import Model

extension MusicLibrary {
  /// Rows that one job of a store thread sums up; they take less time than a window of whole tracks.
  private static let countingWindow = 3000

  /// Sums over all open volumes, of artists and albums over their union; read once and cached until tracks change.
  ///
  /// - Parameter completion: gets the failure of a volume that can't be read to its end, which is logged, too.
  @discardableResult
  public func counts(completion: @escaping (Result<Counts, Refusal>) -> Void) -> LibraryRequest {
    count { volumes, refusal in
      completion(refusal.map { .failure($0) } ?? .success(Counts(volumes)))
    }
  }

  /// Playable tracks of each open volume; without a volume that leaves meanwhile, or can't be read, which is logged.
  @discardableResult
  public func songCounts(completion: @escaping ([VolumeID: Int64]) -> Void) -> LibraryRequest {
    count { volumes, _ in
      completion(Dictionary(volumes.map { ($0.id, $0.counts.songs) }) { first, _ in first })
    }
  }

  private final class Counting {
    var found: [(id: VolumeID, counts: VolumeCounts)] = []
    /// What came of a volume that can't be read.
    var refusal: Refusal?
    /// Of the volume that is being counted.
    var current = VolumeCounts()
    let request = LibraryRequest()
  }

  private func count(
    _ completion: @escaping ([(id: VolumeID, counts: VolumeCounts)], Refusal?) -> Void
  ) -> LibraryRequest {
    let counting = Counting()
    count(ordered[...], counting) { completion(counting.found, counting.refusal) }
    return counting.request
  }

  private func count(
    _ volumes: ArraySlice<MountedVolume>, _ counting: Counting, _ completion: @escaping () -> Void
  ) {
    guard let volume = volumes.first else {
      return later { if !counting.request.isCancelled { completion() } }
    }
    guard let id = volume.info?.id, !volume.isLeaving else {
      return count(volumes.dropFirst(), counting, completion)
    }
    if let known = volume.counts {
      counting.found.append((id, known))
      return count(volumes.dropFirst(), counting, completion)
    }
    counting.current = VolumeCounts()
    count(volume, after: .min, since: volume.changes, counting) { [weak self] isWhole in
      if isWhole { counting.found.append((id, counting.current)) }
      self?.count(volumes.dropFirst(), counting, completion)
    }
  }

  /// - Parameters:
  ///   - changes: how often the volume's tracks had changed when the counting began.
  ///   - done: called with false for a volume that leaves or can't be read.
  private func count(
    _ volume: MountedVolume, after: Int64, since changes: Int, _ counting: Counting,
    _ done: @escaping (Bool) -> Void
  ) {
    ask(
      volume,
      { (store) throws(StoreError) in try store.counts(after: after, limit: Self.countingWindow) },
      request: counting.request
    ) { [weak self] result in
      switch result {
      case .success(let part):
        counting.current.add(part)
        if let next = part.next {
          self?.count(volume, after: next, since: changes, counting, done)
        } else {
          counting.current.cut()
          if volume.changes == changes { volume.counts = counting.current }
          done(true)
        }
      case .failure(let error):
        if !volume.isLeaving, error.kind != .closed {
          self?.tell(.warning("\(volume.path): cannot count the songs: \(error)"))
          counting.refusal = counting.refusal ?? Refusal(error)
        }
        done(false)
      }
    }
  }
}
