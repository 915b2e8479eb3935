import Interchange
import Model

/// Tracks whose files are called like some that are wanted, and which of them is meant.
struct TrackCandidates {
  enum Choice: Hashable {
    /// None is called so.
    case none
    case one(TrackReference)
    /// Several match equally well.
    case several
  }

  fileprivate struct Candidate {
    let track: TrackReference
    let durationMicroseconds: Int64?
    /// `TrackFingerprint`.
    let print: Int64?
    /// Folded, the innermost first.
    let folders: [[UInt8]]
    /// Folded.
    let title: [UInt8]?
    let artists: [[UInt8]]
  }

  /// Tracks of one name that are looked at; a library of a hundred audio books has as many that are called "01.mp3".
  private static let most = 500
  /// Tolerance between a stated length and the track's, in microseconds.
  private static let tolerance: Int64 = 2_500_000

  /// By folded name.
  private var byName: [String: [Candidate]] = [:]
  private let withTexts: Bool

  /// In bytes: no other program writes a longer title.
  private static let mostTextBytes = 1024

  private static func foldedText(_ text: String) -> [UInt8]? {
    text.utf8.count <= mostTextBytes ? FoldedName.fold(text.utf8) : nil
  }

  /// - Parameter withTexts: whether any that is wanted has a title or an artist.
  init(withTexts: Bool) { self.withTexts = withTexts }

  mutating func removeAll() { byName = [:] }

  static func folded(_ name: [UInt8]) -> String { String(decoding: FoldedName.fold(name), as: UTF8.self) }

  mutating func add(_ track: TrackSearch.NamedTrack, on volume: VolumeID) {
    guard byName[track.name]?.count ?? 0 < Self.most else { return }
    byName[track.name, default: []].append(
      Candidate(
        track: TrackReference(volume: volume, path: track.path),
        durationMicroseconds: track.durationMicroseconds, print: track.print,
        folders: Self.names(track.path).dropFirst().map { FoldedName.fold($0) },
        title: withTexts ? track.title.flatMap(Self.foldedText) : nil,
        artists: withTexts ? track.artists.compactMap(Self.foldedText) : []))
  }

  /// The file's own one first.
  private static func names(_ path: [UInt8]) -> [ArraySlice<UInt8>] {
    path.split(separator: UInt8(ascii: "/")).reversed()
  }

  func choice(for wanted: WantedTrack) -> Choice {
    for names in wanted.readings {
      guard let name = names.last, let named = byName[Self.folded(name)] else { continue }
      return choice(among: named, for: wanted, called: names.reversed())
    }
    return .none
  }

  /// - Parameter names: the file's own one first.
  private func choice(among named: [Candidate], for wanted: WantedTrack, called names: [[UInt8]]) -> Choice {
    let folders = names.dropFirst().map { FoldedName.fold($0) }
    func agreeing(_ candidate: Candidate) -> Int64 { Self.countOfEqual(candidate.folders, folders) }
    var best = Self.least(named) { -agreeing($0) }
    best = Self.least(best) { candidate in
      Self.difference(VolumePath.split(candidate.track.path).name[...], names.first ?? [])
    }
    best = Self.least(best) { candidate in
      let spelt = zip(Self.names(candidate.track.path), names).dropFirst().prefix(Int(agreeing(candidate)))
      return spelt.reduce(0) { $0 + Self.difference($1.0, $1.1) }
    }
    // One with exactly this path from the root, not one further down.
    best = Self.least(best) { candidate in
      candidate.folders.count == folders.count && agreeing(candidate) == Int64(folders.count) ? 0 : 1
    }
    if best.count > 1, let told = wanted.duration?.microseconds {
      let close = best.filter { Self.distance(from: $0.durationMicroseconds, to: told) != nil }
      best = Self.least(close) { Self.distance(from: $0.durationMicroseconds, to: told) ?? .max }
    }
    if best.count > 1, wanted.title != nil || wanted.artist != nil {
      let title = wanted.title.map { FoldedName.fold($0.utf8) }
      let artist = wanted.artist.map { FoldedName.fold($0.utf8) }
      best = Self.least(best) { -$0.likeness(title: title, artist: artist) }
    }
    return Self.sameSong(best.map { ($0.track, $0.print) }).map { .one($0) } ?? .several
  }

