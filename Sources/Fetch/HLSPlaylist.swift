/// An HLS playlist (RFC 8216): the streams of a master playlist, or the segments of one stream.
public struct HLSPlaylist: Hashable, Sendable {
  public struct Segment: Hashable, Sendable {
    public let number: Int64
    public let url: FetchURL
    /// What has to come before its bytes (`EXT-X-MAP`); nil where nothing has.
    public let initialization: FetchURL?
  }

  struct Variant: Hashable, Sendable {
    var bandwidth = 0
    var codecs = ""
    /// Of `EXT-X-MEDIA` with sound alone.
    var isRendition = false
    var url: FetchURL
  }

  public private(set) var segments: [Segment] = []
  /// Whether no further segments will come.
  public private(set) var isComplete = false
  /// The longest segment, in seconds.
  public private(set) var targetSeconds = 6
  /// Why its segments can't be read; nil where they can.
  public private(set) var fault: String?
  var variants: [Variant] = []

  private static let mostSegments = 10_000

  /// Whether the text is an HLS playlist and no list of stations.
  public static func isOne(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(64 << 10), as: UTF8.self).split(whereSeparator: \.isNewline).contains {
      line in
      ["#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF"].contains { line.hasPrefix($0) }
    }
  }

  public init(_ bytes: [UInt8], at url: FetchURL) {
    var number: Int64 = 0
    var initialization: FetchURL?
    var variant: Variant?
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.drop { $0.isWhitespace }
      func value(_ tag: String) -> Substring? { line.hasPrefix(tag) ? line.dropFirst(tag.count) : nil }
      if let text = value("#EXT-X-TARGETDURATION:") {
        targetSeconds = min(max(Int(text) ?? 6, 1), 60)
      } else if let text = value("#EXT-X-MEDIA-SEQUENCE:") {
        number = Int64(text).map { min(max($0, 0), .max / 2) } ?? 0
      } else if let text = value("#EXT-X-STREAM-INF:") {
        let fields = Self.attributes(text)
        variant = Variant(
          bandwidth: Int(fields["BANDWIDTH"] ?? "") ?? 0, codecs: fields["CODECS"] ?? "", url: url)
      } else if let text = value("#EXT-X-MEDIA:") {
        let fields = Self.attributes(text)
        if fields["TYPE"] == "AUDIO", let place = fields["URI"].flatMap({ url.resolved($0) }) {
          variants.append(Variant(isRendition: true, url: place))
        }
      } else if let text = value("#EXT-X-MAP:") {
        let fields = Self.attributes(text)
        initialization = fields["URI"].flatMap { url.resolved($0) }
        if fields["BYTERANGE"] != nil { fault = "HLS with byte ranges" }
      } else if let text = value("#EXT-X-KEY:") {
        if Self.attributes(text)["METHOD"] ?? "NONE" != "NONE" { fault = "encrypted HLS" }
      } else if line.hasPrefix("#EXT-X-BYTERANGE") {
        fault = "HLS with byte ranges"
      } else if line.hasPrefix("#EXT-X-ENDLIST") {
        isComplete = true
      } else if !line.hasPrefix("#"), let place = url.resolved(line) {
        if var found = variant {
          found.url = place
          variants.append(found)
          variant = nil
        } else if segments.count < Self.mostSegments {
          segments.append(Segment(number: number, url: place, initialization: initialization))
          number += 1
        }
      }
    }
  }

  /// The stream of a master playlist to play: sound alone where there is such a one, of those the best; else the one
  /// with the least to fetch. nil where it is no master playlist.
  public var chosenStream: FetchURL? {
    let video = ["avc", "hvc", "hev", "vp0", "av0", "mp4v", "dvh"]
    let sound = variants.filter { one in
      let codecs = one.codecs.split { $0 == "," || $0 == " " }
      return !one.isRendition && !codecs.isEmpty
        && !codecs.contains { codec in video.contains { codec.hasPrefix($0) } }
    }
    if let best = sound.max(by: { $0.bandwidth < $1.bandwidth }) { return best.url }
    if let rendition = variants.first(where: \.isRendition) { return rendition.url }
    return variants.min { $0.bandwidth < $1.bandwidth }?.url
  }

  /// The segments to fetch next: of a live stream, at first those of the last three durations (RFC 8216, 6.3.3).
  /// - Parameter last: the number of the segment before; nil at the beginning.
  public func segments(after last: Int64?) -> ArraySlice<Segment> {
    guard let last else { return isComplete ? segments[...] : segments.suffix(3) }
    // The server has restarted its count, or the window has moved past the last segment.
    guard let first = segments.first, let end = segments.last, first.number <= last + 1, end.number >= last
    else {
      return segments.suffix(3)
    }
    return segments.drop { $0.number <= last }
  }

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
}
