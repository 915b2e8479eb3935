import CLinux
import CSQLite
import Linux

/// One SQLite connection, confined to the thread that opened it: every database has exactly one, under exclusive
/// locking, so that no shared-memory file is needed.
///
/// The log (WAL) is flushed at each commit and nothing is mapped: memory-mapped files on a pulled stick are SIGBUS. In
/// power cuts on FAT, exFAT and ext4 every database of this form was whole, where a rollback journal lost rows.
///
/// SQL comes as `StaticString` only: no statement is ever put together at run time. Statements are prepared once
/// and kept until `close()`.
@safe package final class Connection {
  enum Storage: ~Copyable {
    /// `name` in the open folder. The connection keeps the folder, since SQLite looks up the log in it to the end.
    case file(folder: Descriptor, name: String)
    case memory
  }

  /// For messages: where the database is, as a person would look for it.
  let path: String
  let interruptHandle = InterruptHandle()
  /// Cancellation of the running request; checked every thousand steps of SQLite's machine.
  var cancellation: Cancellation?
  /// Set permanently when the volume leaves.
  let closing: Cancellation

  private var handle: OpaquePointer?
  private var folder: Descriptor?
  /// The file itself, as a place alone (O_PATH): one that is open for more would take SQLite's locks with it when it is
  /// closed (fcntl(2)).
  private var place: Descriptor?
  /// Whether each commit flushes the log.
  private var isFlushingLog = true
  /// Whether transactions leave the flush of the log to `flush`: those of a command list share one.
  var defersFlush = false
  /// Whether such a transaction was committed since the last `flush`.
  private(set) var owesFlush = false
  private var statements: [UInt: PreparedStatement] = [:]
  /// How often a statement was asked for.
  private var uses: UInt64 = 0
  private let bound = BoundBytes()

  init(_ storage: consuming Storage, path: String, closing: Cancellation = Cancellation()) throws(StoreError)
  {
    self.path = path
    self.closing = closing
    PathKeepingVFS.register
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let file: String
    switch consume storage {
    case .file(let folder, let name):
      file = "/proc/self/fd/\(folder.rawValue)/\(name)"
      self.folder = consume folder
    case .memory: file = ":memory:"
    }
    let code = unsafe sqlite3_open_v2(file, &handle, flags | SQLITE_OPEN_EXRESCODE, PathKeepingVFS.name)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      let error = failure(code)
      unsafe sqlite3_close_v2(handle)
      // All is initialised here, so that `deinit` runs too.
      unsafe self.handle = nil
      throw error
    }
    unsafe interruptHandle.attach(handle)
    unsafe sqlite3_progress_handler(
      handle, 1000,
      { connection in
        guard let connection = unsafe connection else { return 0 }
        return unsafe Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue().isInterrupted ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    do throws(StoreError) {
      // Before anything else: an exclusive lock on a file that is open for reading only is an I/O error.
      guard !isReadOnly else { throw StoreError(.unwritable, "can only be read", path: path) }
      try configure(isFile: file != ":memory:")
      openPlace(of: file)
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  private func openPlace(of file: String) {
    let number = unsafe clinux_open(file, CLINUX_O_PATH | O_NOFOLLOW | O_CLOEXEC, 0)
    guard folder != nil, number >= 0 else { return }
    place = Descriptor(owning: number)
    // On a file system that never counts names this shows nothing.
    if isDeleted { place = nil }
  }

  /// Whether the database's file has no name any more: its content goes with this process (fstat(2), `st_nlink`). False
  /// if unknown.
  var isDeleted: Bool {
    guard let number = place?.rawValue else { return false }
    var status = stat()
    return unsafe fstat(number, &status) == 0 && status.st_nlink == 0
  }

  /// From now on every write fails (PRAGMA query_only).
  func refuseWrites() { try? execute("PRAGMA query_only = ON") }

  /// Whether what runs was cancelled or the volume is leaving.
  var isInterrupted: Bool { closing.isCancelled || cancellation?.isCancelled == true }

  /// Distrust first, then how the file is used. Nothing here reads the schema before the defences are up.
  private func configure(isFile: Bool) throws(StoreError) {
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
      (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
    ] as [(Int32, Int32)] {
      let code = unsafe csqlite_db_config(handle, option, value, nil)
      guard code == SQLITE_OK else { throw failure(code) }
    }
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, 4 << 20), (SQLITE_LIMIT_SQL_LENGTH, 64 << 10), (SQLITE_LIMIT_COLUMN, 100),
      (SQLITE_LIMIT_EXPR_DEPTH, 50), (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_VDBE_OP, 50_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 16), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 100), (SQLITE_LIMIT_TRIGGER_DEPTH, 4), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] as [(Int32, Int32)] {
      _ = unsafe sqlite3_limit(handle, limit, value)
    }
    // Shared by all connections of the process: a cache gives memory back at the first, work fails at the second.
    _ = sqlite3_soft_heap_limit64(6 << 20)
    _ = sqlite3_hard_heap_limit64(48 << 20)
    // Exclusive first of all: other pragmas read the file, and a log that was read before is kept in step with other
    // processes through a shared-memory file, which would be mapped.
    if isFile { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA mmap_size = 0")
    try execute("PRAGMA temp_store = MEMORY")
    try execute("PRAGMA cache_size = -384")
    guard isFile else { return }
    // The first page of a new database has nothing to roll back to, and the log keeps all that follows: a journal for it
    // would have the storage waited for four times more, and each file that is closed after a write takes a FAT that is
    // mounted with `flush` 0.1 s.
    let pages = try first("PRAGMA page_count") { (row) throws(StoreError) in try row.integer(0) }
    if pages == 0 { try execute("PRAGMA journal_mode = MEMORY") }
    let mode = try first("PRAGMA journal_mode = WAL") { (row) throws(StoreError) in try row.text(0) }
    guard mode == "wal" else {
      throw StoreError(.unwritable, "journal mode is \(mode ?? "unknown") instead of wal", path: path)
    }
    // As `isFlushingLog` says.
    try execute("PRAGMA synchronous = FULL")
    // In pages: 8 MiB, which an opening reads through after a power cut. Each checkpoint waits for the storage twice.
    try execute("PRAGMA wal_autocheckpoint = 2000")
    try execute("PRAGMA journal_size_limit = 1048576")
  }

  /// The last failure of this connection as a typed value (sqlite3_errmsg).
  private func failure(_ code: Int32, _ systemCode: Int32 = 0) -> StoreError {
    let message = unsafe handle.flatMap { unsafe sqlite3_errmsg($0) }.map { unsafe String(cString: $0) }
    return StoreError(
      code: code, systemCode: systemCode, message: message ?? "no memory for a connection", path: path)
  }

  /// Finalises every statement and closes (sqlite3_close); harmless when done already.
  func close() {
    guard let handle = unsafe handle else { return }
    interruptHandle.detach()
    for statement in statements.values { unsafe sqlite3_finalize(statement.pointer) }
    statements = [:]
    let code = unsafe sqlite3_close(handle)
    guard code == SQLITE_OK else { fatalError("sqlite3_close: \(code), a statement or backup is still open") }
    unsafe self.handle = nil
    folder = nil
    place = nil
  }

  // MARK: Statements

  /// The compiled statement for `sql`, from the cache where this place in the program ran it before.
  private func prepare(_ sql: StaticString) throws(StoreError) -> PreparedStatement {
    let key = unsafe UInt(bitPattern: sql.utf8Start)
    uses += 1
    if let known = statements[key], !known.isRunning {
      known.lastUse = uses
      return known
    }
    guard unsafe handle != nil else { throw StoreError(.closed, "the database is closed", path: path) }
    var pointer: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      handle, UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self),
      Int32(sql.utf8CodeUnitCount),
      UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard code == SQLITE_OK, let pointer = unsafe pointer else { throw failure(code) }
    let statement = unsafe PreparedStatement(pointer)
    statement.lastUse = uses
    if statements[key] == nil {
      statements[key] = statement
      keepStatements(Self.mostStatements)
    } else {
      statement.isTransient = true  // The same statement runs within itself.
    }
    return statement
  }

  /// As many compiled statements are kept for when they are asked for again; each takes some 10 KiB.
  private static let mostStatements = 64
  /// Limit of recurring statements while the store is idle.
  private static let mostStatementsAtRest = 24

  /// Finalises those that were not asked for for longest, never the last one.
  private func keepStatements(_ most: Int) {
    guard statements.count > most else { return }
    let idle = statements.filter { !$0.value.isRunning && $0.value.lastUse < uses }.sorted {
      $0.value.lastUse < $1.value.lastUse
    }
    for (key, statement) in idle.prefix(statements.count - most) {
      unsafe sqlite3_finalize(statement.pointer)
      statements[key] = nil
    }
  }

  /// Compiled statements that are kept.
  var statementCount: Int { statements.count }

  /// Frees what makes the next question a little quicker (sqlite3_db_release_memory, and most compiled statements).
  func rest() {
    keepStatements(Self.mostStatementsAtRest)
    _ = unsafe sqlite3_db_release_memory(handle)
  }

  /// Runs `sql` with `values` bound to ?1, ?2, … and hands each row to `body` (sqlite3_step).
  package func forEach(
    _ sql: StaticString, _ values: SQLValue..., row body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    try run(sql, values, row: body)
  }

  /// As above, for statements of which several are chosen from.
  package func forEach(
    _ sql: StaticString, with values: [SQLValue], row body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    try run(sql, values, row: body)
  }

  /// As `forEach`, until `body` says that it has enough.
  package func forEachWhile(
    _ sql: StaticString, _ values: SQLValue..., body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try runWhile(sql, values, body)
  }

  package func forEachWhile(
    _ sql: StaticString, with values: [SQLValue], body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try runWhile(sql, values, body)
  }

  /// Runs `sql` and makes a value of its first row; nil where there is none.
  package func first<Result>(
    _ sql: StaticString, _ values: SQLValue..., row body: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    try first(sql, values: values, row: body)
  }

  package func first<Result>(
    _ sql: StaticString, values: [SQLValue], row body: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    var result: Result?
    try run(sql, values) { (row) throws(StoreError) in
      if result == nil { result = try body(row) }
    }
    return result
  }

  /// Runs `sql` for its effect.
  package func execute(_ sql: StaticString, _ values: SQLValue...) throws(StoreError) {
    try run(sql, values) { _ in }
  }

  /// As `execute`, with as many values as come.
  package func execute(_ sql: StaticString, values: [SQLValue]) throws(StoreError) {
    try run(sql, values) { _ in }
  }

  /// Whether SQLite could open the file for reading only (sqlite3_db_readonly).
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }
  /// The rows that the last statement inserted, changed or deleted (sqlite3_changes64).
  var changes: Int64 { unsafe sqlite3_changes64(handle) }
  /// The same of all statements since the connection was opened (sqlite3_total_changes64).
  var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }
  /// sqlite3_last_insert_rowid
  var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  private func run(
    _ sql: StaticString, _ values: [SQLValue], row body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    try runWhile(sql, values) { (row) throws(StoreError) in
      try body(row)
      return true
    }
  }

  private func runWhile(
    _ sql: StaticString, _ values: [SQLValue], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try goOn()
    let statement = try prepare(sql)
    let pointer = unsafe statement.pointer
    statement.isRunning = true
    let mark = bound.used
    defer {
      bound.used = mark
      _ = unsafe sqlite3_reset(pointer)
      _ = unsafe sqlite3_clear_bindings(pointer)
      statement.isRunning = false
      if statement.isTransient { unsafe sqlite3_finalize(pointer) }
    }
    // Compiling it may have taken longer than it runs.
    try goOn()
    precondition(
      unsafe Int(sqlite3_bind_parameter_count(pointer)) == values.count, "\(sql): wrong count of values")
    for (index, value) in values.enumerated() {
      let code = unsafe bind(value, to: Int32(index + 1), of: pointer)
      guard code == SQLITE_OK else { throw failure(code) }
    }
    while true {
      var systemCode: Int32 = 0
      let code = unsafe csqlite_step(pointer, &systemCode)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code, systemCode) }
      if try !body(unsafe Row(pointer, path: path)) { return }
    }
  }

  private func goOn() throws(StoreError) {
    if isInterrupted { throw StoreError(code: SQLITE_INTERRUPT, message: "interrupted", path: path) }
  }

  private func bind(_ value: SQLValue, to index: Int32, of statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, index)
    case .integer(let value): return unsafe sqlite3_bind_int64(statement, index, value)
    case .real(let value): return unsafe sqlite3_bind_double(statement, index, value)
    case .text(var text):
      return text.withUTF8 { bytes in
        if let kept = unsafe bound.keepText(UnsafeRawBufferPointer(bytes)) {
          return unsafe csqlite_bind_kept_text(statement, index, kept)
        }
        return unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          // A null pointer would bind NULL, and an empty text has none.
          guard let start = characters.baseAddress else {
            return unsafe csqlite_bind_text(statement, index, "", 0)
          }
          return unsafe csqlite_bind_text(statement, index, start, UInt64(characters.count))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(statement, index, 0) }
      return unsafe bytes.withUnsafeBytes { bytes in
        if let kept = unsafe bound.keep(bytes) {
          return unsafe csqlite_bind_kept_blob(statement, index, kept, Int32(bytes.count))
        }
        return unsafe csqlite_bind_blob(statement, index, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  }

  // MARK: Transactions

  var isInTransaction: Bool { unsafe handle != nil && sqlite3_get_autocommit(handle) == 0 }

  /// Proof that a transaction is open: what may only be written inside one takes it as an argument.
  package struct Transaction: ~Copyable {
    fileprivate init() {}
  }

  /// Runs `body` in a transaction that is on the storage when this returns, or not at all. With `defersFlush` it is on
  /// the storage after the next `flush`, durable transaction or checkpoint.
  ///
  /// - Parameter isDurable: false for what a scan would find again: it is whole or not there at all, but after a power
  ///   cut it may be missing, until the next durable transaction or checkpoint. Nothing waits for the storage then
  ///   (PRAGMA synchronous = NORMAL: the log is not flushed at the commit).
  package func transaction<Result>(
    isDurable: Bool = true, _ body: (borrowing Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let isDeferred = isDurable && defersFlush
    try setFlushingLog(isDurable && !isDeferred)
    // Again where this fails: before the next transaction at the latest.
    defer { try? setFlushingLog(true) }
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body(Transaction())
      try execute("COMMIT")
      if isDeferred { owesFlush = true }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Waits until the transactions that left it to this are on the storage.
  func flush() throws(StoreError) {
    guard owesFlush else { return }
    let code = unsafe csqlite_flush_log(handle)
    guard code == SQLITE_OK else {
      throw StoreError(code: code, message: "the log can't be flushed", path: path)
    }
    owesFlush = false
  }

  /// SQLite carries this pragma out when it compiles it, so that a statement that is kept would do nothing.
  private func setFlushingLog(_ flushes: Bool) throws(StoreError) {
    if flushes == isFlushingLog { return }
    let sql: StaticString = flushes ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL"
    let code = unsafe sqlite3_exec(
      handle, UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self), nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
    isFlushingLog = flushes
  }

  private func rollBack() {
    guard isInTransaction else { return }
    let pending = cancellation
    cancellation = nil
    defer { cancellation = pending }
    // sqlite3_close rolls back what even this could not.
    try? execute("ROLLBACK")
  }

  // MARK: Whole-file work

  /// Moves the log's content into the database file and cuts the log to nothing (SQLITE_CHECKPOINT_TRUNCATE).
  func checkpoint() throws(StoreError) {
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Copies the whole database over `target`'s, in one transaction of the target (sqlite3_backup_step).
  ///
  /// - Parameter pagesPerStep: pages between two looks at the cancellation.
  func copy(over target: Connection, pagesPerStep: Int32 = 64) throws(StoreError) {
    guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(unsafe sqlite3_extended_errcode(target.handle))
    }
    var code = SQLITE_OK
    while code == SQLITE_OK, !isInterrupted, !target.isInterrupted {
      code = unsafe sqlite3_backup_step(backup, pagesPerStep)
    }
    let end = unsafe sqlite3_backup_finish(backup)
    if code == SQLITE_OK { throw StoreError(code: SQLITE_INTERRUPT, message: "interrupted", path: path) }
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw target.failure(code == SQLITE_DONE ? end : code)
    }
  }
}

package typealias Transaction = Connection.Transaction
