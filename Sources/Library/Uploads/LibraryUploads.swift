import Linux
public import Model

/// Files that clients send. Completions are called on the loop, once.
public struct LibraryUploads {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Limit of files on their way at once; each has a slot, from 1.
  public static let most = IncomingFiles.most

  /// Whether a volume takes a file now.
  /// - Parameters:
  ///   - slot: begins the file there; nil: only looks.
  ///   - promised: bytes that other files will still take of the volume.
  public func begin(
    _ slot: Int?, bytes: Int64, promised: Int64, on volume: VolumeID,
    completion: @escaping (Refusal?) -> Void
  ) {
    upload(on: volume, { completion($0.failure) }) { root throws(UploadFault) in
      guard let slot else { return try IncomingFiles.check(bytes, promised: promised, in: root) }
      try IncomingFiles.begin(slot, bytes, promised: promised, in: root)
    }
  }

  /// - Parameter completion: gets why the file has ended, if it has.
  public func append(
    _ bytes: [UInt8], to slot: Int, on volume: VolumeID, completion: @escaping (Refusal?) -> Void
  ) {
    upload(on: volume, { completion($0.failure) }) { root throws(UploadFault) in
      try IncomingFiles.append(bytes, to: slot, in: root)
    }
  }

  /// Puts a file in its place; the library takes it in.
  /// - Parameter completion: gets where it is, and whether the same bytes were there already.
  public func end(
    _ slot: Int, at place: UploadPath, on volume: VolumeID,
    completion: @escaping Completion<(file: TrackReference, isKnown: Bool)>
  ) {
    upload(
      on: volume,
      { (result: Result<(path: [UInt8], isKnown: Bool), Refusal>) in
        if case .success(let placed) = result, !placed.isKnown {
          takeIn(place.kind == .picture ? place.folder : placed.path, of: volume)
        }
        completion(result.map { (TrackReference(volume: volume, path: $0.path), $0.isKnown) })
      }
    ) { root throws(UploadFault) in try IncomingFiles.end(slot, at: place, in: root) }
  }

  public func drop(_ slot: Int, on volume: VolumeID, completion: @escaping () -> Void) {
    upload(on: volume, { (_: Result<Void, Refusal>) in completion() }) { root throws(UploadFault) in
      IncomingFiles.drop(slot, in: root)
    }
  }

  private func upload<Value: Sendable>(
    on volume: VolumeID, _ completion: @escaping Completion<Value>,
    _ work: @escaping @Sendable (Root) throws(UploadFault) -> Value
  ) {
    library.askFiles(
      on: volume,
      { (access) throws(Refusal) in
        access.waitForPlayback()
        do throws(UploadFault) { return try work(access.root) } catch { throw error.refusal }
      }, completion: completion)
  }

  private static let retryPeriod = Duration.seconds(1)

  /// Scans a path, also where many scans wait already.
  private func takeIn(_ path: [UInt8], of volume: VolumeID) {
    guard let mounted = library.open(volume) else { return }
    guard library.scans.hasPlace(on: mounted) else {
      return library.later(after: Self.retryPeriod) { [weak library] in
        library?.uploads.takeIn(path, of: volume)
      }
    }
    library.scans.start([(mounted, path)])
  }
}
