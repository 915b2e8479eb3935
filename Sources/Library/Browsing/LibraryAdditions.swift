public import Model

/// Finds songs, folders, streams and stations by the names by which clients add them to the queue. Completions are called on the
/// loop, once, unless the request was cancelled.
public struct LibraryAdditions {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// The track that is exactly `uri`, else the station of that name.
  @discardableResult
  public func track(at uri: String, completion: @escaping Completion<TrackReference>) -> Query {
    if let stream = TrackReference(url: uri) {
      return .answered(.success(stream), completion)
    }
    return library.catalogue.track(at: uri) { result in
      guard case .failure(.noSuchSong) = result else { return completion(result.map(\.reference)) }
      station(uri, otherwise: .noSuchSong, completion)
    }
  }

  /// All tracks at or below `uri` in natural order, `""` for the whole tree; else the station of that name. `.queueFull`
  /// if there are more than the queue takes.
  @discardableResult
  public func tracks(below uri: String, completion: @escaping Completion<[TrackReference]>) -> Query {
    library.catalogue.references(at: uri, limit: QueueLimits.entries) { result in
      guard case .failure(.noSuchDirectory) = result else { return completion(result) }
      station(uri, otherwise: .noSuchDirectory) { completion($0.map { [$0] }) }
    }
  }

  /// As `tracks(below:)`, for several paths in one step; nil for a path that needs a request of its own.
  /// - Parameter onlySongs: whether a folder counts as not found.
  @discardableResult
  public func tracks(
    belowEach uris: [String], onlySongs: Bool,
    completion: @escaping ([Result<[TrackReference], Refusal>?]) -> Void
  ) -> Query {
    let missing = onlySongs ? Refusal.noSuchSong : .noSuchDirectory
    return library.catalogue.references(atEach: uris, onlyTracks: onlySongs) { found in
      guard found.contains(.failure(missing)) else { return completion(found) }
      library.playlists.stations.all {
        let stations = (try? $0.get()) ?? []
        completion(
          zip(uris, found).map { uri, result in
            guard result == .failure(missing), let track = stations.track(named: uri) else { return result }
            return .success([track])
          })
      }
    }
  }

  private func station(
    _ name: String, otherwise missing: Refusal, _ completion: @escaping Completion<TrackReference>
  ) {
    library.playlists.stations.all { result in
      let track = ((try? result.get()) ?? []).track(named: name)
      completion(track.map { .success($0) } ?? .failure(missing))
    }
  }
}

extension [Station] {
  fileprivate func track(named name: String) -> TrackReference? {
    first { $0.name.utf8.elementsEqual(name.utf8) }?.item?.track
  }
}
