public import Model

/// Folders of playlists over all volumes: folders of one name are one folder. Completions are called on the loop, once,
/// unless the request was cancelled.
public struct LibraryPlaylistFolders {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// The names of all folders, in natural order.
  @discardableResult
  public func all(completion: @escaping ([String]) -> Void) -> Query {
    library.playlists.whenKnown { completion(names) }
  }

  private var names: [String] {
    // By their bytes: texts that only look alike are names of their own.
    let names = Set(library.ordered.flatMap { $0.playlists.folders.map { Array($0.utf8) } })
    let keyed = names.map { (key: NaturalKey.ofFolder(name: $0, in: []), name: $0) }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      String(decoding: $0.name, as: UTF8.self)
    }
  }

  /// Makes a folder on the first volume, or changes one on each volume that has it.
  ///
  /// - Parameter completion: gets nil once the change would survive a power cut, else why it was not made.
  public func change(
    _ name: String, _ change: PlaylistFolderChange, completion: @escaping (Refusal?) -> Void
  ) {
    library.playlists.whenKnown {
      do throws(Refusal) {
        try begin(change, of: name, completion)
      } catch {
        completion(error)
      }
    }
  }

  private func begin(
    _ change: PlaylistFolderChange, of name: String, _ completion: @escaping (Refusal?) -> Void
  ) throws(Refusal) {
    let volumes = library.ordered
    let homes = volumes.filter { $0.playlists.hasFolder(name) }
    func isFree(_ name: String) -> Bool { !volumes.contains { $0.playlists.hasFolder(name) } }
    switch change {
    case .make:
      guard StoredPlaylist.isValid(newName: name) else { throw .badPlaylistName }
      guard homes.isEmpty else { throw .playlistFolderExists }
      guard let first = volumes.first else { throw .noVolume }
      return make(change, of: name, on: [first][...], completion)
    case .rename(let new):
      guard StoredPlaylist.isValid(newName: new) else { throw .badPlaylistName }
      guard !homes.isEmpty else { throw .noSuchPlaylistFolder }
      guard isFree(new) else { throw .playlistFolderExists }
    case .remove:
      guard !homes.isEmpty else { throw .noSuchPlaylistFolder }
    }
    make(change, of: name, on: homes[...], completion)
  }

  /// One volume after the other.
  private func make(
    _ change: PlaylistFolderChange, of name: String, on volumes: ArraySlice<MountedVolume>,
    _ completion: @escaping (Refusal?) -> Void
  ) {
    guard let volume = volumes.first else { return completion(nil) }
    library.ask(volume, { (store) throws(StoreError) in try store.playlists.folders.change(name, change) }) {
      switch $0 {
      case .success(nil):
        volume.playlists.apply(change, toFolder: name)
        library.playlists.listChanged()
        make(change, of: name, on: volumes.dropFirst(), completion)
      case .success(let refusal): completion(refusal)
      case .failure(let error): completion(Refusal(error))
      }
    }
  }
}
