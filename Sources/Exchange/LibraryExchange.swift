public import Library

/// Playlists of other programs, and backups: parts beside the library that act on its events. Loop thread only.
public final class LibraryExchange {
  public let imports: LibraryImports
  public let sync: LibrarySync
  public let backups: LibraryBackups
  private let library: MusicLibrary

  /// - Parameter report: gets what came of a sync that nobody asked for, if that is worth a message.
  public init(_ library: MusicLibrary, report: @escaping (SyncReport) -> Void) {
    self.library = library
    imports = LibraryImports(library)
    sync = LibrarySync(library, report: report)
    backups = LibraryBackups(library, sync)
  }

  /// From the library.
  public func receive(_ event: LibraryEvent) {
    switch event {
    case .scanEnded(let id, _, nil):
      guard let volume = library.open(id) else { return }
      sync.scanEnded(on: volume)
      backups.makeIfDue(on: volume)
    case .playlistEdited(let id):
      if let volume = library.open(id) { sync.playlistsChanged(on: volume) }
    case .closed:
      sync.forgetVolumes()
      backups.forgetVolumes()
    default: break
    }
  }
}
