import Model

extension Call {
  /// The refusal of a song, a folder, a file or a volume. If its volume is known but absent, the path is no typing
  /// error, so the sentence adds the reason.
  func error(_ refusal: Refusal, of subject: String) -> CommandError {
    let error = refusal.commandError(of: subject)
    switch refusal {
    case .noSuchPath, .noSuchSong, .noSuchDirectory, .noSuchPlaylist, .noSuchVolume, .volumeGone:
      guard let name = subject.split(separator: "/").first.map(String.init),
        backend.volumes.absentNames.contains(name)
      else { return error }
      let isReleased = backend.system.neighbors.contains { $0.name == name }
      return CommandError(
        error.code, "\(error.message) (\(name) \(isReleased ? "is unmounted" : "is not plugged in"))",
        key: isReleased ? .volumeReleased : .volumeNotPluggedIn, about: name)
    default: return error
    }
  }
}
