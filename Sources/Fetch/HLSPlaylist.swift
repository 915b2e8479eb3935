/// An HLS playlist (RFC 8216): the streams of a master playlist, or the segments of one stream.
public struct HLSPlaylist: Hashable, Sendable {
  /// A file, or a part of it. References stay as they are written until they are fetched: a short one may stand for a
  /// URL of `FetchURL.mostBytes`.
  public struct Part: Hashable, Sendable {
    public let reference: String
    /// Which of its bytes (`BYTERANGE`); nil for all.
    public let bytes: Range<Int64>?
  }

  public struct Segment: Hashable, Sendable {
    public let number: Int64
    public let part: Part
    /// The part that has to precede its bytes (`EXT-X-MAP`); nil if there is none.
    public let initialization: Part?
    public let duration: Duration
    /// The song that sounds, as some servers name it after the duration (`EXTINF`); nil where they name none.
    public let title: [UInt8]?
    /// Whether the server has nothing for this time (`EXT-X-GAP`).
    public let isGap: Bool
  }

  struct Variant: Hashable, Sendable {
    var bandwidth = 0
    var codecs = ""
    /// The group of its renditions with sound (`AUDIO`).
    var group: String?
    var url: FetchURL
  }

  /// `EXT-X-MEDIA` with sound.
  struct Rendition: Hashable, Sendable {
    var group: String
    /// 2 for the default one, 1 for one that may be chosen unasked, 0 for one that has to be asked for.
    var rank: Int
    /// nil where the variant itself has this sound.
    var url: FetchURL?
  }

  public private(set) var segments: [Segment] = []
  /// Whether no further segments will come.
  public private(set) var isComplete = false
  /// The longest segment.
  public private(set) var targetDuration = HLSPlaylist.usualDuration
  /// Why its segments can't be read; nil where they can.
  public private(set) var fault: String?
  private let url: FetchURL
  private(set) var variants: [Variant] = []
  private(set) var renditions: [Rendition] = []

  private static let mostSegments = 10_000
  private static let mostStreams = 64
  private static let mostTitleBytes = 1024
  private static let usualDuration = Duration.seconds(6)
  private static let durations = Duration.milliseconds(500)...Duration.seconds(60)
  /// Tags that no list of stations has.
  private static let tags = [
    "TARGETDURATION", "STREAM-INF", "MEDIA-SEQUENCE", "ENDLIST", "VERSION", "PLAYLIST-TYPE", "MAP", "KEY",
    "BYTERANGE", "DISCONTINUITY", "INDEPENDENT-SEGMENTS", "PROGRAM-DATE-TIME", "ALLOW-CACHE", "MEDIA:",
  ]

  /// Whether the text is an HLS playlist and no list of stations.
  public static func isOne(_ bytes: [UInt8]) -> Bool {
    lines(bytes.prefix(64 << 10)).contains { line in
      line.hasPrefix("#EXT-X-") && tags.contains { line.dropFirst(7).hasPrefix($0) }
    }
  }

  /// Without blanks around them and a byte order mark before the first.
  private static func lines(_ bytes: some Collection<UInt8>) -> [Substring] {
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map { $0.drop { $0.isWhitespace } }
  }

  public init(_ bytes: [UInt8], at url: FetchURL) {
    self.url = url
    var next = Reader()
    for line in Self.lines(bytes) where !line.isEmpty {
      if line.hasPrefix("#EXT") {
        take(line, &next)
      } else if !line.hasPrefix("#") {
        take(reference: String(line), &next)
      }
    }
    if !next.hasTarget, let longest = segments.map(\.duration).max() {
      targetDuration = Self.bounded(longest)
    }
  }

  /// Values of the tags so far for the segments that follow.
  private struct Reader {
    var number: Int64 = 0
    var initialization: Part?
    var variant: Variant?
    var duration: Duration?
    var title: [UInt8]?
    var isGap = false
    var range: (count: Int64, first: Int64?)?
    /// The place of a range that names none (RFC 8216, 4.3.2.2).
    var rangeEnd: (reference: String, place: Int64)?
    var hasTarget = false
  }

