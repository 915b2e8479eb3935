import Interchange
package import Model

/// Finds the tracks that files of other programs mean: by path, else by the file's name and as many parent folders as
/// agree, else by its other fields (`TrackCandidates`); without a location, by title and artist, and by the length if
/// it is stated. An ambiguous entry matches nothing. Tracks on the volume of the file come first, so that the result
/// does not depend on the other volumes. Blocks on the stores of all volumes; one that leaves meanwhile has no track.
package struct TrackMatching {
  /// Location of the file whose entries are matched.
  package struct Source: Hashable, Sendable {
    package let volume: VolumeID
    package let folder: [UInt8]

    package init(volume: VolumeID, folder: [UInt8]) {
      (self.volume, self.folder) = (volume, folder)
    }
  }

  private let wanted: [WantedTrack]
  private let source: Source?
  private let progress: (Int) -> Void

  private var found: [TrackReference?]
  /// Whether each track is still looked for.
  private var isOpen: [Bool]
  private var candidates: TrackCandidates
  /// By folded title.
  private var titled: [String: [Titled]] = [:]
  private let volumeCount: Int
  private var searchedCount = 0

  private typealias Titled = (track: TrackReference, song: TrackSearch.TitledTrack)

  /// Rows that one question goes through.
  private static let mostRows = 2000
  /// Limit of rows that are read, not only looked at in an index.
  private static let mostRowsRead = 500
  /// Tracks of one title that are looked at.
  private static let mostCandidates = 500

  /// - Parameter progress: called with how many are done.
  /// - Returns: a track for each that is wanted; nil where none is it.
  package static func tracks(
    _ wanted: [WantedTrack], on volumes: [VolumeAccess], from source: Source?,
    progress: @escaping (Int) -> Void = { _ in }
  ) -> [TrackReference?] {
    var matching = TrackMatching(wanted, source, volumeCount: volumes.count, progress)
    matching.find(
      own: volumes.filter { $0.id == source?.volume }, others: volumes.filter { $0.id != source?.volume })
    progress(wanted.count)
    return matching.found
  }

  private init(
    _ wanted: [WantedTrack], _ source: Source?, volumeCount: Int, _ progress: @escaping (Int) -> Void
  ) {
    self.wanted = wanted
    self.source = source
    self.progress = progress
    self.volumeCount = max(1, volumeCount)
    found = Array(repeating: nil, count: wanted.count)
    isOpen = Array(repeating: true, count: wanted.count)
    candidates = TrackCandidates(withTexts: wanted.contains { $0.title != nil || $0.artist != nil })
  }

  private mutating func find(own: [VolumeAccess], others: [VolumeAccess]) {
    findPaths(on: own, isRooted: false)
    if !own.isEmpty { findPaths(on: others, isRooted: true) }
    findNames(on: own)
    findSongs(on: own)
    findPaths(on: others, isRooted: false)
    findNames(on: others)
    findSongs(on: others)
  }

  // MARK: By path

  /// - Parameter isRooted: only those that are paths of this machine, which say on which volume they are.
  private mutating func findPaths(on volumes: [VolumeAccess], isRooted: Bool) {
    for volume in volumes {
      var rest = wanted.indices.filter { isOpen[$0] && (!isRooted || wanted[$0].location.start == .root) }[
        ...]
      while let first = rest.first {
        let part = rest.prefix(MusicLibrary.window)
        rest = rest.dropFirst(part.count)
        for (index, path) in zip(part, firstTracks(of: part, on: volume, isRooted: isRooted)) {
          guard let path else { continue }
          found[index] = TrackReference(volume: volume.id, path: path)
          isOpen[index] = false
        }
        if !isRooted { progress(((part.last ?? first) + 1 + wanted.count * searchedCount) / volumeCount) }
      }
      if !isRooted { searchedCount += 1 }
    }
  }

  private func firstTracks(of part: ArraySlice<Int>, on volume: VolumeAccess, isRooted: Bool) -> [[UInt8]?] {
    let paths = part.map { candidatePaths(wanted[$0], on: volume, isRooted: isRooted) }
    let anyType = part.map { wanted[$0].mayBeOfAnotherType }
    let found = try? volume.perform { (store) throws(StoreError) in
      var found = try store.trackSearch.firstTracks(of: paths)
      for (index, path) in found.enumerated() where path == nil && anyType[index] {
        for path in paths[index] where found[index] == nil {
          found[index] = try store.trackSearch.trackOfAnotherType(than: path)
        }
      }
      return found
    }
    return found ?? []
  }

  /// Returns the paths that a wanted track may have on a volume.
  private func candidatePaths(
    _ wanted: WantedTrack, on volume: VolumeAccess, isRooted: Bool
  ) -> [[UInt8]] {
    let location = wanted.location
    var result: [[[UInt8]]] = []
    for components in location.readings {
      switch location.start {
      case .web, .untold: continue
      case .here:
        if let source {
          guard source.volume == volume.id else { continue }
          let folder = source.folder.split(separator: UInt8(ascii: "/")).map(Array.init)
          if let path = Location.path(components, from: folder) { result.append(path) }
        }
        // As the jukebox's own clients name it.
        if components.first == Array(volume.name.utf8) {
          result.append(Array(components.dropFirst()))
        }
        if let path = Location.path(components, from: []) { result.append(path) }
      case .root:
        let mount = volume.path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        if components.starts(with: mount) { result.append(Array(components.dropFirst(mount.count))) }
        if !isRooted { result.append(components) }
      }
    }
    // A sheet is in the folder of its files, whatever path the ripper wrote.
    if wanted.mayBeOfAnotherType, let source, source.volume == volume.id {
      result.append(source.folder.split(separator: UInt8(ascii: "/")).map(Array.init) + [location.fileName])
    }
    let paths = result.map { Array($0.joined(separator: [UInt8(ascii: "/")])) }.filter {
      !$0.isEmpty && VolumePath.isValid($0)
    }
    guard let literal = wanted.literal, source == nil || source?.volume == volume.id else { return paths }
    // For a mere name, a file of that name anywhere comes before the path it would be as a location.
    return wanted.isName ? [literal] : [literal] + paths
  }

  // MARK: By name

  private mutating func findNames(on volumes: [VolumeAccess]) {
    var names: Set<String> = []
    for index in wanted.indices where isOpen[index] {
      for name in wanted[index].readings.compactMap(\.last) { names.insert(TrackCandidates.folded(name)) }
    }
    if names.isEmpty { return }
    candidates.removeAll()
    for volume in volumes { gather(names, on: volume) }
    for index in wanted.indices where isOpen[index] {
      switch candidates.choice(for: wanted[index]) {
      case .none: continue
      case .one(let track): found[index] = track
      // None elsewhere is meant rather than these.
      case .several: break
      }
      isOpen[index] = false
    }
  }

  private mutating func gather(_ names: Set<String>, on volume: VolumeAccess) {
    var place: TrackSearch.NamePlace?
    repeat {
      let page = try? volume.perform { [place] (store) throws(StoreError) in
        try store.trackSearch.tracks(named: names, after: place, limit: Self.mostRows)
      }
      for track in page?.found ?? [] { candidates.add(track, on: volume.id) }
      place = page?.next
    } while place != nil
  }

  // MARK: By title

  private mutating func findSongs(on volumes: [VolumeAccess]) {
    let titles = Set(wanted.indices.compactMap { isOpen[$0] ? wanted[$0].song?.title : nil })
    if titles.isEmpty { return }
    titled = [:]
    for volume in volumes { gather(titles: titles, on: volume) }
    chooseSongs()
  }

  private mutating func gather(titles: Set<String>, on volume: VolumeAccess) {
    var place: Int64? = .min
    while let after = place {
      let page = try? volume.perform { (store) throws(StoreError) in
        try store.trackSearch.tracks(titled: titles, after: after, limit: Self.mostRowsRead)
      }
      for track in page?.found ?? [] where titled[track.title]?.count ?? 0 < Self.mostCandidates {
        titled[track.title, default: []].append((TrackReference(volume: volume.id, path: track.path), track))
      }
      place = page?.next
    }
  }

  private mutating func chooseSongs() {
    for index in wanted.indices where isOpen[index] {
      guard let song = wanted[index].song, let alike = titled[song.title] else { continue }
      let duration = wanted[index].duration?.microseconds
      // A title alone says too little.
      if song.artist == nil, duration == nil { continue }
      var best = alike.filter { candidate in
        if let artist = song.artist, !candidate.song.artists.contains(artist) { return false }
        guard let duration, let length = candidate.song.durationMicroseconds else {
          return song.artist != nil
        }
        return TrackCandidates.isAbout(duration, length)
      }
      if best.count > 1, let album = song.album { best = best.filter { $0.song.album == album } }
      // At the limit there may be more of it.
      let isWhole = alike.count < Self.mostCandidates
      if isWhole { found[index] = TrackCandidates.sameSong(best.map { ($0.track, $0.song.print) }) }
      // None elsewhere is meant rather than these.
      if !isWhole || !best.isEmpty { isOpen[index] = false }
    }
  }
}
