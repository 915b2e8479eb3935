public import Model

/// The volumes that are there, as clients see them. Loop thread only.
public struct LibraryVolumes {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// In the order of the tree.
  public var reports: [VolumeReport] {
    let top = library.mounts.topVolume
    return library.volumes.map { volume in
      var report = VolumeReport(
        name: EscapedName.text(for: volume.name.utf8), path: EscapedName.text(for: volume.path.utf8),
        isRoot: volume.id == top, isFixed: volume.isFixed, isReadOnly: volume.isCopy)
      report.isIndexed = library.scans.isIndexed(volume.id)
      report.notPlayed = library.scans.notPlayed(on: volume.id)
      return report
    }
  }

  public var version: [UInt64] { library.version }

  /// The names of volumes that the box has seen and that are not here, as they stand in URIs.
  public var absentNames: Set<String> {
    Set(library.mounts.absentNames.map { EscapedName.text(for: $0.utf8) })
  }

  /// - Parameter completion: gets them with how many songs each has, and their space.
  public func counted(completion: @escaping ([VolumeReport]) -> Void) -> Query {
    library.totals.songCounts { songs in library.health.spaces { completion(reports(songs, $0)) } }
  }

  private func reports(_ songs: [VolumeID: Int64], _ spaces: [VolumeID: VolumeSpace]) -> [VolumeReport] {
    zip(reports, library.volumes).map { report, volume in
      var report = report
      report.songs = songs[volume.id].map { Int(clamping: $0) }
      report.freeBytes = spaces[volume.id]?.free
      report.totalBytes = spaces[volume.id]?.total
      return report
    }
  }
}
