import Control
import Library
import Model

/// A folder of the library as the protocol lists it.
final class FileListingJoin: FileListing {
  private let library: MusicLibrary
  private let reading: FolderReading

  init(library: MusicLibrary, reading: FolderReading) {
    self.library = library
    self.reading = reading
  }

  func next(_ limit: Int, completion: @escaping (Result<[FileReport], Refusal>) -> Void) -> Query {
    Query(
      library.next(of: reading, limit: limit) {
        completion(
          $0.map { $0.map { FileReport($0) } }.mapError { $0.naming(.noSuchDirectory) })
      })
  }
}

extension FileReport {
  init(_ entry: FileEntry) {
    let size: Int64? = if case .file(let bytes) = entry.kind { bytes } else { nil }
    self.init(
      name: EscapedName.text(for: entry.name), size: size, modified: entry.modified?.components.seconds)
  }
}