  /// The same song in several places is the same song: which of its files stands for it.
  ///
  /// - Parameter alike: with the print of each.
  /// - Returns: nil where they are several songs, or none.
  static func sameSong(_ alike: [(track: TrackReference, print: Int64?)]) -> TrackReference? {
    guard let (first, print) = alike.first else { return nil }
    guard alike.count > 1 else { return first }
    guard let print, alike.allSatisfy({ $0.print == print }) else { return nil }
    let tracks = alike.map(\.track).filter { $0.volume == first.volume }
    return tracks.min { $0.path.lexicographicallyPrecedes($1.path) } ?? first
  }

  /// Those for which `score` is least.
  private static func least(_ candidates: [Candidate], _ score: (Candidate) -> Int64) -> [Candidate] {
    guard candidates.count > 1 else { return candidates }
    var best: [Candidate] = []
    var lowest = Int64.max
    for candidate in candidates {
      let score = score(candidate)
      if score > lowest { continue }
      if score < lowest { best.removeAll(keepingCapacity: true) }
      lowest = score
      best.append(candidate)
    }
    return best
  }

  private static func countOfEqual(_ some: [[UInt8]], _ others: [[UInt8]]) -> Int64 {
    var count = 0
    while count < some.count, count < others.count, some[count] == others[count] { count += 1 }
    return Int64(count)
  }

  /// How far two names are from being spelt alike: 0 to the byte, 1 canonically (the same letters made of other parts), 2 in
  /// either case, 3 otherwise.
  private static func difference(_ name: ArraySlice<UInt8>, _ other: [UInt8]) -> Int64 {
    if name.elementsEqual(other) { return 0 }
    guard let name = String(validating: name, as: UTF8.self),
      let other = String(validating: other, as: UTF8.self)
    else { return 3 }
    // Strings are the same where they are so canonically.
    if name == other { return 1 }
    return name.lowercased() == other.lowercased() ? 2 : 3
  }

  /// Whether a length matches the stated one, in microseconds.
  static func isAbout(_ told: Int64, _ length: Int64) -> Bool {
    // A database may say any number.
    let (difference, isBeyond) = length.subtractingReportingOverflow(told)
    return !isBeyond && difference.magnitude <= tolerance.magnitude
  }

  /// The distance of a track's length from the stated one: 0 if rounding or cutting it to the stated precision (whole
  /// seconds, else tenths: programs don't agree by less) gives the same, else in units of that precision.
  ///
  /// - Returns: nil beyond the tolerance.
  private static func distance(from length: Int64?, to told: Int64) -> Int64? {
    guard let length, isAbout(told, length) else { return nil }
    let difference = length - told
    let unit: Int64 = told.isMultiple(of: 1_000_000) ? 1_000_000 : 100_000
    if difference < -unit / 2 { return (-unit / 2 - difference + unit - 1) / unit }
    return difference / unit
  }
}

extension TrackCandidates.Candidate {
  /// Higher the more of the stated texts match: the title counts before the artist. Both may be written as one title.
  fileprivate func likeness(title told: [UInt8]?, artist: [UInt8]?) -> Int64 {
    func isArtist(_ name: some Sequence<UInt8>) -> Bool {
      let name = Array(name)
      if artists.contains(name) { return true }
      return artists.count > 1
        && [", ", "; "].contains { Array(artists.joined(separator: Array($0.utf8))) == name }
    }
    var likeness: Int64 = 0
    if let artist, isArtist(artist) { likeness += 1 }
    guard let told, let title else { return likeness }
    if told == title { return likeness + 2 }
    let rest = Array(" - ".utf8) + title
    if told.count > rest.count, told.suffix(rest.count).elementsEqual(rest),
      isArtist(told.dropLast(rest.count))
    {
      likeness += 3
    }
    return likeness
  }
}
