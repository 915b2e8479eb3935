import Interchange
import Model

/// Finds the tracks that files of other programs mean: by path, else by the file's name and as many parent folders as
/// agree, else by its other fields (`TrackCandidates`); without a location, by title and artist, and by the length if
/// it is stated. An ambiguous entry matches nothing. Tracks on the volume of the file come first, so that the result
/// does not depend on the other volumes. Loop thread only.
final class TrackMatching {
  /// Where the file lies that means them.
  typealias Source = (volume: MountedVolume, folder: [UInt8])

  private enum Step {
    /// Looks for the paths; of `isRooted` only those of this machine, which say on which volume they are.
    case paths([MountedVolume], isRooted: Bool)
    case names([MountedVolume])
    case songs([MountedVolume])
  }

  private let library: MusicLibrary
  private let wanted: [WantedTrack]
  private let source: Source?
  private let steps: [Step]
  private let request: LibraryRequest
  private let progress: (Int) -> Void
  private let completion: ([TrackReference?]) -> Void

  private var found: [TrackReference?]
  /// What is still looked for.
  private var isOpen: [Bool]
  private var candidates: TrackCandidates
  /// By folded title.
  private var titled: [String: [Titled]] = [:]
  private let volumeCount: Int
  private var searchedCount = 0

  private typealias Titled = (track: TrackReference, song: VolumeStore.TitledTrack)