  private mutating func take(_ line: Substring, _ next: inout Reader) {
    func value(_ tag: String) -> Substring? { line.hasPrefix(tag) ? line.dropFirst(tag.count) : nil }
    if let text = value("#EXTINF:") {
      let seconds = text.prefix { $0 != "," }
      next.duration = Self.seconds(seconds)
      next.title = ICYTitle.song(
        inText: Array(text[seconds.endIndex...].dropFirst().utf8.prefix(Self.mostTitleBytes)))
    } else if let text = value("#EXT-X-TARGETDURATION:") {
      guard let seconds = Self.seconds(text) else { return }
      (targetDuration, next.hasTarget) = (Self.bounded(seconds), true)
    } else if let text = value("#EXT-X-MEDIA-SEQUENCE:") {
      next.number = Int64(text.prefix { $0.isNumber }).map { min(max($0, 0), .max / 2) } ?? 0
    } else if let text = value("#EXT-X-STREAM-INF:") {
      let fields = Self.attributes(text)
      next.variant = Variant(
        bandwidth: Int(fields["BANDWIDTH"] ?? "") ?? 0, codecs: fields["CODECS"] ?? "",
        group: fields["AUDIO"],
        url: url)
    } else if let text = value("#EXT-X-MEDIA:") {
      takeRendition(Self.attributes(text))
    } else if let text = value("#EXT-X-MAP:") {
      let fields = Self.attributes(text)
      let range = fields["BYTERANGE"].flatMap { Self.range($0[...]) }
      next.initialization = fields["URI"].map {
        Part(reference: $0, bytes: range.map { Self.bytes($0.count, from: $0.first ?? 0) })
      }
    } else if let text = value("#EXT-X-KEY:") {
      if Self.attributes(text)["METHOD"] ?? "NONE" != "NONE" { fault = "encrypted HLS" }
    } else if let text = value("#EXT-X-BYTERANGE:") {
      next.range = Self.range(text)
    } else if line.hasPrefix("#EXT-X-GAP") {
      next.isGap = true
    } else if line.hasPrefix("#EXT-X-ENDLIST") {
      isComplete = true
    }
  }

  private mutating func takeRendition(_ fields: [String: String]) {
    guard fields["TYPE"] == "AUDIO", renditions.count < Self.mostStreams else { return }
    let rank = fields["DEFAULT"] == "YES" ? 2 : fields["AUTOSELECT"] == "YES" ? 1 : 0
    renditions.append(
      Rendition(
        group: fields["GROUP-ID"] ?? "", rank: rank, url: fields["URI"].flatMap { url.resolved($0) }))
  }

  private mutating func take(reference: String, _ next: inout Reader) {
    if var found = next.variant.take() {
      guard variants.count < Self.mostStreams, let place = url.resolved(reference) else { return }
      found.url = place
      variants.append(found)
      return
    }
    guard segments.count < Self.mostSegments else { return }
    var bytes: Range<Int64>?
    if let range = next.range {
      let implied = next.rangeEnd.flatMap { $0.reference == reference ? $0.place : nil } ?? 0
      bytes = Self.bytes(range.count, from: range.first ?? implied)
    }
    segments.append(
      Segment(
        number: next.number, part: Part(reference: reference, bytes: bytes),
        initialization: next.initialization, duration: next.duration ?? targetDuration, title: next.title,
        isGap: next.isGap))
    next.rangeEnd = bytes.map { (reference, $0.upperBound) }
    (next.duration, next.title, next.isGap, next.range) = (nil, nil, false, nil)
    next.number += 1
  }

  /// The URL of a part; nil if it is no URL that can be fetched.
  public func place(of part: Part) -> FetchURL? { url.resolved(part.reference) }

  /// Before the playlist is loaded again there has to be a new segment: as long as the last one is (RFC 8216, 6.3.4; the
  /// draft of its successor names the last one instead of the longest).
  public var reloadPause: Duration {
    min(Self.bounded(segments.last?.duration ?? targetDuration), targetDuration)
  }

  // MARK: Streams

