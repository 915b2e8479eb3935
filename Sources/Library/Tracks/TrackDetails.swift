public import Model

/// Facts that a file states: its sound and its tags.
public struct TrackDetails: Hashable, Sendable {
  public enum Format: Int64, Sendable {
    case flac = 1, mp3, vorbis, opus, oggFLAC, wave, aiff
    // Decoded by jukebox-decoder.
    case aac, alac, mp4, wma, ape, wavpack, musepack, tta, dsd, matroska, ac3
  }

  public var format: Format
  /// In Hz.
  public var rate: Int
  public var channels: Int
  /// Bits of each sample, if the format keeps whole samples (FLAC, WAVE, AIFF).
  public var bits: Int?
  /// Frames of the source after gapless trimming, at `rate`, if the file states them.
  public var frames: Int64?
  public var duration: Duration?
  /// Whether `duration` was reckoned from the size and the bit rate.
  public var durationIsEstimated = false

  /// Average bit rate of the sound, in bit/s.
  public var bitRate: Int?

  public var title: String?
  /// Tags that may stand several times keep all their values, in the file's order.
  public var artists: [String] = []
  public var album: String?
  public var albumArtists: [String] = []
  public var genres: [String] = []
  /// As written: `2003`, `2003-05-01`, …
  public var date: String?
  public var disc: Int?
  /// As `TrackNumber` has it.
  public var track: Int?
  /// Number of discs.
  public var discTotal: Int?
  public var trackTotal: Int?
  /// An album of various artists; nil where nothing is said.
  public var isCompilation: Bool?
  public var loudness = Loudness()
  /// Every other tag, and further values of the single ones above, in the file's order; together at most
  /// `moreLimit` bytes of UTF-8 with what parts them.
  public var more: [TagValue] = []
  /// In the order of the sound. Not read with the rest of a track's row.
  public var chapters: [Chapter] = []

  /// Counts what is read of files: raised whenever more is, or whenever they get other keys, so that they are read again.
  static let reader: Int64 = 8
  public static let moreLimit = 48 * 1024

  /// About what its texts take of memory.
  var textBytes: Int {
    var count = (title?.utf8.count ?? 0) + (album?.utf8.count ?? 0) + (date?.utf8.count ?? 0)
    for text in artists { count += text.utf8.count }
    for text in albumArtists { count += text.utf8.count }
    for text in genres { count += text.utf8.count }
    for value in more { count += value.text.utf8.count }
    return count
  }

  public struct TagValue: Hashable, Sendable {
    public let tag: TagName
    public let text: String

    public init(_ tag: TagName, _ text: String) {
      self.tag = tag
      self.text = text
    }
  }

  /// MixRamp's tags, as the file has them.
  public var mixRampStart: String? { more.first { $0.tag == .mixRampStart }?.text }
  public var mixRampEnd: String? { more.first { $0.tag == .mixRampEnd }?.text }

  public init(format: Format, rate: Int, channels: Int) {
    self.format = format
    self.rate = rate
    self.channels = channels
  }
}
