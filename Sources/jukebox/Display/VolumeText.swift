/// The volumes as a list.
enum VolumeText {
  static func lines(_ volumes: [Volume]) -> [String] {
    let name = volumes.map { Columns.width($0.name) }.max() ?? 0
    let path = volumes.map { Columns.width($0.path) }.max() ?? 0
    return volumes.map { volume in
      var facts = [volume.kind]
      if let songs = volume.songs { facts.append(StatusText.count(songs, "song")) }
      if volume.isReadOnly { facts.append("can't be written to") }
      return "\(Columns.pad(volume.name, name))  \(Columns.pad(volume.path, path))  "
        + facts.joined(separator: ", ")
    }
  }
}