  /// The streams of a master playlist, the one to play first: those with sound alone, the best first, then those with
  /// video, the smallest first. A stream with renditions is represented by the default one. Empty if it is no master
  /// playlist.
  public var streams: [FetchURL] {
    let alone = variants.filter { Self.hasSoundAlone($0.codecs) }.sorted { $0.bandwidth > $1.bandwidth }
    let others = variants.filter { !Self.hasSoundAlone($0.codecs) }
    // The sound of a stream with video that comes by itself.
    let beside = others.sorted { $0.bandwidth > $1.bandwidth }.compactMap { rendition(of: $0)?.url }
    let loose = renditions.sorted { $0.rank > $1.rank }.compactMap(\.url)
    let groups = Set(variants.compactMap(\.group))
    let found =
      alone.map { rendition(of: $0)?.url ?? $0.url } + beside
      + (groups.isEmpty ? loose : []) + alone.map(\.url)
      + others.sorted { $0.bandwidth < $1.bandwidth }.map(\.url) + loose
    var seen: Set<FetchURL> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// The one of a variant's renditions that plays unless somebody chooses another one (RFC 8216, 4.3.4.1).
  private func rendition(of variant: Variant) -> Rendition? {
    let own = renditions.filter { $0.group == variant.group }
    return own.first { $0.rank == 2 } ?? own.first { $0.rank == 1 } ?? own.first
  }

  private static func hasSoundAlone(_ codecs: String) -> Bool {
    let video = ["avc", "hvc", "hev", "vp0", "vp8", "vp9", "av0", "mp4v", "dv"]
    let all = codecs.split { $0 == "," || $0 == " " }
    return !all.isEmpty && !all.contains { codec in video.contains { codec.hasPrefix($0) } }
  }

  // MARK: Segments

  /// The segments to fetch next: of a live stream, at first the last three (RFC 8216, 6.3.3).
  /// - Parameter last: the number of the segment before; nil at the beginning.
  public func segments(after last: Int64?) -> ArraySlice<Segment> {
    guard let last else { return isComplete ? segments[...] : segments.suffix(3) }
    guard let first = segments.first, let end = segments.last else { return [] }
    // The window has moved past the last segment, or the server has restarted its count. A playlist that is a little
    // older comes from another cache of the server.
    if first.number - 1 > last || end.number + Int64(segments.count) < last { return segments.suffix(3) }
    return segments.drop { $0.number <= last }
  }

  // MARK: Values

  /// `NAME=value,NAME="value, with commas"`
  private static func attributes(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    var rest = text
    while let equals = rest.firstIndex(of: "=") {
      let name = String(rest[..<equals].filter { !$0.isWhitespace && $0 != "," })
      rest = rest[rest.index(after: equals)...]
      let value: Substring
      if rest.first == "\"" {
        value = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(value.count + 2)
      } else {
        value = rest.prefix { $0 != "," }
        rest = rest.dropFirst(value.count)
      }
      found[name] = String(value)
    }
    return found
  }

  /// Whole ones or a decimal fraction.
  private static func seconds(_ text: Substring) -> Duration? {
    guard let number = Double(text.filter { !$0.isWhitespace }), number.isFinite,
      (0...86_400).contains(number)
    else { return nil }
    return .milliseconds(Int64(number * 1000))
  }

  private static func bounded(_ duration: Duration) -> Duration {
    min(max(duration, durations.lowerBound), durations.upperBound)
  }

  /// `COUNT@FIRST`, or only the count.
  private static func range(_ text: Substring) -> (count: Int64, first: Int64?)? {
    let parts = text.split(separator: "@")
    guard let count = parts.first.flatMap({ Int64($0.filter { !$0.isWhitespace }) }), count > 0 else {
      return nil
    }
    return (count, parts.count > 1 ? Int64(parts[1].filter { !$0.isWhitespace }) : nil)
  }

  private static func bytes(_ count: Int64, from first: Int64) -> Range<Int64> {
    let first = min(max(first, 0), .max / 2)
    return first..<(first + min(count, .max / 4))
  }
}
