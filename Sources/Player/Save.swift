public import Model

/// Values to store, and how soon.
public enum Save: Hashable, Sendable {
  /// Durable before the command that caused it is answered; with `SavedSettings.queueVersion` and `.nextID`.
  case queue(QueueChange)
  /// The random order (`Jukebox.savedOrder`), within 1 s.
  case order
  /// `Jukebox.savedSettings`, within 1 s.
  case settings
  /// `Jukebox.savedPosition(at:)`, at once; nobody waits for it.
  case position
  /// The position in a folder that resumes, at once; nothing waits for it.
  case folder(FolderReference, FolderPoint)
}
