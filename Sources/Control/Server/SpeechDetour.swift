import Linux
import Model

/// Speech of home automation, which can only `clear` the queue, `add` a URL and `play`: the queue comes back, and the URL is
/// announced over the music.
struct SpeechDetour {
  /// Whether the client cleared the queue, and asked for nothing but answers since.
  private var hasCleared = false
  /// Whether what it would play then was announced instead.
  private(set) var hasAnnounced = false

  /// Follows the commands of the client, once each.
  mutating func follow(_ call: Call) {
    if call.isQuestion || call.name == "add" && hasAnnounced { return }
    hasCleared = call.name == "clear"
    hasAnnounced = false
  }

  /// Whether a URL is that of speech which was to replace the queue.
  func takes(_ url: String, marks: [String]) -> Bool {
    hasCleared && MusicPath.hasScheme(url)
      && marks.contains { url.utf8.firstOccurrence(of: $0.utf8) != nil }
  }

  /// Brings the queue back, and announces the URL.
  static func announce(_ url: String, _ call: Call) -> Answer {
    call.client.speech.hasAnnounced = true
    return restoring(call) { () throws(CommandError) in
      call.whenDone(of: url) { completion in
        call.backend.pads.announce(url, volume: nil, duck: nil) {
          if $0 != nil { call.client.speech.hasAnnounced = false }
          completion($0)
        }
      }
    }
  }

  private static func restoring(
    _ call: Call, then: @escaping () throws(CommandError) -> Answer
  ) -> Answer {
    call.wait(for: { completion in
      call.backend.playback.takeBackClear(completion: completion)
      return .done
    }) { (_: ()) throws(CommandError) in try then() }
  }

  /// Ends a call with an error, and restores the queue as before `clear` because nothing can be added, as with the URL of an
  /// announcement.
  /// - Returns: whether it does.
  static func end(_ call: Call, _ error: CommandError) -> Bool {
    guard call.isAdding, call.backend.playback.canTakeBackClear else { return false }
    _ = restoring(call) { () throws(CommandError) in throw error }
    return true
  }
}
