package import Interchange

/// A track that a file of another program means.
package struct WantedTrack: Hashable, Sendable {
  package let location: Location
  /// Unchanged text of the location, if it can be a path below a volume's root: a name of a file may look
  /// like a location. nil if only a location is meant.
  private(set) var literal: [UInt8]?
  /// Whether that is a file's name, in whatever folder.
  private(set) var isName = false
  /// Whether it stands for itself while no track is it.
  private var isLiteral = false
  /// Name of its file that the entry gives besides its path.
  private var otherName: [UInt8]?
  /// Length of the whole track; nil if unknown.
  package var duration: Duration?
  /// The fields of one with a location.
  var title: String?
  var artist: String?
  /// `ListedEntry.mayBeOfAnotherType`
  private(set) var mayBeOfAnotherType = false
  /// The fields of one without a location.
  var song: WantedSong?

  package init(_ location: Location, duration: Duration? = nil) {
    self.location = location
    self.duration = duration
  }

  package init(_ entry: ListedEntry) {
    location = entry.location
    mayBeOfAnotherType = entry.mayBeOfAnotherType
    if location.start == .untold, let title = entry.title {
      song = WantedSong(title: title, artist: entry.artist, album: entry.album)
    }
    // The fields of a part say nothing of the whole.
    guard entry.start == nil, entry.end == nil else { return }
    duration = entry.duration
    title = entry.title
    artist = entry.artist
  }

  /// Makes a track from a path below a volume's root, and from the name of its file.
  ///
  /// - Parameter path: nil where only the name is known.
  /// - Returns: nil where they name nothing.
  package init?(path: [UInt8]?, fileName: [UInt8]?, duration: Duration?) {
    guard let given = path ?? fileName, let location = Location(given) else { return nil }
    self.init(location, duration: duration)
    if VolumePath.isValid(given) {
      literal = given
      isName = path == nil && !given.contains(UInt8(ascii: "/"))
      // One with a drive or from a root can't be meant so, and in a path a backslash is rather another system's.
      isLiteral = location.start == .here && (isName || !given.contains(UInt8(ascii: "\\")))
    }
    if path != nil, let fileName, VolumePath.isValid(component: fileName) { otherName = fileName }
  }

  /// The names on the way to it, the file's own one last, in each possible reading, the likeliest first; none for a
  /// network location, or without a location.
  var readings: [[[UInt8]]] {
    var readings: [[[UInt8]]] = []
    func add(_ names: [[UInt8]]) {
      if !names.isEmpty, !readings.contains(names) { readings.append(names) }
    }
    if let literal { add(literal.split(separator: UInt8(ascii: "/")).map(Array.init)) }
    guard location.start != .web, location.start != .untold else { return readings }
    for names in location.readings { add(names) }
    if let otherName { add([otherName]) }
    return readings
  }

  /// Possible paths from a volume's root on, the likeliest first.
  package var pathsFromRoot: [[UInt8]] { [literal, path(from: [])].compactMap(\.self) }

  /// Returns the path that represents it while no track is found: the one that it would have on a volume.
  ///
  /// - Parameter folder: in which the file lies; nil where it lies on no volume.
  package func path(from folder: [UInt8]?) -> [UInt8] {
    if isLiteral, let literal { return literal }
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
