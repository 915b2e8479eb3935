public import Linux

/// Why a file can't be played or read on.
public enum MediaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The content is of none of the formats, whatever the name says.
  case notAudio
  /// The content is sound, in a form that isn't played; `what` names it ("MPEG-4", "9 channels").
  case unsupported(String)
  /// The content breaks its format's rules at about this byte of the file; `what` says which.
  case corrupt(at: Int64, String)
  /// The file ends before its first frame of sound.
  case truncated
  /// The system refused a read.
  case io(SystemError)
  /// A stream can't be had; the text says why.
  case stream(String)
  /// A library could not get memory.
  case outOfMemory
  /// jukebox-decoder decodes this format, and is not installed or does not run; the name of the format.
  case needsFormats(String)
  /// The process that decodes the file ended, or answered nonsense.
  case decoderEnded
  /// The process that decodes the file did not answer in time.
  case decoderHangs

  /// The same error for clients: see `SystemError.withoutPath`.
  public var withoutPath: MediaError {
    if case .io(let error) = self { .io(error.withoutPath) } else { self }
  }

  public var description: String {
    switch self {
    case .notAudio: "not a sound file"
    case .unsupported(let what): "\(what) cannot be played"
    case .corrupt(let offset, let what): "broken at byte \(offset): \(what)"
    case .truncated: "ends before its first sound"
    case .io(let error): error.description
    case .stream(let why): why
    case .outOfMemory: "not enough memory to decode it"
    case .needsFormats(let name): "\(name) needs the package jukebox-formats"
    case .decoderEnded: "its decoder crashed"
    case .decoderHangs: "its decoder does not answer"
    }
  }
}
