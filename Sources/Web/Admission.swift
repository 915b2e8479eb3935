import Linux

/// The limits for each machine and for all: what one visitor does leaves the others served. Loop thread only.
final class Admission {
  /// Of some 50 browsers, which have six each while they load.
  static let mostConnections = 320
  /// Several browsers of one machine, or of a network that shares one address.
  static let mostConnectionsOfOne = 24
  static let mostListeners = 64
  static let mostListenersOfOne = 4
  /// Requests at once, and then in each second.
  static let burst = 60.0
  static let rate = 20.0
  static let mostWrongPasswords = 5
  static let wrongPasswordTime = Duration.seconds(60)

  private struct Account {
    var connections = 0
    var listeners = 0
    /// Requests that may come at once.
    var credit = Admission.burst
    var countedAt: Instant
    var wrongPasswords: [Instant] = []
  }

  private var accounts: [String: Account] = [:]
  private(set) var connections = 0
  private(set) var listeners = 0

  /// Machines that are remembered after they left.
  private static let mostAccounts = 512

  var accountCount: Int { accounts.count }

  /// - Returns: whether the machine may have a further connection; `leave` follows then.
  func enter(_ machine: String, at now: Instant) -> Bool {
    guard connections < Self.mostConnections else { return false }
    if accounts.count >= Self.mostAccounts {
      accounts = accounts.filter { $0.value.connections > 0 || !$0.value.wrongPasswords.isEmpty }
    }
    if accounts.count >= Self.mostAccounts { accounts = accounts.filter { $0.value.connections > 0 } }
    var account = accounts[machine] ?? Account(countedAt: now)
    guard account.connections < Self.mostConnectionsOfOne else { return false }
    account.connections += 1
    accounts[machine] = account
    connections += 1
    return true
  }

  func leave(_ machine: String) {
    accounts[machine]?.connections -= 1
    connections -= 1
  }

  /// - Returns: whether the machine may have a further answer now.
  func request(_ machine: String, at now: Instant) -> Bool {
    guard var account = accounts[machine] else { return false }
    let seconds = Double((now - account.countedAt).nanoseconds) / 1e9
    account.credit = min(Self.burst, account.credit + seconds * Self.rate)
    account.countedAt = now
    let isTaken = account.credit >= 1
    if isTaken { account.credit -= 1 }
    accounts[machine] = account
    return isTaken
  }

  /// - Returns: whether the machine may have a further stream of events; `endListening` follows then.
  func listen(_ machine: String) -> Bool {
    guard let count = accounts[machine]?.listeners, count < Self.mostListenersOfOne else { return false }
    accounts[machine]?.listeners += 1
    listeners += 1
    return true
  }

  func endListening(_ machine: String) {
    accounts[machine]?.listeners -= 1
    listeners -= 1
  }

  /// - Returns: whether the machine may try a password.
  func mayTryPassword(_ machine: String, at now: Instant) -> Bool {
    let recent = accounts[machine]?.wrongPasswords.filter { now - $0 < Self.wrongPasswordTime } ?? []
    accounts[machine]?.wrongPasswords = recent
    return recent.count < Self.mostWrongPasswords
  }

  func noteWrongPassword(_ machine: String, at now: Instant) {
    accounts[machine]?.wrongPasswords.append(now)
  }
}
