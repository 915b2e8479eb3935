import ArgumentParser

/// What volumes are called.
enum VolumeName {
  /// Refuses an empty one, which a shell makes of a variable that is not set.
  static func check(_ name: String?) throws {
    if name == "" { throw ValidationError("An empty name is no volume. `jukebox volumes` shows them.") }
  }
}
