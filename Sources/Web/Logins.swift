import Linux
import Model
import NIOHTTP1

/// The passwords that visitors give. Each is checked by the jukebox before anything is done for it, on a thread of its own, one
/// at a time of each machine. Loop thread only.
final class Logins {
  enum Outcome {
    case right
    case refused(Response)
  }

  /// Origin of a try: a machine that gives a password, or a session whose password is checked again.
  private enum Origin: Hashable {
    case machine(String)
    case session(password: String)
  }

  private struct Try {
    let password: String
    var waiting: [(Outcome) -> Void]
  }

  private let workers: Workers
  private let admission: Admission
  /// Called with a password that the jukebox takes no more.
  private let onWrong: (String) -> Void
  private var tries: [Origin: Try] = [:]
  /// When the jukebox took each password. There are as many as the configuration has.
  private var proven: [String: Instant] = [:]

  /// The jukebox is asked again after this time, so that a changed password ends what an old one permits.
  static let proofTime = Duration.seconds(30)

  init(workers: Workers, admission: Admission, onWrong: @escaping (String) -> Void) {
    (self.workers, self.admission, self.onWrong) = (workers, admission, onWrong)
  }

  /// Checks a password that a request has. It is counted when the check begins.
  /// - Parameter then: called once, now or later.
  func check(
    _ password: String, from machine: String, at now: Instant, then: @escaping (Outcome) -> Void
  ) {
    if let wait = admission.passwordWait(machine, at: now) { return then(.refused(.tooMany(after: wait))) }
    if isProven(password, at: now) { return then(.right) }
    if let known = tries[.machine(machine)], known.password != password {
      return then(.refused(.tooMany(after: .seconds(1))))
    }
    if tries[.machine(machine)] == nil { admission.beginPassword(machine, at: now) }
    ask(password, of: .machine(machine), named: machine, at: now, then: then)
  }

  /// The same for the password of a session, which nobody guesses.
  func check(
    session password: String, from machine: String, at now: Instant, then: @escaping (Outcome) -> Void
  ) {
    if isProven(password, at: now) { return then(.right) }
    ask(password, of: .session(password: password), named: machine, at: now, then: then)
  }

  private func isProven(_ password: String, at now: Instant) -> Bool {
    proven[password].map { now - $0 < Self.proofTime } ?? false
  }

  private func ask(
    _ password: String, of origin: Origin, named machine: String, at now: Instant,
    then: @escaping (Outcome) -> Void
  ) {
    if tries[origin] != nil {
      tries[origin]?.waiting.append(then)
      return
    }
    tries[origin] = Try(password: password, waiting: [then])
    let question = Question.login(password: password, machine: machine)
    workers.ask(question, as: Role(guest: .read), isReading: false, for: machine) {
      self.finish(origin, $0, at: now)
    }
  }

  private func finish(_ origin: Origin, _ response: Response, at now: Instant) {
    guard let done = tries.removeValue(forKey: origin) else { return }
    var outcome = Outcome.refused(response)
    switch response.status {
    case .ok:
      proven[done.password] = now
      outcome = .right
    case .unauthorized:
      proven[done.password] = nil
      onWrong(done.password)
    // A password that was right is: without a jukebox there is nothing to do with it.
    case .serviceUnavailable where proven[done.password] != nil: outcome = .right
    default: break
    }
    if case .machine(let machine) = origin, response.status != .unauthorized {
      admission.forgetPassword(machine)
    }
    for then in done.waiting { then(outcome) }
  }
}
