/// A compiled statement in a connection's cache (sqlite3_stmt). The connection finalises it.
@safe final class PreparedStatement {
  let pointer: OpaquePointer
  var isRunning = false
  /// Made because the cached one was busy: finalised after its one run.
  var isTransient = false
  /// When it was asked for last, in statements of its connection.
  var lastUse: UInt64 = 0

  init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }
}
