public import Model

extension VolumeStore {
  /// What is known of the tracks at `paths`, in their order; nil for those without a row.
  func annotations(at paths: [[UInt8]]) throws(StoreError) -> [SongAnnotations?] {
    var found: [SongAnnotations?] = []
    for path in paths {
      guard let row = try trackRow(at: path) else {
        found.append(nil)
        continue
      }
      let annotations = try connection.first(
        """
        SELECT p.favourite, p.rating, p.colour, a.bpm, a.music_key FROM (SELECT 1)
        LEFT JOIN personal p ON p.track = ?1 LEFT JOIN analyses a ON a.track = ?1
        """, .integer(row)
      ) { (row) throws(StoreError) in
        var annotations = SongAnnotations()
        annotations.isFavourite =
          try row.optionalInteger(0, as: Int64.self) == Liking.favourite.rawValue
        annotations.rating = try row.optionalInteger(1, as: UInt8.self).map { Int($0) }
        annotations.colour = try row.optionalInteger(2, as: UInt32.self)
        annotations.tempo = try row.optionalReal(3).flatMap { Track.tempos.contains($0) ? $0 : nil }
        annotations.key = try row.optionalInteger(4, as: Int64.self).flatMap { number in
          (0..<24).contains(number) ? MusicalKey.all[Int(number)] : nil
        }
        return annotations
      }
      found.append(annotations ?? SongAnnotations())
    }
    return found
  }
}

extension MusicLibrary {
  /// What is known of each of `uris`, in their order; nil for what no open volume knows. One step for those of a volume.
  @discardableResult
  public func annotations(
    of uris: [String], completion: @escaping ([SongAnnotations?]) -> Void
  ) -> LibraryRequest {
    let request = LibraryRequest()
    var groups: [(volume: MountedVolume, indices: [Int], paths: [[UInt8]])] = []
    for (index, uri) in uris.enumerated() {
      guard let (volume, path) = place(of: uri), !path.isEmpty else { continue }
      if let group = groups.firstIndex(where: { $0.volume === volume }) {
        groups[group].indices.append(index)
        groups[group].paths.append(path)
      } else {
        groups.append((volume, [index], [path]))
      }
    }
    annotate(groups[...], Array(repeating: nil, count: uris.count), request, completion)
    return request
  }

  private func annotate(
    _ groups: ArraySlice<(volume: MountedVolume, indices: [Int], paths: [[UInt8]])>,
    _ found: [SongAnnotations?], _ request: LibraryRequest,
    _ completion: @escaping ([SongAnnotations?]) -> Void
  ) {
    guard let (volume, indices, paths) = groups.first else {
      return later { if !request.isCancelled { completion(found) } }
    }
    ask(volume, { (store) throws(StoreError) in try store.annotations(at: paths) }, request: request) {
      [weak self] result in
      var found = found
      for (index, annotations) in zip(indices, (try? result.get()) ?? []) { found[index] = annotations }
      self?.annotate(groups.dropFirst(), found, request, completion)
    }
  }
}
