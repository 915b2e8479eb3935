import Model

extension PlaylistChange {
  /// Whether it depends on which entries there are.
  var needsOrder: Bool {
    switch self {
    case .add, .addNew, .insert, .delete, .move, .reorder, .toggle: true
    case .save(_, let mode), .write(_, let mode, _): mode == .append
    case .clear, .rename, .remove, .describe, .describeEntry: false
    }
  }

  /// Whether it depends on what the entries name.
  var needsTracks: Bool {
    switch self {
    case .addNew, .toggle: true
    default: false
    }
  }

  /// Tracks of a new playlist that this makes; nil if it makes none.
  var tracksOfNewPlaylist: [TrackReference]? {
    switch self {
    case .add(let tracks, _), .addNew(let tracks, _), .save(let tracks, .create): tracks
    case .insert(let entries, _), .write(let entries, .create, _): entries.map(\.track)
    case .toggle(let track): [track]
    default: nil
    }
  }

  /// Fields of the playlist that it sets.
  var fields: [PlaylistField] {
    switch self {
    case .describe(let fields), .write(_, _, let fields): fields
    default: []
    }
  }

  /// The mix slot that it gives the playlist.
  var slot: Int? {
    for case .slot(let slot?) in fields { return slot }
    return nil
  }

  /// Whether all its values are within their limits. A changed entry is checked once it is known.
  var isValid: Bool {
    switch self {
    case .insert(let entries, _): entries.allSatisfy(\.isValid)
    case .write(let entries, _, let fields): entries.allSatisfy(\.isValid) && fields.allSatisfy(\.isValid)
    case .describe(let fields): fields.allSatisfy(\.isValid)
    default: true
    }
  }
}

extension PlaylistField {
  fileprivate var isValid: Bool {
    switch self {
    case .notes(let text): text?.utf8.count ?? 0 <= Self.mostNotesBytes
    case .colour(let colour): colour.map { Self.colours.contains($0) } ?? true
    case .tempo(let tempo): tempo.map { Self.tempos.contains($0) } ?? true
    case .template(let text): text?.utf8.count ?? 0 <= Self.mostTemplateBytes
    case .folder(let name): name.map { StoredPlaylist.isValid(name: $0) } ?? true
    case .slot(let slot): slot.map { Self.slots.contains($0) } ?? true
    case .cover(let data): data.map { StoredPlaylist.isValid(cover: $0) } ?? true
    case .extra(let json): json?.utf8.count ?? 0 <= Self.mostExtraBytes
    case .made, .changed: true
    }
  }
}

extension StoredPlaylist {
  /// Whether a playlist may have this picture.
  static func isValid(cover data: [UInt8]) -> Bool {
    guard data.count <= PlaylistField.mostCoverBytes else { return false }
    switch PictureKind(data.prefix(PictureKind.headBytes)) {
    case .jpeg, .png, .webp: return true
    case .gif, .bmp, nil: return false
    }
  }
}
