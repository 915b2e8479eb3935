/// A field of a stored playlist. nil removes it.
public enum PlaylistField: Hashable, Sendable {
  /// In bytes of UTF-8.
  public static let mostNotesBytes = 4096
  public static let mostTemplateBytes = 1000
  public static let mostExtraBytes = 8192
  /// In beats per minute.
  public static let tempos = 1.0...1000.0
  public static let colours: ClosedRange<UInt32> = 0...0xFF_FFFF
  public static let slots = 1...3
  public static let mostCoverBytes = 512 << 10

  /// In lines.
  case notes(String?)
  /// 0xRRGGBB
  case colour(UInt32?)
  /// The tempo to play its tracks at, in beats per minute.
  case tempo(Double?)
  /// Heading of its tracks in a grouped view: text with tags in braces.
  case template(String?)
  /// The folder of playlists that it is in, by name; made where the volume has none of the name.
  case folder(String?)
  /// The mix slot that it is filled by; another playlist that has it loses it.
  case slot(Int?)
  /// A picture: JPEG, PNG or WebP.
  case cover([UInt8]?)
  /// Further data from the file that it came from, as a JSON object.
  case extra(String?)
  /// When it was made and changed last, in seconds since 1970, in place of the clock's word.
  case made(Int64?)
  case changed(Int64?)
}
