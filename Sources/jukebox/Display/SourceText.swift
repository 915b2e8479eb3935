import Client

/// Folders of volumes, and whether the library has them, as a list.
enum SourceText {
  static func lines(_ folders: [SourceFolder]) -> [String] {
    let names = folders.map { $0.folder.isEmpty ? "/" : $0.folder }
    let width = Columns.widest(names)
    return zip(folders, names).map { folder, name in
      let songs = StatusText.count(folder.songs, "song")
      let state =
        folder.isExcluded
        ? "excluded" + (folder.songs > 0 ? ", \(songs) included below" : "")
        : (folder.rule == nil ? "" : "included, ") + songs
      return "\(Columns.pad(name, width))  \(state)"
    }
  }
}
