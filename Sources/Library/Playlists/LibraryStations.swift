public import Model

/// The radio stations that people keep: those of the playlist `Stations`, then those of the playlist files of that name at
/// the roots of the volumes. They are read again with each question, since files change without notice.
public struct LibraryStations {
  private unowned let library: MusicLibrary

  /// As many are read at most.
  static let most = 2000

  init(_ library: MusicLibrary) { self.library = library }

  /// - Parameter completion: gets a refusal where the playlist can't be read; a file may be gone with its stick.
  @discardableResult
  public func all(completion: @escaping Completion<[Station]>) -> Query {
    library.playlists.files.uris(
      completion: passingRefusals(to: completion) { [self] files in
        let lists = files.flatMap { volume, uris in
          let prefix = library.open(volume.id).map { library.prefix(of: $0) } ?? ""
          return uris.filter { Self.namesStations($0.dropFirst(prefix.count)) }
        }
        gather(from: ([Station.playlist] + lists)[...], [], completion)
      })
  }

  /// The first one of this name.
  public func named(_ name: String, completion: @escaping (Station?) -> Void) {
    all { result in
      completion(((try? result.get()) ?? []).first { $0.name.utf8.elementsEqual(name.utf8) })
    }
  }

  /// - Parameter path: below the volume's root.
  private static func namesStations(_ path: Substring) -> Bool {
    guard !path.contains("/"), let dot = path.lastIndex(of: ".") else { return false }
    return path[..<dot].lowercased() == Station.playlist.lowercased()
  }

  private func gather(
    from lists: ArraySlice<String>, after cursor: Cursor? = nil, at position: Int = 0,
    _ before: [Station], _ completion: @escaping Completion<[Station]>
  ) {
    guard let list = lists.first, before.count < Self.most else { return completion(.success(before)) }
    library.playlists.entries(of: list, after: cursor) { [self] result in
      var found = before
      switch result {
      case .failure(let refusal) where list == Station.playlist && refusal != .noSuchPlaylist:
        return completion(.failure(refusal))
      case .failure: break
      case .success(let page):
        for (offset, entry) in page.entries.enumerated() {
          guard let url = entry.track.url else { continue }
          let name = entry.told.first { $0.field == .name }?.text ?? url
          found.append(Station(list: list, position: position + offset, name: name, url: url))
        }
        if let next = page.next {
          return gather(
            from: lists, after: next, at: position + page.entries.count, found, completion)
        }
      }
      gather(from: lists.dropFirst(), found, completion)
    }
  }
}
