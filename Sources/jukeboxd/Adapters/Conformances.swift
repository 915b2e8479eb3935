public import Control
public import Exchange
public import Library

// Parts of the library that answer the protocol themselves.
extension LibraryVolumes: VolumeList {}
extension LibraryCatalogue: Tracks {}
extension LibraryAdditions: Additions {}
extension LibraryCounts: Totals {}
extension LibraryFiles: FileContents {}
extension LibrarySounds: FileTags {}
extension LibraryPictures: Pictures {}
extension LibraryPlaylists: PlaylistEditing {}
extension LibraryPlaylistFolders: PlaylistFolderEditing {}
extension LibraryPlaylistFiles: PlaylistFiles {}
extension LibraryStations: Stations {}
extension LibraryImports: Imports {}
extension LibraryExchange: Exchange {}
extension LibraryPersonal: SongValues {}
extension LibraryCues: SongCues {}
extension LibraryListening: ListeningRecord {}
extension LibraryResumes: FolderResumes {}
extension LibraryStickers: ClientStickers {}
extension LibraryFolders: SourceFolders {}
