import CSQLite
import Linux

/// Reaches into a connection from another thread, to end what it is doing (sqlite3_interrupt).
///
/// The pointer is withdrawn under the lock before the connection closes, as SQLite demands.
final class InterruptHandle: Sendable {
  // Unchecked: sqlite3_interrupt is the one call that SQLite allows from any thread.
  @safe private struct Target: @unchecked Sendable {
    var connection: OpaquePointer?
  }

  private let target = unsafe Guarded(Target(connection: nil))

  func attach(_ connection: OpaquePointer) { target.withLock { unsafe $0.connection = unsafe connection } }
  func detach() { target.withLock { unsafe $0.connection = nil } }

  /// Ends the statements that run now; ones that start later are not affected.
  func interrupt() {
    target.withLock { target in
      if let connection = unsafe target.connection { unsafe sqlite3_interrupt(connection) }
    }
  }
}
