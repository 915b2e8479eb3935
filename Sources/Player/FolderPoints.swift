import Model

/// The folders that are known to resume, and where listening to them was left. All others start over.
struct FolderPoints: Sendable {
  private var folders: Set<FolderReference> = []
  private var points: [FolderReference: FolderPoint] = [:]
  private var lastSequence: Int64 = 0

  var isEmpty: Bool { folders.isEmpty }

  /// At which a folder is listened to; nil where it does not resume.
  func speed(of folder: FolderReference) -> Double? {
    folders.contains(folder) ? points[folder]?.speed ?? 1 : nil
  }

  subscript(folder: FolderReference) -> FolderPoint? { points.isEmpty ? nil : points[folder] }

  /// Takes rules from a volume. A folder that is known to resume keeps its point, which is newer.
  mutating func learn(_ rules: [FolderRule]) {
    for rule in rules {
      if !rule.resumes {
        folders.remove(rule.folder)
        points[rule.folder] = nil
      } else if folders.insert(rule.folder).inserted, let point = rule.point {
        points[rule.folder] = point
        lastSequence = max(lastSequence, point.sequence)
      }
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
    let folder = FolderReference(of: track)
    guard folders.contains(folder) else { return nil }
    let old = points[folder]
    if let old, old.track == track.path, old.elapsed == elapsed, old.isAtEnd == isAtEnd, old.speed == speed {
      return nil
    }
    lastSequence = lastSequence == .max ? .max : lastSequence + 1
    let point = FolderPoint(
      track: track.path, elapsed: elapsed, isAtEnd: isAtEnd, sequence: lastSequence, speed: speed)
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
  }
}
