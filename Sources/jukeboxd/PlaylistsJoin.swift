import Control
import Library
import Player

/// The library's playlists as the protocol reads and changes them.
final class PlaylistsJoin: Playlists {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func playlists(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    Query(
      library.playlists { playlists in
        completion(playlists.map { PlaylistReport(name: $0.name, modified: $0.changed) })
      })
  }

  func entries(
    of name: String, after: Listing.Cursor?, skipping: Int, limit: Int,
    completion: @escaping (Result<PlaylistEntries, Refusal>) -> Void
  ) -> Query {
    Query(
      library.entries(
        ofPlaylist: name, after: after.flatMap { PlaylistCursor(bytes: $0.bytes) }, skipping: skipping,
        limit: limit
      ) { result in
        completion(
          result.map { page in
            PlaylistEntries(tracks: page.tracks, next: page.next.map { Listing.Cursor(bytes: $0.bytes) })
          }.mapError { Refusal($0) })
      })
  }

  func change(_ name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void) {
    library.change(playlist: name, change) { completion($0.map { Refusal($0) }) }
  }
}

extension Refusal {
  fileprivate init(_ refusal: PlaylistRefusal) {
    switch refusal {
    case .noSuchPlaylist: self = .noSuchPlaylist
    case .exists: self = .playlistExists
    case .badName: self = .badPlaylistName
    case .badIndex: self = .badSongIndex
    case .badRange: self = .badRange
    case .badPosition: self = .badPosition
    case .tooLarge: self = .playlistFull
    case .tooMany: self = .tooManyPlaylists
    case .badField: self = .badPlaylistField
    case .noSuchFolder: self = .noSuchPlaylistFolder
    case .folderExists: self = .playlistFolderExists
    case .tooManyFolders: self = .tooManyPlaylistFolders
    case .noVolume: self = .system("There is no volume to keep a playlist on")
    case .volumeGone: self = .volumeGone
    case .store(let error): self = .system("\(error)")
    }
  }
}
