package import Linux
package import Model

/// Folders of the volume that clients are listing. Failures of the files are answers and not errors: they don't concern the
/// database.
final class OpenFolders {
  private var folders: [ObjectIdentifier: OpenFolder] = [:]

  var count: Int { folders.count }

  func closeAll() { folders = [:] }

  /// A window of a folder's entries, in the file system's order. The folder stays open from the first window to the
  /// last, or until `close`.
  ///
  /// - Parameters:
  /// - key: identifies the listing.
  /// - path: where the listing begins; nil to continue it.
  func next(
    of key: ObjectIdentifier, from path: [UInt8]?, limit: Int, in root: Root
  ) -> Result<(entries: [FileReport], isAtEnd: Bool), Refusal> {
    do throws(SystemError) {
      if let path { folders[key] = try OpenFolder(path, in: root) }
      // The database was exchanged meanwhile, and all that was open went with it.
      guard let folder = folders[key] else { return .failure(.volumeGone) }
      let window = try folder.next(limit, in: root)
      if window.isAtEnd { folders[key] = nil }
      return .success(window)
    } catch {
      folders[key] = nil
      return .failure(Refusal(ofFile: error, missing: .noSuchDirectory))
    }
  }

  func close(_ key: ObjectIdentifier) { folders[key] = nil }
}

extension Refusal {
  /// Why a file or folder can't be read; `missing` if it is not there.
  package init(ofFile error: SystemError, missing: Refusal = .noSuchPath) {
    switch error.code {
    case .noSuchFile, .notDirectory, .isDirectory, .crossDevice, .tooManyLinks, .noSuchDeviceOrAddress,
      .nameTooLong, .invalidArgument:
      self = missing
    case .noSuchDevice: self = .volumeGone
    default: self = Refusal(system: error)
    }
  }
}
