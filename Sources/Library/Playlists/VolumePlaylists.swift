import Model

/// The playlists of a volume and their folders, as far as the loop has read them.
struct VolumePlaylists {
  /// The oldest first; nil until they have been read.
  private(set) var all: [StoredPlaylist]?
  /// The names of the folders.
  private(set) var folders: [String] = []
  /// The rows of "Lovely songs", once something was counted.
  private var lovely: [Int64]?

  func hasFolder(_ name: String) -> Bool { folders.contains { $0.utf8.elementsEqual(name.utf8) } }

  func has(slot: Int) -> Bool { all?.contains { $0.slot == slot } == true }

  /// Takes the playlists and folders that a store has read; nil if it failed.
  mutating func set(_ found: (playlists: [StoredPlaylist], folders: [String])?) {
    all = found?.playlists ?? []
    folders = found?.folders ?? []
  }

  /// They are read again.
  mutating func forget() { all = nil }

  /// Takes the new state of the playlist that was called `name`, once all have been read; nil: it was deleted.
  /// - Returns: false where a playlist was deleted that is not here.
  mutating func replace(_ name: String, by playlist: StoredPlaylist?) -> Bool {
    // Nothing else holds the list meanwhile: it is not copied.
    guard var playlists = all.take() else { return true }
    defer { all = playlists }
    if let slot = playlist?.slot { Self.vacate(slot, in: &playlists) }
    if let folder = playlist?.folder, !hasFolder(folder) { folders.append(folder) }
    let place =
      playlists.firstIndex { $0.identity == playlist?.identity }
      ?? playlists.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    switch (place, playlist) {
    case (let place?, let playlist?): playlists[place] = playlist
    case (let place?, nil): playlists.remove(at: place)
    case (nil, let playlist?): playlists.append(playlist)
    case (nil, nil): return false
    }
    return true
  }

  /// No playlist has the slot any longer.
  mutating func vacate(_ slot: Int) {
    guard var playlists = all.take() else { return }
    Self.vacate(slot, in: &playlists)
    all = playlists
  }

  private static func vacate(_ slot: Int, in playlists: inout [StoredPlaylist]) {
    for place in playlists.indices where playlists[place].slot == slot { playlists[place].slot = nil }
  }

  /// - Returns: whether "Lovely songs" are others.
  mutating func setLovely(_ rows: [Int64]) -> Bool {
    if rows == lovely { return false }
    defer { lovely = rows }
    return lovely != nil || !rows.isEmpty
  }

  mutating func apply(_ change: PlaylistFolderChange, toFolder name: String) {
    let new: String?
    switch change {
    case .make: return folders.append(name)
    case .rename(let other): new = other
    case .remove: new = nil
    }
    folders.removeAll { $0.utf8.elementsEqual(name.utf8) }
    if let new { folders.append(new) }
    for place in (all ?? []).indices
    where all?[place].folder.map({ $0.utf8.elementsEqual(name.utf8) }) == true {
      all?[place].folder = new
    }
  }
}
