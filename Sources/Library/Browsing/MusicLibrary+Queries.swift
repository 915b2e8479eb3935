public import Model

/// What is on the volumes. Completions are called on the loop, once, unless the request was cancelled.
extension MusicLibrary {
  /// Number of rows read by one job on a store thread, so that no other request waits long.
  public static let window = 300

  public var catalogue: LibraryCatalogue { LibraryCatalogue(self) }
  public var totals: LibraryCounts { LibraryCounts(self) }
  public var search: LibrarySearch { LibrarySearch(self) }
  public var folders: LibraryFolders { LibraryFolders(self) }

  // MARK: URIs

  /// Where a track stands in the tree that clients see: below the root for the first fixed folder, else below the
  /// volume's name. A track of a volume that is away keeps the URI that it had.
  /// - Returns: nil for a volume that was never seen.
  public func uri(of track: TrackReference) -> String? {
    if let url = track.url { return url }
    let path = EscapedName.text(for: track.path)
    if (top?.info?.id ?? rootVolume) == track.volume { return path }
    return name(of: track.volume).map { "\(EscapedName.text(for: $0.utf8))/\(path)" }
  }

  /// Which track or folder a URI names, whether it is there or not; nil for one on no open volume, and for the root
  /// of the tree.
  public func reference(of uri: String) -> TrackReference? {
    if let stream = TrackReference(url: uri) { return stream }
    guard let (volume, path) = place(of: uri), let info = volume.info else { return nil }
    return TrackReference(volume: info.id, path: path)
  }

  /// The volume and the path below its root; a volume's name comes before a folder of the same name.
  func place(of uri: String) -> (MountedVolume, [UInt8])? {
    let first = uri.prefix { $0 != "/" }
    let rest = uri.dropFirst(first.count + 1)
    let top = top
    for volume in ordered where volume !== top {
      guard let name = volume.info?.name, EscapedName.text(for: name.utf8) == first else { continue }
      guard let path = EscapedName.bytes(of: rest), VolumePath.isValid(path) else { return nil }
      return (volume, path)
    }
    guard let top, let path = EscapedName.bytes(of: uri), VolumePath.isValid(path) else { return nil }
    return (top, path)
  }

  /// What stands before a path of this volume in the tree that clients see.
  func prefix(of volume: MountedVolume) -> String {
    volume === top ? "" : "\(EscapedName.text(for: (volume.info?.name ?? "").utf8))/"
  }

  // MARK: What volumes carry

  /// The part of a queue that a volume carries, with who wrote it; nil where nobody ever did, and at once where `box`
  /// wrote it.
  public func carried(
    on volume: VolumeID, notBy box: [UInt8]? = nil,
    completion: @escaping (Result<CarriedQueue?, StoreError>) -> Void
  ) {
    guard let mounted = open(volume) else { return later { completion(.failure(.closed)) } }
    ask(
      mounted, { (store) throws(StoreError) in try store.carried.queue(notBy: box) }, completion: completion)
  }

  /// Lets a volume carry its part of the queue and of the position; only rows that differ are written.
  public func carry(
    _ queue: CarriedQueue, on volume: VolumeID, comparingPaths: Bool = false,
    completion: @escaping (StoreError?) -> Void
  ) {
    guard let mounted = open(volume) else { return later { completion(.closed) } }
    ask(mounted, { (store) throws(StoreError) in try store.carry(queue, comparingPaths: comparingPaths) }) {
      result in
      if case .failure(let error) = result { completion(error) } else { completion(nil) }
    }
  }

  // MARK: Answers that need no thread

  func refuse<Value>(
    _ refusal: Refusal, _ completion: @escaping (Result<Value, Refusal>) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    later { if !request.isCancelled { completion(.failure(refusal)) } }
    return request
  }
}
