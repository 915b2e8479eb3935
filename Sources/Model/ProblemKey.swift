/// The kind of a problem that is reported beside what works, for programs: stable, unlike its sentence.
/// `docs/protocol-errors.md` lists all keys.
public enum ProblemKey: String, CaseIterable, Hashable, Sendable {
  /// The file itself: corrupt, empty, no sound, vanished.
  case brokenFile = "broken-file"
  /// The decoder for the file is not installed.
  case notInstalled = "not-installed"
  /// The storage of the file failed.
  case storage
  /// The volume of the file is not plugged in.
  case volumeAway = "volume-away"
  /// A stream can't be had, or was lost.
  case stream
  /// The microphone could not be opened, or failed.
  case microphone
  /// No space is left.
  case full
  /// A file could not be written.
  case unwritable
  /// A part of a recording is missing.
  case soundLost = "sound-lost"
}
