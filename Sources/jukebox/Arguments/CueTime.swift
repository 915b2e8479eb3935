import ArgumentParser

/// A time in a song, as a person writes it: `90`, `1:30`, `1:02:03.5`.
struct CueTime: ExpressibleByArgument, Equatable {
  let seconds: Double

  init?(argument: String) {
    guard case .absolute(let seconds)? = SeekTarget(argument) else { return nil }
    self.seconds = seconds
  }
}
