import Interchange
import Player

/// Finds the tracks that files of other programs mean: by path, else by the file's name and as many of the folders above
/// it as agree, else by the length as well; where a file says no place, by title and artist, and by the length where it is
/// told. What could be several is none. Loop thread only.
final class TrackMatching {
  /// Where the file lies that means them.
  typealias Source = (volume: MountedVolume, folder: [UInt8])

  private let library: MusicLibrary
  private let wanted: [WantedTrack]
  private let source: Source?
  private let volumes: [MountedVolume]
  private let request: LibraryRequest
  private let progress: (Int) -> Void
  private let completion: ([TrackReference?]) -> Void

  private var found: [TrackReference?]
  /// By folded name.
  private var candidates: [String: [Candidate]] = [:]
  private var names: [Int: String] = [:]
  /// By folded title.
  private var titled: [String: [Titled]] = [:]

  private typealias Titled = (track: TrackReference, song: VolumeStore.TitledTrack)

  private struct Candidate {
    let track: TrackReference
    let durationMicroseconds: Int64?
    /// Of the folders, the innermost first.
    let folders: [[UInt8]]
  }

  /// Tracks of one name that are looked at; a library of a hundred audio books has as many that are called "01.mp3".
  private static let mostCandidates = 500
  /// Rows that one question goes through.
  private static let mostRows = 2000
  /// Of such as are read and not only looked at in an index.
  private static let mostRowsRead = 500
  /// By as much may what is told of a length differ from it.
  private static let tolerance: Int64 = 2_500_000

  /// - Parameters:
  ///   - progress: called with how many are done.
  ///   - completion: gets a track for each that is wanted; nil where none is it. Not called once `request` is cancelled.
  init(
    _ library: MusicLibrary, _ wanted: [WantedTrack], from source: Source?, request: LibraryRequest,
    progress: @escaping (Int) -> Void, completion: @escaping ([TrackReference?]) -> Void
  ) {
    self.library = library
    self.wanted = wanted
    self.source = source
    self.request = request
    self.progress = progress
    self.completion = completion
    found = Array(repeating: nil, count: wanted.count)
    let ordered = library.ordered
    volumes = ordered.filter { $0 === source?.volume } + ordered.filter { $0 !== source?.volume }
  }

  func start() { library.later { self.findPaths(on: self.volumes[...], from: 0) } }

  // MARK: By path

  private func findPaths(on volumes: ArraySlice<MountedVolume>, from start: Int) {
    if request.isCancelled { return }
    guard let volume = volumes.first else { return findNames() }
    let part = Array(
      wanted.indices[start...].lazy.filter { self.found[$0] == nil }.prefix(MusicLibrary.window))
    guard let last = part.last, let id = volume.info?.id else {
      return findPaths(on: volumes.dropFirst(), from: 0)
    }
    let paths = part.map { candidatePaths(wanted[$0], on: volume) }
    library.ask(volume, { (store) throws(StoreError) in try store.firstTracks(of: paths) }, request: request)
    {
      result in
      for (index, path) in zip(part, (try? result.get()) ?? []) {
        if let path { self.found[index] = TrackReference(volume: id, path: path) }
      }
      self.progress((last + 1) * (self.volumes.count - volumes.count + 1) / max(1, self.volumes.count))
      self.findPaths(on: volumes, from: last + 1)
    }
  }

  /// What a wanted track's path would be on a volume.
  private func candidatePaths(_ wanted: WantedTrack, on volume: MountedVolume) -> [[UInt8]] {
    let location = wanted.location
    var result: [[[UInt8]]] = []
    for components in [location.components, location.unixComponents].compactMap(\.self) {
      switch location.start {
      case .web, .untold: continue
      case .here:
        if let source {
          guard source.volume === volume else { continue }
          let folder = source.folder.split(separator: UInt8(ascii: "/")).map(Array.init)
          if let path = Location.path(components, from: folder) { result.append(path) }
        }
        // As the jukebox's own clients name it.
        if let name = volume.info?.name, components.first == Array(name.utf8) {
          result.append(Array(components.dropFirst()))
        }
        if let path = Location.path(components, from: []) { result.append(path) }
      case .root:
        let mount = volume.path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        if components.starts(with: mount) { result.append(Array(components.dropFirst(mount.count))) }
        result.append(components)
      }
    }
    return result.map { Array($0.joined(separator: [UInt8(ascii: "/")])) }.filter {
      !$0.isEmpty && VolumePath.isValid($0)
    }
  }

  // MARK: By name

  private func findNames() {
    for index in wanted.indices
    where found[index] == nil && wanted[index].location.start != .web && wanted[index].song == nil {
      names[index] = String(decoding: FoldedName.fold(wanted[index].location.fileName), as: UTF8.self)
    }
    guard !names.isEmpty else { return findSongs() }
    findNames(Set(names.values), on: volumes[...], after: nil)
  }

