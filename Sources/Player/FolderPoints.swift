import Model

/// The folders that are known to resume, and where listening to them was left. All others start over.
struct FolderPoints: Sendable {
  private var folders: Set<FolderReference> = []
  private var points: [FolderReference: FolderPoint] = [:]
  /// The files of fetched episodes, and the episodes, by their URLs.
  private var episodes: [TrackReference: FolderReference] = [:]
  private var lastSequence: Int64 = 0

  var isEmpty: Bool { folders.isEmpty }

  /// Owner of a track's place: the episode that was fetched to it, else its folder.
  func folder(of track: TrackReference) -> FolderReference {
    episode(of: track) ?? FolderReference(of: track)
  }

  /// The episode that was fetched to a file; nil for all others.
  func episode(of track: TrackReference) -> FolderReference? { episodes.isEmpty ? nil : episodes[track] }

  /// At which a folder is listened to; nil where it does not resume.
  func speed(of folder: FolderReference) -> Double? {
    folders.contains(folder) ? points[folder]?.speed ?? 1 : nil
  }

  subscript(folder: FolderReference) -> FolderPoint? { points.isEmpty ? nil : points[folder] }

  /// Takes rules from a volume. A folder that is known to resume keeps its point, which is newer; an episode does not where
  /// another jukebox has played it meanwhile.
  mutating func learn(_ rules: [FolderRule]) {
    for rule in rules {
      guard rule.resumes else {
        folders.remove(rule.folder)
        points[rule.folder] = nil
        continue
      }
      if let file = rule.file { episodes[file] = rule.folder }
      let isNew = folders.insert(rule.folder).inserted
      guard let point = rule.point else { continue }
      guard isNew || rule.folder.isEpisode && point.sequence > points[rule.folder]?.sequence ?? .min else {
        continue
      }
      points[rule.folder] = point
      lastSequence = max(lastSequence, point.sequence)
    }
  }

  mutating func forget(_ volume: VolumeID) {
    folders = folders.filter { $0.volume != volume }
    points = points.filter { $0.key.volume != volume }
  }

  /// - Returns: the folder's point, where it resumes and this is not what it was.
  mutating func note(
    _ track: TrackReference, at elapsed: Duration, isAtEnd: Bool, speed: Double
  ) -> (folder: FolderReference, point: FolderPoint)? {
    if folders.isEmpty { return nil }
    let folder = folder(of: track)
    guard folders.contains(folder) else { return nil }
    let path = folder.isEpisode ? folder.path : track.path
    let old = points[folder]
    if let old, old.track == path, old.elapsed == elapsed, old.isAtEnd == isAtEnd, old.speed == speed {
      return nil
    }
    lastSequence = lastSequence == .max ? .max : lastSequence + 1
    let point = FolderPoint(
      track: path, elapsed: elapsed, isAtEnd: isAtEnd, sequence: lastSequence, speed: speed)
    points[folder] = point
    return (folder, point)
  }

  /// Files have been moved or renamed: where they were, and where they are.
  mutating func follow(_ places: [TrackReference: TrackReference]) {
    var followed: [(folder: FolderReference, point: FolderPoint)] = []
    for (folder, point) in points {
      guard let place = places[TrackReference(volume: folder.volume, path: point.track)] else { continue }
      let point = FolderPoint(
        track: place.path, elapsed: point.elapsed, isAtEnd: point.isAtEnd, sequence: point.sequence,
        speed: point.speed)
      points[folder] = nil
      followed.append((FolderReference(of: place), point))
    }
    // All at once: folders may have changed names with each other.
    for (folder, point) in followed where point.sequence >= points[folder]?.sequence ?? .min {
      folders.insert(folder)
      points[folder] = point
    }
    followEpisodes(places)
  }

  private mutating func followEpisodes(_ places: [TrackReference: TrackReference]) {
    var followed: [(file: TrackReference, episode: FolderReference)] = []
    for (file, episode) in episodes {
      let url = places[TrackReference(volume: episode.volume, path: episode.path)]
      guard url != nil || places[file] != nil else { continue }
      episodes[file] = nil
      followed.append((places[file] ?? file, url.map { FolderReference(of: $0) } ?? episode))
    }
    for (file, episode) in followed {
      folders.insert(episode)
      episodes[file] = episode
    }
  }
}

extension FolderReference {
  /// Whether it is what stands for an episode: its URL.
  fileprivate var isEpisode: Bool { volume == .network }
}
