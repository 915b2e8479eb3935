import Client

/// The volumes as a list.
enum VolumeText {
  /// A stick that `--unmount` let go and that is still there.
  static func letGo(_ name: String) -> String {
    "\(name) was let go and can be pulled; `jukebox volumes --mount` with its name takes it back"
  }

  /// What is there or configured, and can't be used: where, and why.
  static func lines(unused answer: Answer) -> [String] {
    answer.items(beginningWith: "unused").map { item in
      "\(item["unused"] ?? ""): not used: \(item["reason"] ?? "")"
    }
  }

  /// - Parameter scanned: the names of those that are being scanned.
  static func lines(_ volumes: [Volume], scanned: [String] = []) -> [String] {
    let name = Columns.widest(volumes.map { $0.name })
    let path = Columns.widest(volumes.map { $0.path })
    return volumes.map { volume in
      var facts = [volume.kind]
      if let songs = volume.songs { facts.append(StatusText.count(songs, "song")) }
      facts.append(volume.uri.isEmpty ? "paths without its name" : "paths begin with \(volume.uri)/")
      if volume.isReadOnly { facts.append("is full or can't be written to: changes stay in the jukebox") }
      if scanned.contains(volume.name) { facts.append("being scanned (see `jukebox scan`)") }
      return "\(Columns.pad(volume.name, name))  \(Columns.pad(volume.path, path))  "
        + facts.joined(separator: ", ")
    }
  }
}
