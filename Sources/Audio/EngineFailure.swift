public import Linux
public import Media
import Signal

/// Why an entry could not be played, or not be played on.
public enum EngineFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file could not be opened.
  case open(SystemError)
  /// The file could not be understood or read on.
  case decode(MediaError)
  /// The resampler refused the entry's rate; in its own words.
  case resample(String)
  /// Its speed could not be changed; a sentence.
  case stretch(String)
  /// The sounds that play take all the memory that there is for sounds.
  case noRoom

  /// Whether the storage failed, and not the file: the volume may be about to leave.
  public var isStorage: Bool {
    switch self {
    case .open(let error): error.code != .noSuchFile && error.code != .notSupported
    case .decode(.io): true
    case .decode, .resample, .stretch, .noRoom: false
    }
  }

  /// The same failure for clients, if the file is none of a volume's.
  public var withoutPath: EngineFailure {
    switch self {
    case .open(let error): .open(error.withoutPath)
    case .decode(let error): .decode(error.withoutPath)
    case .resample, .stretch, .noRoom: self
    }
  }

  public var description: String {
    switch self {
    case .open(let error): error.description
    case .decode(let error): error.description
    case .stretch(let reason): reason
    case .noRoom: "the sounds that play take all of [audio] pads-memory"
    case .resample(let reason): "cannot be resampled: \(reason)"
    }
  }
}

extension EngineFailure {
  init(_ error: ResamplerError) { self = .resample(error.reason) }
  init(_ error: TimeStretcherError) { self = .stretch(error.reason) }
}
