package import Client
import Linux
package import Model

/// The connection of one reader to the jukebox. It is made again after a restart of the jukebox, which then learns what lies on
/// the reader. It belongs to the reader's thread.
package final class JukeboxLink {
  private let reader: String
  private let target: Target
  private var connection: Connection?
  private var backoff = Backoff()
  private var nextAttempt = Instant.now()
  private var isLost = false

  /// The card that lies there.
  private var lying: CardNumber?
  private var state: ReaderState?
  /// The card that the jukebox knows of.
  private var knownLying: CardNumber?
  /// Whether this connection knows the card that lies there.
  private var isTold = false
  private var stateTime: Instant?

  /// A jukebox that starts answers after a second.
  private static let answerPatience = Duration.seconds(5)
  /// A jukebox that starts learns soon what lay there before.
  private static let longestPause = Duration.seconds(5)
  private static let statePeriod = Duration.seconds(60)

  package init(reader: String, target: Target) { (self.reader, self.target) = (reader, target) }

  package func note(_ event: Presence.Event) {
    switch event {
    case .placed(let number): lying = number
    case .away: lying = nil
    }
    keepUp()
  }

  package func note(_ state: ReaderState) {
    if self.state != state { stateTime = nil }
    self.state = state
    keepUp()
  }

  /// Connects if needed, and says what the jukebox does not know yet. Called repeatedly.
  package func keepUp() {
    if connection?.isInStep == false { connection = nil }
    do throws(Failure) {
      guard let connection = try connected() else { return }
      if isTold ? lying != knownLying : lying != nil || knownLying != nil {
        try ask(
          connection, lying.map { ["card", "placed", $0.description, reader] } ?? ["card", "away", reader])
        knownLying = lying
      }
      isTold = true
      if let state, stateTime.map({ .now() - $0 >= Self.statePeriod }) ?? true {
        try ask(connection, ["card", "reader", reader, state.rawValue])
        stateTime = .now()
      }
    } catch {
      connection = nil
      nextAttempt = .now() + min(backoff.next(), Self.longestPause)
      if !isLost { Log.warning("reader \(reader): \(error)") }
      isLost = true
    }
  }

  private func connected() throws(Failure) -> Connection? {
    if let connection { return connection }
    guard Instant.now() >= nextAttempt else { return nil }
    let made = try Connection(to: target)
    if isLost { Log.notice("reader \(reader): connected to the jukebox again") }
    (connection, isTold, stateTime, isLost, backoff) = (made, false, nil, false, Backoff())
    return made
  }

  /// A refusal is the jukebox's last word: such as of a card that is bound to nothing it can play.
  private func ask(_ connection: Connection, _ words: [String]) throws(Failure) {
    try connection.send(words)
    guard try connection.hasArrived(within: Self.answerPatience) else { throw .broken(target.address) }
    do throws(Failure) {
      _ = try connection.answer()
    } catch {
      guard error.kind == .refused else { throw error }
      Log.repeatable(.warning, "reader \(reader): \(words.joined(separator: " ")): \(error)")
    }
  }
}
