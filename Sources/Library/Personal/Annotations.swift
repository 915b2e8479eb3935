public import Model

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
    let count = uris.count
    sweep(groups.map { ($0.volume, $0.paths) }, request: request) { (store, paths) throws(StoreError) in
      try store.people.personal.annotations(at: paths)
    } completion: { answers in
      var found = [SongAnnotations?](repeating: nil, count: count)
      for (group, (_, result)) in zip(groups, answers) {
        for (index, annotations) in zip(group.indices, (try? result.get()) ?? []) {
          found[index] = annotations
        }
      }
      completion(found)
    }
    return request
  }
}
