import Interchange
import Library
public import Model

/// Makes playlists from files of other programs. Completions are called on the loop, once.
public final class LibraryImports {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Makes a playlist of what a file says. Entries that no song here is are kept, too: as what the file says, in the
  /// place where the file would be.
  ///
  /// - Parameters:
  ///   - wanted: without a name, the file's own one counts. One that is taken gets a number.
  ///   - progress: called with how many entries are looked for, and how many there are.
  ///   - completion: called once the playlist would survive a power cut.
  @discardableResult
  public func make(
    _ wanted: ImportRequest, progress: @escaping (Int, Int) -> Void = { _, _ in },
    completion: @escaping Completion<ImportReport>
  ) -> Query {
    if let name = wanted.name, StoredPlaylist.isReserved(name: name) {
      return library.refuse(.ownPlaylistName(name), completion)
    }
    let request = LibraryRequest()
    switch preparation(of: wanted.source, request) {
    case .failure(let refusal): library.later { if !request.isCancelled { completion(.failure(refusal)) } }
    case .success(let (volume, content, place, own)):
      let preparing = PlaylistImport(
        content: content, place: place, name: wanted.name, ownName: own, volumes: library.access(for: request)
      )
      let done = ImportProgress()
      var isRunning = true
      let library = library
      func report() {
        if let (count, all) = done.news { progress(count, all) }
        if isRunning, !request.isCancelled { library.later(after: Self.progressPeriod) { report() } }
      }
      report()
      library.askFiles(of: volume, request: request) { (_) throws(Refusal) in
        try preparing.run(done)
      } completion: { [weak self] result in
        isRunning = false
        report()
        switch result {
        case .failure(let refusal): completion(.failure(refusal))
        case .success(let (report, entries)): self?.write(report, entries, completion)
        }
      }
    }
    return request
  }

  private static let progressPeriod = Duration.milliseconds(100)

  /// The source to read, and the volume on whose thread it is read.
  private func preparation(
    of source: ImportRequest.Source, _ request: LibraryRequest
  ) -> Result<(MountedVolume, PlaylistImport.Content, TrackMatching.Source?, name: String), Refusal> {
    switch source {
    case .file(let uri):
      guard let (volume, file) = library.playlists.files.file(at: uri) else {
        return .failure(.noSuchPlaylist)
      }
      return .success((volume, .file(file), file.source, Self.name(ofFile: uri)))
    case .bytes(let bytes, let format, let path):
      guard let volume = library.ordered.first else { return .failure(.noVolume) }
      let place = path.flatMap { self.place(onVolume: $0) }
      return .success(
        (
          volume, .bytes(bytes, format.flatMap { ListFormat(rawValue: $0) }), place,
          Self.name(ofFile: path ?? "")
        ))
    }
  }

  /// The place of a machine's path, if it is on a volume.
  private func place(onVolume path: String) -> TrackMatching.Source? {
    for volume in library.ordered {
      let root = volume.path.hasSuffix("/") ? volume.path : volume.path + "/"
      guard path.hasPrefix(root) else { continue }
      let rest = Array(path.utf8.dropFirst(root.utf8.count))
      if VolumePath.isValid(rest), let id = volume.info?.id {
        return TrackMatching.Source(volume: id, folder: VolumePath.split(rest).folder)
      }
    }
    return nil
  }

  private static func name(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  private func write(
    _ report: ImportReport, _ entries: [PlaylistEntry], _ completion: @escaping Completion<ImportReport>
  ) {
    var report = report
    library.playlists.make(
      entries, like: report.name,
      completion: passingRefusals(to: completion) { name in
        report.name = name
        completion(.success(report))
      })
  }
}
