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

  // Decoded by jukebox-decoder.
  /// In MPEG-4, or raw with ADTS headers.
  case aac
  case alac
  /// Other codecs in MPEG-4.
  case mp4
  case wma
  case ape
  case wavpack
  case musepack
  case tta
  /// DSD in DSF or DFF, as PCM.
  case dsd
  /// Matroska and WebM.
  case matroska
  /// AC-3 and E-AC-3.
  case ac3

  /// For messages.
  package var name: String {
    switch self {
    case .mpeg: "MP3"
    case .flac, .oggFLAC: "FLAC"
    case .vorbis: "Vorbis"
    case .opus: "Opus"
    case .wave: "WAVE"
    case .aiff: "AIFF"
    case .aac: "AAC"
    case .alac: "ALAC"
    case .mp4: "MPEG-4"
    case .wma: "Windows Media"
    case .ape: "Monkey's Audio"
    case .wavpack: "WavPack"
    case .musepack: "Musepack"
    case .tta: "True Audio"
    case .dsd: "DSD"
    case .matroska: "Matroska"
    case .ac3: "AC-3"
    }
  }

  /// The usual extensions, to skip other files without opening them.
  public static let usualSuffixes = [
    "mp3", "mp2", "mpga", "flac", "fla", "ogg", "oga", "opus", "wav", "aif", "aiff", "aifc",
    // Decoded by jukebox-decoder.
    "m4a", "m4b", "mp4", "aac", "wma", "asf", "ape", "wv", "mpc", "tta", "dsf", "dff", "mka", "webm", "weba",
    "ac3", "eac3",
  ]
}
