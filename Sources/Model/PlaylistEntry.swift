/// One place of a stored playlist.
public struct PlaylistEntry: Hashable, Sendable {
  /// In bytes of UTF-8.
  public static let mostNotesBytes = 1024
  public static let mostExtraBytes = 2048

  public var track: TrackReference
  public var region: Region
  /// In lines; nil, too, where they were not asked for.
  public var notes: String?
  /// Further data from the file that the playlist came from, as a JSON object; nil, too, where it was not asked for and
  /// names nothing in a network.
  public var extra: String?
  /// Tags from the playlist's source file, which replace those of the track's file. Stored in `extra`: an entry to be
  /// written uses this only if that is nil.
  public var told: [SourceMetadata]
  /// The listening state of a podcast's episode. Not stored with the entry.
  public var episode: EpisodeState?

  public init(
    _ track: TrackReference, _ region: Region = .whole, notes: String? = nil, extra: String? = nil,
    told: [SourceMetadata] = []
  ) {
    self.track = track
    self.region = region
    self.notes = notes
    self.extra = extra
    self.told = told
  }

  /// Whether its values lie within their limits.
  public var isValid: Bool {
    region.isValid && notes?.utf8.count ?? 0 <= Self.mostNotesBytes
      && extra?.utf8.count ?? 0 <= Self.mostExtraBytes
  }
}

/// A field of a stored playlist's entry.
public enum PlaylistEntryField: Hashable, Sendable {
  case start(Duration)
  /// nil: the track's own end.
  case end(Duration?)
  /// In dB.
  case gain(Double)
  case crossfade(Duration?)
  case notes(String?)
  case extra(String?)
}

extension PlaylistEntry {
  public mutating func set(_ field: PlaylistEntryField) {
    switch field {
    case .start(let time): region.start = time
    case .end(let time): region.end = time
    case .gain(let decibels): region.gain = decibels
    case .crossfade(let time): region.crossfade = time
    case .notes(let text): notes = text
    case .extra(let json): extra = json
    }
  }
}
