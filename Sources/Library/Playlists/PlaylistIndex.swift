import Model

/// Which playlists there are on the open volumes, under the names that clients see. Loop thread only.
struct PlaylistIndex {
  struct Entry {
    let volume: MountedVolume
    let playlist: StoredPlaylist
    let info: PlaylistReport
  }

  /// In natural order of their names.
  private(set) var entries: [Entry]
  /// By the bytes of their names: texts that only look alike are names of their own.
  private let places: [[UInt8]: Int]

  /// - Parameter volumes: open ones, in the order of the tree: the first to have a name keeps it as it is.
  init(_ volumes: [MountedVolume]) {
    var taken: Set<[UInt8]> = []
    let holders = Self.slotHolders(volumes)
    var found: [(key: [UInt8], name: [UInt8], entry: Entry)] = []
    for volume in volumes {
      guard let place = volume.info else { continue }
      for playlist in volume.playlists.all ?? [] {
        let name = Self.name(of: playlist, besides: taken)
        let bytes = Array(name.utf8)
        taken.insert(bytes)
        let slot = playlist.slot.flatMap { holders[$0] == playlist.identity ? $0 : nil }
        let info = PlaylistReport(playlist, name: name, slot: slot, volume: place)
        found.append(
          (
            NaturalKey.ofFolder(name: bytes, in: []), bytes,
            Entry(volume: volume, playlist: playlist, info: info)
          ))
      }
    }
    found.sort { $0.key.lexicographicallyPrecedes($1.key) }
    entries = found.map(\.entry)
    var places: [[UInt8]: Int] = [:]
    for (place, item) in found.enumerated() { places[item.name] = place }
    self.places = places
  }

  /// Takes the present state of a playlist, if no other's name or slot depends on it.
  /// - Returns: whether that is so: else all have to be read again.
  mutating func update(_ playlist: StoredPlaylist, on volume: MountedVolume) -> Bool {
    let place = entries.firstIndex { $0.volume === volume && $0.playlist.identity == playlist.identity }
    guard let place, let home = volume.info, playlist.slot == nil, entries[place].playlist.slot == nil,
      entries[place].playlist.name.utf8.elementsEqual(playlist.name.utf8)
    else { return false }
    let name = entries[place].info.name
    entries[place] = Entry(
      volume: volume, playlist: playlist,
      info: PlaylistReport(playlist, name: name, slot: nil, volume: home))
    return true
  }

  /// Returns the playlist that each mix slot fills. If several volumes have one for it, that on the first
  /// stick counts: a folder's playlist got the slot while the stick was missing.
  private static func slotHolders(_ volumes: [MountedVolume]) -> [Int: PlaylistID] {
    var holders: [Int: PlaylistID] = [:]
    for volume in volumes.filter({ !$0.isFixed }) + volumes.filter(\.isFixed) {
      for playlist in volume.playlists.all ?? [] {
        if let slot = playlist.slot, holders[slot] == nil { holders[slot] = playlist.identity }
      }
    }
    return holders
  }

  private static func name(of playlist: StoredPlaylist, besides taken: Set<[UInt8]>) -> String {
    if !taken.contains(Array(playlist.name.utf8)) { return playlist.name }
    let digits = playlist.identity.description
    // Four digits, and more only in the odd case that two share those.
    let names = [4, 8, 32].map { "\(playlist.name)~\(digits.prefix($0))" }
    return names.first { !taken.contains(Array($0.utf8)) } ?? digits
  }

  subscript(name: String) -> Entry? { places[Array(name.utf8)].map { entries[$0] } }
}
