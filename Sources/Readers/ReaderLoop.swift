package import Inputs
import Linux
import Model

/// Reads one reader for as long as the program runs, and opens it again after each fault. On a thread of its own.
package final class ReaderLoop {
  private let binding: ReaderBinding
  private let link: JukeboxLink
  private let open: (ReaderBinding) throws(ReaderFault) -> any CardReader
  private let rest: (Duration) -> Void
  private var presence: Presence
  private var backoff = Backoff()
  /// The fault that the log has a line of.
  private var fault: ReaderFault?
  /// It has worked: so it does again once it can be opened.
  private var hasWorked = false

  /// - Parameter rest: waits between two attempts to open the reader.
  package init(
    _ binding: ReaderBinding, link: JukeboxLink,
    open: @escaping (ReaderBinding) throws(ReaderFault) -> any CardReader = openReader,
    rest: @escaping (Duration) -> Void = { Pause.milliseconds(Int($0.nanoseconds / 1_000_000)) }
  ) {
    (self.binding, self.link, self.open, self.rest) = (binding, link, open, rest)
    presence = Presence(awayAfter: binding.awayDelay)
  }

  package func run(while goesOn: () -> Bool = { true }) {
    while goesOn() {
      do throws(ReaderFault) {
        let reader = try open(binding)
        try watch(reader, while: goesOn)
      } catch {
        if error != fault { Log.error("reader \(binding.name) (\(binding.kind.rawValue)): \(error)") }
        fault = error
        link.note(error.state)
        rest(backoff.next())
      }
    }
  }

  private func watch(_ reader: any CardReader, while goesOn: () -> Bool) throws(ReaderFault) {
    var state: ReaderState?
    while goesOn() {
      let number = try reader.card()
      if state != .works { state = note(reader, since: state) }
      if let event = presence.look(number, at: .now()) { link.note(event) } else { link.keepUp() }
    }
  }

  /// - Returns: the state of a reader that is open.
  private func note(_ reader: any CardReader, since before: ReaderState?) -> ReaderState {
    hasWorked = hasWorked || reader.answers
    let state = hasWorked ? ReaderState.works : .listening
    guard state != before else { return state }
    let text =
      state == .listening
      ? "is open; its first card will show whether it is wired" : fault == nil ? "works" : "works again"
    Log.notice("reader \(binding.name) (\(binding.kind.rawValue)) \(text)")
    (fault, backoff) = (nil, Backoff())
    link.note(state)
    return state
  }
}
