import Audio
import Linux
import Model
import Player

/// The sounds of pads from their press to their end.
struct PadPlays {
  private struct Press {
    /// Until the sound is loaded.
    var began: ((Refusal?) -> Void)?
    let ended: () -> Void
    /// nil if it plays without end, or its file states no length.
    let length: Duration?
    /// How much of it has sounded, and when it continued.
    var heard = Duration.zero
    var since: Instant?
  }

  private(set) var board = Soundboard()
  private var presses: [VoiceID: Press] = [:]

  func pad(of voice: UInt32) -> PadID? { board.sounding.first { $0.voice == voice }?.pad }

  /// - Parameter began: called when the sound is loaded; nil where it is.
  mutating func begin(
    _ voice: VoiceID, _ pad: Pad, began: ((Refusal?) -> Void)?, ended: @escaping () -> Void
  ) {
    board.began(voice.rawValue, pad)
    presses[voice] = Press(began: began, ended: ended, length: Self.length(of: pad))
  }

  /// It is fading out: what the press waits for comes with its end.
  mutating func stop(_ voice: UInt32) { board.ended(voice) }

  mutating func started(_ voice: VoiceID, at now: Instant) {
    if presses[voice]?.since == nil, !board.isPaused { presses[voice]?.since = now }
  }

  /// - Returns: the answer to the press; nil where nobody waits.
  mutating func end(_ voice: VoiceID) -> (() -> Void)? {
    board.ended(voice.rawValue)
    return presses.removeValue(forKey: voice).map { press in
      {
        press.began?(nil)
        press.ended()
      }
    }
  }

  /// Takes those who pressed a pad before it was loaded.
  mutating func takeWaiting(for pad: PadID) -> [(Refusal?) -> Void] {
    board.sounding.filter { $0.pad == pad }.compactMap { presses[VoiceID(rawValue: $0.voice)]?.began.take() }
  }

  /// Holds all voices, or continues them.
  mutating func togglePause(at now: Instant) {
    board.togglePause()
    for voice in board.sounding.map({ VoiceID(rawValue: $0.voice) }) {
      if !board.isPaused {
        presses[voice]?.since = now
      } else if let since = presses[voice]?.since {
        presses[voice]?.heard += now - since
        presses[voice]?.since = nil
      }
    }
  }

  /// How long the longest of a pad's sounds continues; nil without a sound, or with an endless one.
  func remaining(of pad: PadID, at now: Instant) -> Duration? {
    var longest: Duration?
    for sound in board.sounding where sound.pad == pad {
      guard let press = presses[VoiceID(rawValue: sound.voice)], let length = press.length else { return nil }
      let heard = press.heard + (press.since.map { now - $0 } ?? .zero)
      longest = max(longest ?? .zero, length - heard)
    }
    return longest
  }

  private static func length(of pad: Pad) -> Duration? {
    let settings = pad.settings
    guard settings.loops >= 0, let end = settings.end ?? pad.duration else { return nil }
    return settings.delay + max(.zero, end - settings.start) / settings.speed * (settings.loops + 1)
  }
}
