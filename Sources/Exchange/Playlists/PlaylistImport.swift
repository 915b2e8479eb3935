import Interchange
import JSON
import Library
import Linux
import Model

/// How far the search for an import's songs has come. Any thread.
final class ImportProgress: Sendable {
  private let state = Guarded<(done: Int, count: Int, isNew: Bool)>((0, 0, false))

  func set(_ done: Int, of count: Int) { state.withLock { $0 = (done, count, true) } }

  /// Progress since the last call; nil if there was none.
  var news: (done: Int, count: Int)? {
    state.withLock { state in
      defer { state.isNew = false }
      return state.isNew ? (state.done, state.count) : nil
    }
  }
}

/// A file of another program that becomes a playlist: read and looked for on a thread that may block.
struct PlaylistImport: Sendable {
  enum Content: Sendable {
    case file(ListFile)
    case bytes([UInt8], ListFormat?)
  }

  let content: Content
  /// Location of the file, if it is on a volume.
  let place: TrackMatching.Source?
  /// Name of the new playlist; nil takes the one in the file, else `ownName`.
  let name: String?
  let ownName: String
  let volumes: [VolumeAccess]

  func run(_ progress: ImportProgress) throws(Refusal) -> (ImportReport, [PlaylistEntry]) {
    let file = try read()
    if let refusal = Refusal(nothingIn: file) { throw refusal }
    let wanted = file.entries.map { WantedTrack($0) }
    let found = TrackMatching.tracks(wanted, on: volumes, from: place) { progress.set($0, of: wanted.count) }
    let tracks = zip(found, file.entries).map { $0 ?? $1.stream }
    // Missing songs are looked for on the volume of most songs, or of the file, too.
    guard let home = place?.volume ?? mostCommonVolume(tracks) ?? volumes.first?.id else { throw .noVolume }
    let entries = zip(file.entries, zip(wanted, tracks)).map { entry, match in
      PlaylistEntry(entry, match.0, match.1, missingOn: home, in: place?.folder)
    }
    var report = ImportReport(
      name: name ?? file.title ?? ownName, entries: entries.count, unmatched: [], unmatchedCount: 0)
    report.leftOut = file.leftOut
    for (entry, track) in zip(file.entries, tracks) where track == nil {
      report.unmatchedCount += 1
      if report.unmatched.count < ImportReport.mostNamed { report.unmatched.append(entry.location.text) }
    }
    return (report, entries)
  }

  private func read() throws(Refusal) -> PlaylistFile {
    switch content {
    case .file(let file): return try file.read(refusingOthers: true)
    case .bytes(let bytes, let format):
      if let refusal = Refusal(noPlaylist: bytes, as: format) { throw refusal }
      return PlaylistFile(reading: bytes, as: format ?? ListFormat(guessing: bytes))
    }
  }

  private func mostCommonVolume(_ tracks: [TrackReference?]) -> VolumeID? {
    var counts: [VolumeID: Int] = [:]
    for case let track? in tracks where track.volume != .network { counts[track.volume, default: 0] += 1 }
    return volumes.map(\.id).max { counts[$0] ?? 0 < counts[$1] ?? 0 }
  }
}

extension Refusal {
  /// Why no playlist is made of what was read; nil where there is anything to put into one.
  fileprivate init?(nothingIn file: PlaylistFile) {
    guard file.entries.isEmpty else { return nil }
    let what = "the file contains no song"
    self = .badFile(
      file.leftOut.isDamaged ? "\(what): it is damaged, or ends before the first one" : what, .namesNoSong)
  }
}

extension PlaylistEntry {
  /// - Parameters:
  ///   - track: the one that is meant; nil where none here is.
  ///   - home: the volume on which it is looked for then.
  fileprivate init(
    _ entry: ListedEntry, _ wanted: WantedTrack, _ track: TrackReference?, missingOn home: VolumeID,
    in folder: [UInt8]?
  ) {
    let told = [SourceMetadata](entry)
    if let track {
      self.init(track, entry.region, told: told)
      return
    }
    self.init(
      TrackReference(volume: home, path: wanted.path(from: folder)), entry.region, told: told)
    // Other fields to find the song by.
    func kept(withTold: Bool) -> String? {
      var writer = JSONWriter()
      writer.object { writer in
        if entry.location.start != .untold { writer.pair("location", entry.location.text) }
        writer.pair("title", entry.title)
        writer.pair("artist", entry.artist)
        writer.pair("duration", wanted.duration.map { Double($0.microseconds) / 1e6 })
        guard withTold else { return }
        writer.key([SourceMetadata].key)
        told.write(to: &writer)
      }
      guard writer.bytes.count <= PlaylistEntry.mostExtraBytes else { return nil }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    extra = told.isEmpty ? kept(withTold: false) : kept(withTold: true) ?? kept(withTold: false)
  }
}
