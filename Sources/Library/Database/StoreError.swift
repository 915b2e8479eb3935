import CSQLite
import Linux

/// Error of a database or its storage: SQLite's code and message, and the database's path.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reaction to it, by SQLite's primary result code.
  public enum Kind: Hashable, Sendable {
    /// The storage is full (SQLITE_FULL).
    case full
    /// The storage or the file takes no writes (SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN).
    case unwritable
    /// The file's content breaks SQLite's rules, or isn't SQLite's at all (SQLITE_CORRUPT, SQLITE_NOTADB).
    case corrupt
    /// A well-formed database that is not one of ours: foreign tables, triggers, views or values, among them such
    /// that the next write breaks a rule of the schema (SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG): what
    /// this program writes is checked before. A reference to a missing row counts only if
    /// the database has others (`VolumeStore.runCatchingFailure`).
    case foreign
    /// The text indexes are broken; the rows are not (SQLITE_CORRUPT_VTAB, or FTS5's own refusals).
    case textIndex
    /// Written by a later version of this program.
    case newer
    /// Cancelled by who asked, or the volume is leaving (SQLITE_INTERRUPT).
    case cancelled
    /// Another process holds the database (SQLITE_BUSY, SQLITE_LOCKED).
    case busy
    /// The storage failed (SQLITE_IOERR): a dying or pulled stick.
    case inputOutput
    /// The store has closed or never opened.
    case closed
    case other
  }

  public let kind: Kind
  /// SQLite's extended result code; 0 where the refusal is our own.
  public let code: Int32
  public let message: String
  public let path: String

  package init(_ kind: Kind, _ message: String, path: String) {
    self.init(kind, code: 0, message: message, path: path)
  }

  private init(_ kind: Kind, code: Int32, message: String, path: String) {
    self.kind = kind
    self.code = code
    self.message = message
    self.path = path
  }

  /// A value in a database that no version of this program writes.
  static func strange(_ what: String, in connection: Connection) -> StoreError {
    StoreError(.foreign, "a \(what) that this program never writes", path: connection.path)
  }

  /// Whether a row that was written refers to a missing one (SQLITE_CONSTRAINT_FOREIGNKEY).
  var isBrokenReference: Bool { code == csqlite_constraint_foreignkey }

  /// The same failure, known to be of another kind.
  func of(_ kind: Kind) -> StoreError { StoreError(kind, code: code, message: message, path: path) }

  /// - Parameter systemCode: what the system refused (errno).
  init(code: Int32, systemCode: Int32 = 0, message: String, path: String) {
    let kind: Kind =
      switch code & 0xFF {
      case SQLITE_FULL: .full
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH: .unwritable
      case SQLITE_CORRUPT where code == csqlite_corrupt_vtab: .textIndex
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .corrupt
      case SQLITE_INTERRUPT: .cancelled
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      // A file system on which the kernel found a fault takes no more writes, also into files that are open.
      case SQLITE_IOERR where systemCode == Errno.readOnlyFileSystem.rawValue: .unwritable
      case SQLITE_IOERR where systemCode == Errno.noSpace.rawValue: .full
      case SQLITE_IOERR: .inputOutput
      case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG: .foreign
      default: .other
      }
    self.init(kind, code: code, message: message, path: path)
  }

  init(_ error: SystemError) {
    let kind: Kind =
      switch error.code {
      case .noSpace: .full
      case .readOnlyFileSystem, .accessDenied, .notPermitted: .unwritable
      default: .inputOutput
      }
    self.init(kind, "\(error.call): \(error.code)", path: error.path ?? "")
  }

  public var description: String { "\(path): \(reason)" }
  /// Without the path.
  package var reason: String { code == 0 ? message : "\(message) (SQLite \(code))" }
}
