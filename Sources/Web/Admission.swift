import Linux

/// The limits for each machine and for all, so that one visitor's load does not affect the others. Loop thread only.
final class Admission {
  /// Limit for some 50 browsers, which have six connections each while they load.
  static let mostConnections = 320
  /// The browsers of a household that shares one address, as with a proxy or a container.
  static let mostConnectionsOfOne = 80
  static let mostListeners = 64
  static let mostListenersOfOne = 16
  /// Requests at once, and then in each second.
  static let burst = 200.0
  static let rate = 100.0
  static let mostWrongPasswords = 5
  static let wrongPasswordTime = Duration.seconds(60)

  private struct Account {
    var connections = 0
    var listeners = 0
    /// Requests that may come at once.
    var credit = Admission.burst
    var countedAt: Instant
    /// When each was given, of those that were wrong or are being checked.
    var passwords: [Instant] = []
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
      accounts = accounts.filter { $0.value.connections > 0 || !$0.value.passwords.isEmpty }
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

  /// How long a machine waits until it may give a password; nil: not at all.
  func passwordWait(_ machine: String, at now: Instant) -> Duration? {
    let recent = accounts[machine]?.passwords.filter { now - $0 < Self.wrongPasswordTime } ?? []
    accounts[machine]?.passwords = recent
    guard recent.count >= Self.mostWrongPasswords, let first = recent.first else { return nil }
    return Self.wrongPasswordTime - (now - first)
  }

  /// Counts a password as wrong while it is checked.
  func beginPassword(_ machine: String, at now: Instant) { accounts[machine]?.passwords.append(now) }

  /// The last one was not wrong.
  func forgetPassword(_ machine: String) { _ = accounts[machine]?.passwords.popLast() }
}
