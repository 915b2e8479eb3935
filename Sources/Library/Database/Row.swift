import CSQLite

/// The row at which a statement stands. Valid inside the closure that receives it only; copyable since the optimiser
/// of Swift 6.3.1 crashes on inlining a borrowed non-copyable one.
///
/// A volume's database is untrusted: reading a column states the storage class that is expected there, and any
/// other is an error, never a conversion.
@safe package struct Row {
  private let statement: OpaquePointer
  private let path: String

  init(_ statement: OpaquePointer, path: String) {
    unsafe self.statement = unsafe statement
    self.path = path
  }

  func refuse(_ column: Int32, _ wanted: StaticString) -> StoreError {
    guard let name = unsafe sqlite3_column_name(statement, column) else { fatalError("no column \(column)") }
    let text = unsafe String(cString: name)
    return StoreError(.foreign, "column \(text): not \(wanted)", path: path)
  }

  /// Makes the error for a value in a stick's database that this program never writes.
  func strange(_ what: String) -> StoreError {
    StoreError(.foreign, "a \(what) that this program never writes", path: path)
  }

  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// sqlite3_column_int64
  package func integer(_ column: Int32) throws(StoreError) -> Int64 {
    guard unsafe sqlite3_column_type(statement, column) == SQLITE_INTEGER else {
      throw refuse(column, "an integer")
    }
    return unsafe sqlite3_column_int64(statement, column)
  }

  /// An integer that must be within the range of `type`.
  func integer<I: FixedWidthInteger>(_ column: Int32, as type: I.Type) throws(StoreError) -> I {
    guard let value = I(exactly: try integer(column)) else { throw refuse(column, "within its range") }
    return value
  }

  package func optionalInteger<I: FixedWidthInteger>(_ column: Int32, as type: I.Type) throws(StoreError)
    -> I?
  {
    isNull(column) ? nil : try integer(column, as: type)
  }

  func boolean(_ column: Int32) throws(StoreError) -> Bool { try integer(column) != 0 }

  /// sqlite3_column_double
  func real(_ column: Int32) throws(StoreError) -> Double {
    guard unsafe sqlite3_column_type(statement, column) == SQLITE_FLOAT else {
      throw refuse(column, "a real number")
    }
    return unsafe sqlite3_column_double(statement, column)
  }

  /// A real number that is one.
  package func optionalReal(_ column: Int32) throws(StoreError) -> Double? {
    if isNull(column) { return nil }
    let value = try real(column)
    guard value.isFinite else { throw refuse(column, "finite") }
    return value
  }

  /// sqlite3_column_blob
  package func blob(_ column: Int32) throws(StoreError) -> [UInt8] {
    guard unsafe sqlite3_column_type(statement, column) == SQLITE_BLOB else { throw refuse(column, "a blob") }
    // The order is SQLite's rule: first the pointer, then the count.
    let bytes = unsafe sqlite3_column_blob(statement, column)
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  package func optionalBlob(_ column: Int32) throws(StoreError) -> [UInt8]? {
    isNull(column) ? nil : try blob(column)
  }

  /// Longer than any text that this program writes; a window of a hostile stick's rows would fill the memory.
  private static let mostTextBytes = 64 * 1024

  /// sqlite3_column_text, refused where it isn't UTF-8 or is too long.
  package func text(_ column: Int32) throws(StoreError) -> String {
    guard unsafe sqlite3_column_type(statement, column) == SQLITE_TEXT else { throw refuse(column, "text") }
    let bytes = unsafe sqlite3_column_text(statement, column)
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    guard count <= Self.mostTextBytes else { throw refuse(column, "of a length that this program writes") }
    let buffer = unsafe UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
    do {
      return unsafe String(copying: try UTF8Span(validating: buffer.span))
    } catch {
      throw refuse(column, "UTF-8")
    }
  }

  /// Appends a text, refused as by `text`.
  /// - Returns: whether there is one: false for NULL.
  func appendText(_ column: Int32, to bytes: inout [UInt8]) throws(StoreError) -> Bool {
    let kind = unsafe sqlite3_column_type(statement, column)
    if kind == SQLITE_NULL { return false }
    guard kind == SQLITE_TEXT else { throw refuse(column, "text") }
    let start = unsafe sqlite3_column_text(statement, column)
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    guard count <= Self.mostTextBytes else { throw refuse(column, "of a length that this program writes") }
    let buffer = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    guard Self.isUTF8(unsafe buffer.span) else { throw refuse(column, "UTF-8") }
    unsafe bytes.append(contentsOf: buffer)
    return true
  }

  static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    var bits: UInt8 = 0
    for place in 0..<bytes.count { bits |= bytes[place] }
    if bits < 0x80 { return true }
    do {
      _ = try UTF8Span(validating: bytes)
      return true
    } catch {
      return false
    }
  }

  /// Appends the bytes of a blob as they are.
  func appendBytes(_ column: Int32, to bytes: inout [UInt8]) {
    let start = unsafe sqlite3_column_blob(statement, column)
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Returns the bytes of a text or blob; 0 for NULL.
  func byteCount(_ column: Int32) -> Int { unsafe Int(sqlite3_column_bytes(statement, column)) }

  /// Whether it is a text, and `test` says so of its bytes.
  func hasText(_ column: Int32, where test: (Span<UInt8>) -> Bool) -> Bool {
    guard unsafe sqlite3_column_type(statement, column) == SQLITE_TEXT,
      let bytes = unsafe sqlite3_column_text(statement, column)
    else { return false }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    return test(unsafe UnsafeBufferPointer(start: bytes, count: count).span)
  }

  /// Whether it is a blob, and `test` says so of its bytes.
  func hasBytes(_ column: Int32, where test: (Span<UInt8>) -> Bool) -> Bool {
    guard unsafe sqlite3_column_type(statement, column) == SQLITE_BLOB,
      let bytes = unsafe sqlite3_column_blob(statement, column)
    else { return false }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    return test(unsafe UnsafeRawBufferPointer(start: bytes, count: count).bindMemory(to: UInt8.self).span)
  }

  package func optionalText(_ column: Int32) throws(StoreError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// Appends bytes that differ for every other value of any kind.
  func append(_ column: Int32, to bytes: inout [UInt8]) {
    let kind = unsafe sqlite3_column_type(statement, column)
    bytes.append(UInt8(truncatingIfNeeded: kind))
    switch kind {
    case SQLITE_NULL: break
    case SQLITE_INTEGER:
      unsafe append(UInt64(bitPattern: sqlite3_column_int64(statement, column)), to: &bytes)
    case SQLITE_FLOAT: unsafe append(sqlite3_column_double(statement, column).bitPattern, to: &bytes)
    default:
      // A text's own bytes: no database of ours is in another encoding.
      let start = unsafe sqlite3_column_blob(statement, column)
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      if count < 0xFF {
        bytes.append(UInt8(count))
      } else {
        bytes.append(0xFF)
        append(UInt64(count), to: &bytes)
      }
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
  }

  private func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// A value of whichever kind it was stored as.
  func value(_ column: Int32) throws(StoreError) -> SQLValue {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(try integer(column))
    case SQLITE_FLOAT: .real(try real(column))
    case SQLITE_BLOB: .blob(try blob(column))
    default: .text(try text(column))
    }
  }

  /// The same for the box's own database.
  func boxValue(_ column: Int32) throws(StoreError) -> BoxValue {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(try integer(column))
    case SQLITE_FLOAT: .real(try real(column))
    default: .text(try text(column))
    }
  }
}