  private func findNames(
    _ names: Set<String>, on volumes: ArraySlice<MountedVolume>, after place: VolumeStore.NamePlace?
  ) {
    if request.isCancelled { return }
    guard let volume = volumes.first else { return choose() }
    guard let id = volume.info?.id else { return findNames(names, on: volumes.dropFirst(), after: nil) }
    library.ask(
      volume,
      { (store) throws(StoreError) in try store.tracks(named: names, after: place, limit: Self.mostRows) },
      request: request
    ) { result in
      guard case .success(let (found, next)) = result else {
        return self.findNames(names, on: volumes.dropFirst(), after: nil)
      }
      for track in found where self.candidates[track.name]?.count ?? 0 < Self.mostCandidates {
        self.candidates[track.name, default: []].append(
          Candidate(
            track: TrackReference(volume: id, path: track.path),
            durationMicroseconds: track.durationMicroseconds,
            folders: Self.folders(track.path)))
      }
      if let next {
        self.findNames(names, on: volumes, after: next)
      } else {
        self.findNames(names, on: volumes.dropFirst(), after: nil)
      }
    }
  }

  private static func folders(_ path: [UInt8]) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).dropLast().reversed().map { FoldedName.fold($0) }
  }

  private func choose() {
    for (index, name) in names {
      guard let named = candidates[name] else { continue }
      let folders = wanted[index].location.components.dropLast().reversed().map { FoldedName.fold($0) }
      func agreeing(_ candidate: Candidate) -> Int {
        zip(candidate.folders, folders).prefix { $0 == $1 }.count
      }
      let most = named.map(agreeing).max() ?? 0
      var best = named.filter { agreeing($0) == most }
      if best.count > 1, let duration = wanted[index].duration?.microseconds {
        best = best.filter { candidate in
          candidate.durationMicroseconds.map { Self.isAbout(duration, $0) } ?? false
        }
        // The same song in several places is the same song.
        best = Array(best.sorted { $0.track.path.lexicographicallyPrecedes($1.track.path) }.prefix(1))
      }
      if best.count == 1 { found[index] = best[0].track }
    }
    candidates = [:]
    findSongs()
  }

  private static func isAbout(_ told: Int64, _ known: Int64) -> Bool {
    // A database may say any number.
    let (distance, isBeyond) = known.subtractingReportingOverflow(told)
    return !isBeyond && distance.magnitude <= tolerance.magnitude
  }

  // MARK: By title

  private func findSongs() {
    let titles = Set(wanted.compactMap { $0.song?.title })
    if titles.isEmpty { return finish() }
    findSongs(titles, on: volumes[...], after: .min)
  }

  private func findSongs(_ titles: Set<String>, on volumes: ArraySlice<MountedVolume>, after row: Int64) {
    if request.isCancelled { return }
    guard let volume = volumes.first else { return chooseSongs() }
    guard let id = volume.info?.id else {
      return findSongs(titles, on: volumes.dropFirst(), after: .min)
    }
    library.ask(
      volume,
      { (store) throws(StoreError) in try store.tracks(titled: titles, after: row, limit: Self.mostRowsRead)
      },
      request: request
    ) { result in
      guard case .success(let (found, next)) = result else {
        return self.findSongs(titles, on: volumes.dropFirst(), after: .min)
      }
      for track in found where self.titled[track.title]?.count ?? 0 < Self.mostCandidates {
        self.titled[track.title, default: []].append((TrackReference(volume: id, path: track.path), track))
      }
      if let next {
        self.findSongs(titles, on: volumes, after: next)
      } else {
        self.findSongs(titles, on: volumes.dropFirst(), after: .min)
      }
    }
  }

  private func chooseSongs() {
    for index in wanted.indices {
      guard let song = wanted[index].song, let alike = titled[song.title],
        // Who knows whether there are more of it.
        alike.count < Self.mostCandidates
      else { continue }
      let duration = wanted[index].duration?.microseconds
      // A title alone says too little.
      if song.artist == nil, duration == nil { continue }
      var best = alike.filter { candidate in
        if let artist = song.artist, !candidate.song.artists.contains(artist) { return false }
        guard let duration, let length = candidate.song.durationMicroseconds else {
          return song.artist != nil
        }
        return Self.isAbout(duration, length)
      }
      if best.count > 1, let album = song.album { best = best.filter { $0.song.album == album } }
      if best.count == 1 { found[index] = best[0].track }
    }
    finish()
  }

  private func finish() {
    if request.isCancelled { return }
    progress(wanted.count)
    completion(found)
  }
}
