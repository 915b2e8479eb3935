/// The type of a file's content.
public enum FileType: String, Hashable, Sendable, CaseIterable {
  /// MPEG-1, 2 or 2.5 audio, layer I, II or III.
  case mpeg = "mp3"
  case flac
  /// FLAC in an Ogg container.
  case oggFLAC = "oggflac"
  case vorbis
  case opus
  /// Microsoft's RIFF WAVE, RF64 and BW64.
  case wave = "wav"
  /// Apple's AIFF and AIFF-C.
  case aiff

  /// The usual extensions, to skip other files without opening them.
  public static let usualSuffixes = [
    "mp3", "mp2", "mpga", "flac", "ogg", "oga", "opus", "wav", "aif", "aiff", "aifc",
  ]
}
