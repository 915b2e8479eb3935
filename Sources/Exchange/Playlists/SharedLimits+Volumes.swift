import Interchange
import Library
import Model

// Conversion of a desktop program's file to what a volume stores.

extension WantedTrack {
  /// - Returns: nil where the entry names nothing.
  init?(_ entry: SharedEntry) {
    self.init(
      path: entry.path.flatMap { $0.isEmpty ? nil : SharedName.bytes(of: $0) },
      fileName: SharedName.bytes(of: entry.fileName),
      duration: entry.duration.flatMap {
        $0 > 0 && $0 < 1e7 ? .microseconds(Int64(($0 * 1e6).rounded())) : nil
      })
  }
}

extension SharedEntry {
  /// Returns the track that it names on another volume than the file's, present or missing; nil if it names none.
  func track(elsewhereThan home: VolumeID) -> TrackReference? {
    guard let id = volume.flatMap({ VolumeID($0) }), id != home,
      let bytes = path.map({ SharedName.bytes(of: $0) }), !bytes.isEmpty, VolumePath.isValid(bytes)
    else { return nil }
    return TrackReference(volume: id, path: bytes)
  }
}

extension PlaylistEntry {
  init(_ shared: SharedEntry, _ track: TrackReference) {
    func time(_ seconds: Double?) -> Duration? {
      seconds.flatMap { $0 >= 0 && $0 < 1e7 ? .microseconds(Int64(($0 * 1e6).rounded())) : nil }
    }
    self.init(track)
    var region = Region(start: time(shared.startOffset) ?? .zero, end: time(shared.endOffset))
    if !region.isValid { region = .whole }
    if let gain = shared.gain, Region.gains.contains(gain) { region.gain = gain }
    if let crossfade = time(shared.crossfade), crossfade <= Region.longestCrossfade {
      region.crossfade = crossfade
    }
    self.region = region
    notes = shared.notes?.prefix(bytes: Self.mostNotesBytes)
    let location = WantedTrack(shared)?.location
    let located = location?.start == .web ? location.flatMap { shared.extra(at: $0.text) } : nil
    extra = [located, shared.extra].compactMap(\.self).first { $0.utf8.count <= Self.mostExtraBytes }
  }
}

extension SharedPlaylist {
  var fields: [PlaylistField] {
    let tempo = targetTempo.flatMap { PlaylistField.tempos.contains($0) ? $0 : nil }
    var fields: [PlaylistField] = [
      .notes(notes?.prefix(bytes: PlaylistField.mostNotesBytes)), .colour(colour), .tempo(tempo),
      .extra(extra.flatMap { $0.utf8.count <= PlaylistField.mostExtraBytes ? $0 : nil }),
      .changed(modifiedAt),
    ]
    if let createdAt { fields.append(.made(createdAt)) }
    return fields
  }
}

extension SharedPlaylist {
  /// With the names of its files in the one spelling in which they are compared.
  var spelt: SharedPlaylist {
    var spelt = self
    for (index, entry) in entries.enumerated() {
      // An entry that has a path alone is called so.
      let name = entry.fileName.isEmpty ? entry.path ?? "" : entry.fileName
      let spelling = SharedName.spelling(of: name)
      if !spelling.utf8.elementsEqual(name.utf8) { spelt.entries[index].fileName = spelling }
    }
    return spelt
  }
}

extension SharedEntry {
  /// Takes what a volume says of an entry.
  mutating func say(_ region: Region, notes: String?) {
    func seconds(_ duration: Duration) -> Double { Double(duration.microseconds) / 1e6 }
    startOffset = region.start == .zero ? nil : seconds(region.start)
    endOffset = region.end.map(seconds)
    gain = region.gain == 0 ? nil : region.gain
    crossfade = region.crossfade.map(seconds)
    self.notes = notes
  }
}

extension SharedLimits {
  /// Reduction of a playlist to the fields that a volume stores.
  static let ofVolumes = SharedLimits(
    fields: { playlist in
      var kept = SharedPlaylist()
      kept.name = StoredPlaylist.cleanName(playlist.name)
      for case .notes(let notes) in playlist.fields { kept.notes = notes }
      for case .tempo(let tempo) in playlist.fields { kept.targetTempo = tempo }
      kept.colour = playlist.colour
      return kept
    },
    entry: { entry in
      let taken = PlaylistEntry(entry, TrackReference(volume: VolumeID(high: 0, low: 0), path: []))
      var kept = SharedEntry()
      kept.say(taken.region, notes: taken.notes)
      kept.extra = taken.extra
      return kept
    },
    names: { WantedTrack($0) != nil },
    spelling: { SharedName.spelling(of: $0) })
}
