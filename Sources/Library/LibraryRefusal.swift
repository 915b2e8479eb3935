/// Why the library does not answer.
public enum LibraryRefusal: Error, Hashable, Sendable {
  /// No track and no folder with tracks.
  case noSuchPath
  /// A file that is no sound file, or broken.
  case notReadable
  /// The volume left meanwhile.
  case volumeGone
  /// There are more than the asked-for limit.
  case tooMany
  case store(StoreError)

  init(_ error: StoreError) {
    self = error.kind == .closed || error.kind == .cancelled ? .volumeGone : .store(error)
  }
}
