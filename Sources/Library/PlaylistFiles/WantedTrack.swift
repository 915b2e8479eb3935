import Interchange

/// A track that a file of another program means.
struct WantedTrack: Hashable, Sendable {
  let location: Location
  /// Of all of it; nil where that is not known.
  var duration: Duration?
  /// What else is told of one whose place is not.
  var song: WantedSong?

  init(_ location: Location, duration: Duration? = nil) {
    self.location = location
    self.duration = duration
  }

  init(_ entry: ListedEntry) {
    location = entry.location
    // A part of it says nothing of the whole.
    duration = entry.start == nil && entry.end == nil ? entry.duration : nil
    if location.start == .untold, let title = entry.title {
      song = WantedSong(title: title, artist: entry.artist, album: entry.album)
    }
  }

  /// What stands for it while no track is it: its path as it would be on a volume.
  ///
  /// - Parameter folder: in which the file lies; nil where it lies on no volume.
  func path(from folder: [UInt8]?) -> [UInt8] {
    let above = folder?.split(separator: UInt8(ascii: "/")).map(Array.init) ?? []
    var names = location.components
    if location.start == .here {
      names = Location.path(names, from: above) ?? names.filter { $0 != Array("..".utf8) }
    }
    let path = Array(names.joined(separator: [UInt8(ascii: "/")]))
    if !path.isEmpty, VolumePath.isValid(path) { return path }
    let name = Array(location.fileName.prefix(255))
    return VolumePath.isValid(component: name) ? name : Array("?".utf8)
  }
}
