import Model

extension Event {
  /// Whether somebody says with it what is to sound, or that nothing is: what is still being read for an earlier wish is
  /// not played any more. Edits of the queue and places in what sounds say nothing of that.
  var isWish: Bool {
    switch self {
    case .play, .playPosition, .playID, .setPaused, .togglePause, .stop, .next, .previous, .seekPosition,
      .seekID,
      .clear, .replaceQueue, .powerOff:
      true
    case .perform(let action):
      switch action {
      case .play, .pause, .toggle, .stop, .next, .previous, .nextFolder, .previousFolder, .shutdown: true
      // A preset is one once it is looked for.
      default: false
      }
    default: false
    }
  }
}