  /// Rows that one question goes through.
  private static let mostRows = 2000
  /// Of such as are read and not only looked at in an index.
  private static let mostRowsRead = 500
  /// Tracks of one title that are looked at.
  private static let mostCandidates = 500

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
    isOpen = Array(repeating: true, count: wanted.count)
    candidates = TrackCandidates(withTexts: wanted.contains { $0.title != nil || $0.artist != nil })
    let ordered = library.ordered
    let own = ordered.filter { $0 === source?.volume }
    let others = ordered.filter { $0 !== source?.volume }
    volumeCount = max(1, ordered.count)
    var steps: [Step] = []
    if !own.isEmpty {
      steps.append(.paths(own, isRooted: false))
      if !others.isEmpty { steps.append(.paths(others, isRooted: true)) }
      steps += [.names(own), .songs(own)]
    }
    if !others.isEmpty { steps += [.paths(others, isRooted: false), .names(others), .songs(others)] }
    self.steps = steps
  }

  func start() { library.later { self.carryOut(self.steps[...]) } }

  private func carryOut(_ steps: ArraySlice<Step>) {
    if request.isCancelled { return }
    let then = { self.carryOut(steps.dropFirst()) }
    switch steps.first {
    case .paths(let volumes, let isRooted)?: findPaths(on: volumes[...], from: 0, isRooted: isRooted, then)
    case .names(let volumes)?: findNames(on: volumes, then)
    case .songs(let volumes)?: findSongs(on: volumes, then)
    case nil:
      progress(wanted.count)
      completion(found)
    }
  }

  // MARK: By path

  private func findPaths(
    on volumes: ArraySlice<MountedVolume>, from start: Int, isRooted: Bool, _ then: @escaping () -> Void
  ) {
    if request.isCancelled { return }
    guard let volume = volumes.first else { return then() }
    let part = Array(
      wanted.indices[start...].lazy.filter {
        self.isOpen[$0] && (!isRooted || self.wanted[$0].location.start == .root)
      }.prefix(MusicLibrary.window))
    guard let last = part.last, let id = volume.info?.id else {
      if !isRooted { searchedCount += 1 }
      return findPaths(on: volumes.dropFirst(), from: 0, isRooted: isRooted, then)
    }
    let paths = part.map { candidatePaths(wanted[$0], on: volume, isRooted: isRooted) }
    let anyType = part.map { wanted[$0].mayBeOfAnotherType }
    library.ask(
      volume,
      { (store) throws(StoreError) in
        var found = try store.firstTracks(of: paths)
        for (index, path) in found.enumerated() where path == nil && anyType[index] {
          for path in paths[index] where found[index] == nil {
            found[index] = try store.trackOfAnotherType(than: path)
          }
        }
        return found
      }, request: request
    ) { result in
      for (index, path) in zip(part, (try? result.get()) ?? []) {
        guard let path else { continue }
        self.found[index] = TrackReference(volume: id, path: path)
        self.isOpen[index] = false
      }
      if !isRooted {
        self.progress((last + 1 + self.wanted.count * self.searchedCount) / self.volumeCount)
      }
      self.findPaths(on: volumes, from: last + 1, isRooted: isRooted, then)
    }
  }

  /// What a wanted track's path would be on a volume.
  private func candidatePaths(
    _ wanted: WantedTrack, on volume: MountedVolume, isRooted: Bool
  ) -> [[UInt8]] {
    let location = wanted.location
    var result: [[[UInt8]]] = []
    for components in location.readings {
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
        if !isRooted { result.append(components) }
      }
    }
    // A sheet is in the folder of its files, whatever path the ripper wrote.
    if wanted.mayBeOfAnotherType, let source, source.volume === volume {
      result.append(source.folder.split(separator: UInt8(ascii: "/")).map(Array.init) + [location.fileName])
    }
    let paths = result.map { Array($0.joined(separator: [UInt8(ascii: "/")])) }.filter {
      !$0.isEmpty && VolumePath.isValid($0)
    }
    guard let literal = wanted.literal, source == nil || source?.volume === volume else { return paths }
    // Where that is a name, a file of that name anywhere comes before what it would be as a location.
    return wanted.isName ? [literal] : [literal] + paths
  }

  // MARK: By name

  private func findNames(on volumes: [MountedVolume], _ then: @escaping () -> Void) {
    var names: Set<String> = []
    for index in wanted.indices where isOpen[index] {
      for name in wanted[index].readings.compactMap(\.last) { names.insert(TrackCandidates.folded(name)) }
    }
    if names.isEmpty { return then() }
    candidates.removeAll()
    gather(names, on: volumes[...], after: nil) {
      for index in self.wanted.indices where self.isOpen[index] {
        switch self.candidates.choice(for: self.wanted[index]) {
        case .none: continue
        case .one(let track): self.found[index] = track
        // None elsewhere is meant rather than these.
        case .several: break
        }
        self.isOpen[index] = false
      }
      then()
    }
  }

  private func gather(
    _ names: Set<String>, on volumes: ArraySlice<MountedVolume>, after place: VolumeStore.NamePlace?,
    _ then: @escaping () -> Void
  ) {
    if request.isCancelled { return }
    guard let volume = volumes.first else { return then() }
    guard let id = volume.info?.id else {
      return gather(names, on: volumes.dropFirst(), after: nil, then)
    }
    library.ask(
      volume,
      { (store) throws(StoreError) in try store.tracks(named: names, after: place, limit: Self.mostRows) },
      request: request
    ) { result in
      guard case .success(let (found, next)) = result else {
        return self.gather(names, on: volumes.dropFirst(), after: nil, then)
      }
      for track in found { self.candidates.add(track, on: id) }
      self.gather(names, on: next == nil ? volumes.dropFirst() : volumes, after: next, then)
    }
  }

  // MARK: By title

  private func findSongs(on volumes: [MountedVolume], _ then: @escaping () -> Void) {
    let titles = Set(wanted.indices.compactMap { isOpen[$0] ? wanted[$0].song?.title : nil })
    if titles.isEmpty { return then() }
    titled = [:]
    gather(titles: titles, on: volumes[...], after: .min) {
      self.chooseSongs()
      then()
    }
  }

  private func gather(
    titles: Set<String>, on volumes: ArraySlice<MountedVolume>, after row: Int64, _ then: @escaping () -> Void
  ) {
    if request.isCancelled { return }
    guard let volume = volumes.first else { return then() }
    guard let id = volume.info?.id else {
      return gather(titles: titles, on: volumes.dropFirst(), after: .min, then)
    }
    library.ask(
      volume,
      { (store) throws(StoreError) in try store.tracks(titled: titles, after: row, limit: Self.mostRowsRead)
      },
      request: request
    ) { result in
      guard case .success(let (found, next)) = result else {
        return self.gather(titles: titles, on: volumes.dropFirst(), after: .min, then)
      }
      for track in found where self.titled[track.title]?.count ?? 0 < Self.mostCandidates {
        self.titled[track.title, default: []].append((TrackReference(volume: id, path: track.path), track))
      }
      self.gather(
        titles: titles, on: next == nil ? volumes.dropFirst() : volumes, after: next ?? .min, then)
    }
  }

  private func chooseSongs() {
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
      // Who knows whether there are more of it.
      let isWhole = alike.count < Self.mostCandidates
      if isWhole { found[index] = TrackCandidates.sameSong(best.map { ($0.track, $0.song.print) }) }
      // None elsewhere is meant rather than these.
      if !isWhole || !best.isEmpty { isOpen[index] = false }
    }
  }
}
