import Interchange
import JSON
import Library
import Linux
import Model

/// Rewrites the file of a desktop program. Its content stays, in its order, except for the given changes. Blocks on the
/// file and the store.
struct SharedFileWriter {
  /// Result of a write.
  struct Written: Sendable {
    /// The keys that its playlists have now, by those that they had.
    var keys: [String: String] = [:]
    /// How both sides are of those that were written.
    var pairs: [PlaylistID: SyncPlan.Pair] = [:]
    /// Those that are too large for it.
    var tooLarge: [(identity: PlaylistID, name: String)] = []
  }

  private let file: SharedPlaylists
  private let volume: VolumeAccess
  private var writer = JSONWriter()
  private var result = Written()
  /// Playlists of the new file: each one's former key, and the volume's playlist in it.
  private var order: [(former: String?, own: PlaylistID?, digest: [UInt8])] = []

  /// - Parameters:
  ///   - file: its previous content.
  ///   - parts: the volume's playlists to write, in the place of a key, or after the others.
  ///   - dropped: the keys to remove.
  /// - Returns: nil if another program has written it since it was read: that version stays.
  static func write(
    _ file: SharedPlaylists, _ parts: [SharedPart], dropping dropped: Set<String>, _ volume: VolumeAccess
  ) throws(Refusal) -> Written? {
    var writer = SharedFileWriter(file, volume)
    try writer.addAll(parts, dropping: dropped)
    try writer.readBack()
    return try writer.replace() ? writer.result : nil
  }

  private init(_ file: SharedPlaylists, _ volume: VolumeAccess) { (self.file, self.volume) = (file, volume) }

  private mutating func addAll(_ parts: [SharedPart], dropping dropped: Set<String>) throws(Refusal) {
    let replacing = Dictionary(parts.compactMap { part in part.key.map { ($0, part) } }) { first, _ in first }
    file.begin(&writer)
    for element in file.elements {
      switch element {
      case .passedOver(let range, _): file.copy(range, to: &writer)
      case .item(let number):
        let item = file.items[number]
        if let part = replacing[item.key] {
          try add(part, item)
        } else if !dropped.contains(item.key) {
          copy(item)
        }
      }
      if writer.bytes.count > SharedPlaylists.mostBytes { throw Self.tooLarge }
    }
    for part in parts where part.key == nil {
      try add(part, nil)
      if writer.bytes.count > SharedPlaylists.mostBytes { throw Self.tooLarge }
    }
    SharedPlaylists.end(&writer)
  }

  private mutating func copy(_ item: SharedPlaylists.Item) {
    file.copy(item, to: &writer)
    order.append((item.key, nil, []))
  }

  private mutating func add(_ part: SharedPart, _ item: SharedPlaylists.Item?) throws(Refusal) {
    let mark = writer.mark
    let identity = part.identity
    switch try volume.ask({ (store) throws(StoreError) in
      .success(try SharedPlaylistTable(store).playlist(identity))
    }) {
    case nil: return
    case .tooLarge(let name): result.tooLarge.append((identity, name))
    case .playlist(let playlist):
      if let item {
        do throws(JSONFault) {
          try file.write(playlist, over: item, keeping: .ofVolumes, isHere: isHere, to: &writer)
        } catch {
          let path = "\(VolumeFile.playlists.folder)/\(VolumeFile.playlists.name)"
          throw .badFile("\(path): \(error.description)", .badMixBoardFile)
        }
      } else {
        file.write(playlist, to: &writer)
      }
      if writer.bytes.count - mark.count <= SharedPlaylists.mostPlaylistBytes {
        return order.append((item?.key, identity, SharedPlaylistTable.digest(playlist)))
      }
      writer.rewind(to: mark)
      result.tooLarge.append((identity, playlist.name))
    }
    // The file's version stays.
    if let item { copy(item) }
  }

  private func isHere(_ entry: SharedEntry) -> Bool {
    // Songs of another volume can't be looked up here.
    guard entry.volume == nil, let paths = WantedTrack(entry)?.pathsFromRoot else { return true }
    let found = try? volume.perform { (store) throws(StoreError) in
      try store.trackSearch.firstTracks(of: [paths])[0] != nil
    }
    return found ?? true
  }

  /// Reads the text that was written: it has to say what was meant.
  private mutating func readBack() throws(Refusal) {
    if writer.bytes.count > SharedPlaylists.mostBytes { throw Self.tooLarge }
    do throws(JSONFault) {
      let written = try SharedPlaylists(reading: writer.bytes)
      for (item, place) in zip(written.items, order) {
        if let former = place.former { result.keys[former] = item.key }
        guard let identity = place.own else { continue }
        result.pairs[identity] = SyncPlan.Pair(
          identity: identity, key: item.key, own: place.digest,
          other: SharedPlaylistTable.digest(try written.playlist(item)))
      }
    } catch {
      throw .badFile("cannot read back the data to write: \(error.description)")
    }
  }

  /// - Returns: false if another program has written it meanwhile.
  private func replace() throws(Refusal) -> Bool {
    // As it is where nothing has room in it that was to be written.
    if file.bytes == writer.bytes { return true }
    do throws(SystemError) {
      return try VolumeFile.playlists.replace(file.bytes, with: writer.bytes, in: volume.root)
    } catch {
      throw SharedPlaylistTable.refusal(error)
    }
  }

  private static let tooLarge = Refusal.badFile(
    "it would be larger than \(SharedPlaylists.mostBytes >> 20) MiB, or have too many playlists")
}
