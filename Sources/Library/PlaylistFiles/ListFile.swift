package import Interchange
import Linux
package import Model

/// A file on a volume that is a playlist by its name.
package struct ListFile: Sendable {
  let volume: VolumeID
  let root: Root
  let path: [UInt8]
  let format: ListFormat

  package var source: TrackMatching.Source {
    TrackMatching.Source(volume: volume, folder: VolumePath.split(path).folder)
  }

  /// Blocks on the storage.
  /// - Parameter refusesOthers: whether what is no playlist by its content is refused; else there is just nothing in it.
  package func read(refusingOthers refusesOthers: Bool = false) throws(Refusal) -> PlaylistFile {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let file = try root.open(path)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while bytes.count <= PlaylistFile.mostBytes {
        var span = buffer.mutableSpan
        guard let count = try file.read(into: &span), count > 0 else { break }
        bytes += buffer[..<count]
      }
    } catch {
      switch Refusal(ofFile: error) {
      case .volumeGone: throw .volumeGone
      case .system(let what): throw .system(what)
      default: throw .noSuchPlaylist
      }
    }
    if refusesOthers, let refusal = Refusal(noPlaylist: bytes, as: format) { throw refusal }
    return PlaylistFile(reading: bytes, as: format)
  }

  /// The songs of the file that are here, and how many are not. Blocks on the stores of all volumes.
  func entries(
    calledAs uri: String, on volumes: [VolumeAccess]
  ) throws(Refusal) -> (entries: [PlaylistEntry], missing: Int) {
    let file = try read()
    if file.entries.isEmpty, format == .cue {
      throw .failed(.nothingToPlay, "No audio track in \(uri)", about: uri)
    }
    let tracks = TrackMatching.tracks(file.entries.map { WantedTrack($0) }, on: volumes, from: source)
    let entries = zip(tracks, file.entries).compactMap { track, entry in
      (track ?? entry.stream).map { PlaylistEntry($0, entry.region, told: [SourceMetadata](entry)) }
    }
    let missing = file.entries.count - entries.count
    if entries.isEmpty, let first = file.entries.first {
      let what = missing == 1 ? "the song" : "any of the \(missing) songs"
      let why =
        "No file for \(what) in \(uri); the first is \(EscapedName.text(for: first.location.text.utf8))"
      throw .failed(.nothingToPlay, why, about: uri)
    }
    return (entries, missing)
  }
}

extension Refusal {
  /// Why no playlist is made of what a file holds; nil where it can be one.
  package init?(noPlaylist bytes: [UInt8], as format: ListFormat?) {
    guard let other = OtherContent(bytes, as: format) else { return nil }
    self = .badFile(
      "the file is not a playlist: it is \(other.rawValue)",
      other == .mixBoard ? .mixBoardFile : .notAPlaylist)
  }
}

extension ListedEntry {
  /// Stream that it names, if its location is in a network.
  package var stream: TrackReference? { location.start == .web ? TrackReference(url: location.text) : nil }

  /// The part that is meant, where that makes sense.
  package var region: Region {
    let region = Region(start: start ?? .zero, end: end)
    return region.isValid ? region : .whole
  }
}
