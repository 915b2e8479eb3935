import Control
import Library
import Model

/// Which folders of the volumes the library has, as the protocol asks for it.
final class SourceFoldersAdapter: SourceFolders {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func sources(completion: @escaping ([FolderReport]) -> Void) -> Query {
    Query(library.folders.sources { completion($0.map(FolderReport.init)) })
  }

  func folders(named text: String, limit: Int, completion: @escaping ([FolderReport]) -> Void) -> Query {
    Query(library.folders.lookup(text, limit: limit) { completion($0.map(FolderReport.init)) })
  }

  func setIncluded(
    _ isIncluded: Bool, folder uri: String, completion: @escaping (Result<UInt32, Refusal>) -> Void
  ) -> Query {
    Query(library.folders.setIncluded(isIncluded, folder: uri, completion: completion))
  }
}

extension FolderReport {
  fileprivate init(_ found: LibraryFolders.Found) {
    self.init(
      uri: found.uri, rule: found.folder.rule, isExcluded: found.folder.isExcluded,
      songs: found.folder.tracks,
      duration: found.folder.duration)
  }
}
