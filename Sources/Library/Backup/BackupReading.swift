import Interchange
import JSON
import Model

/// Reads a backup into the tables of a store, whose transaction it is in. Store thread only.
struct BackupReading {
  enum Failure: Error {
    case fault(RestoreFault)
    case store(StoreError)
  }

  private(set) var rows = 0
  private let file: BackupFile
  private var stream: JSONStream
  private let store: VolumeStore
  private(set) var songs = RestoredSong.Rows()

  private static let mostRows = 4_000_000
  private static let mostSongs = 1 << 19
  /// Texts in a row.
  private static let mostRowBytes = 2 << 20

  init(_ file: BackupFile, _ store: VolumeStore) {
    self.file = file
    stream = file.stream()
    self.store = store
  }

  mutating func read(in transaction: borrowing Transaction) throws(Failure) {
    do {
      try readAll(transaction)
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      if let failure = file.failure { throw .fault(.storage(failure)) }
      switch error {
      case let fault as RestoreFault: throw .fault(fault)
      case let fault as JSONFault: throw .fault(.json(fault))
      default: throw .store(StoreError(.other, "\(error)", path: ""))
      }
    }
  }

  private mutating func readAll(_ transaction: borrowing Transaction) throws {
    var isOurs = false
    try stream.beginObject()
    while let key = try stream.nextKey() {
      switch key {
      case "format":
        let start = stream.offset
        guard try stream.string() == Backups.format else {
          throw JSONFault(start, expected: "backup of a jukebox")
        }
        isOurs = true
      case "version":
        let start = stream.offset
        guard try stream.integer() <= Backups.version else {
          throw JSONFault(start, expected: "version that this program knows")
        }
      case "songs" where isOurs: try readSongs(transaction)
      case "tables" where isOurs: try readTables()
      default: try stream.skip()
      }
    }
    try stream.end()
    guard isOurs else { throw JSONFault(0, expected: "backup of a jukebox") }
  }

  private mutating func readSongs(_ transaction: borrowing Transaction) throws {
    var found: [RestoredSong] = []
    try stream.beginArray()
    while try stream.nextElement() {
      let start = stream.offset
      let values = try row()
      guard values.count == 5, case .integer(let number) = values[0], case .text(let text) = values[1],
        case .integer(let sequence) = values[2], let path = EscapedName.bytes(of: text), !path.isEmpty,
        VolumePath.isValid(path), found.count < Self.mostSongs
      else { throw JSONFault(start, expected: "song") }
      var (time, print): (Int64?, Int64?)
      if case .integer(let value) = values[3] { time = value }
      if case .integer(let value) = values[4] { print = value }
      found.append(
        RestoredSong(
          number: number, path: path, sequence: max(0, min(sequence, 1 << 62)), time: time, print: print))
    }
    songs = try RestoredSong.rows(of: found, on: store, in: transaction)
    try store.connection.execute(
      "UPDATE volume SET sequence = max(sequence, ?1)", .integer(found.map(\.sequence).max() ?? 0))
  }

  private mutating func readTables() throws {
    try stream.beginObject()
    while let key = try stream.nextKey() {
      // Tables of later versions are unknown and skipped.
      guard let table = BackupTable.all.first(where: { $0.name == key }) else {
        try stream.skip()
        continue
      }
      try stream.beginArray()
      while try stream.nextElement() {
        let start = stream.offset
        var values = try row()
        let missing = table.columns.count - values.count
        guard (0...table.added).contains(missing) else { throw JSONFault(start, expected: "row of \(key)") }
        values += Array(repeating: .null, count: missing)
        for (index, column) in table.columns.enumerated() where column == .track {
          guard case .integer(let number) = values[index] else { continue }
          guard let row = songs.all[number] else { throw JSONFault(start, expected: "song of the row") }
          values[index] = .integer(row)
        }
        try store.connection.execute(table.insert, values: values)
      }
    }
  }

  private mutating func row() throws -> [SQLValue] {
    rows += 1
    guard rows <= Self.mostRows else {
      throw JSONFault(stream.offset, expected: "end of the rows")
    }
    return try Self.row(&stream)
  }

  private static func row(_ stream: inout JSONStream) throws -> [SQLValue] {
    var values: [SQLValue] = []
    let start = stream.offset
    try stream.beginArray()
    while try stream.nextElement() {
      guard values.count < 32, stream.offset - start < Self.mostRowBytes else {
        throw JSONFault(stream.offset, expected: "end of the row")
      }
      values.append(try value(&stream))
    }
    return values
  }

  private static func value(_ stream: inout JSONStream) throws -> SQLValue {
    switch try stream.kind() {
    case .null:
      try stream.skip()
      return .null
    case .string: return .text(try stream.string())
    case .number:
      let start = stream.offset
      let text = try stream.digits()
      if let number = Int64(text) { return .integer(number) }
      guard let number = Double(text), number.isFinite else { throw JSONFault(start, expected: "number") }
      return .real(number)
    case .object:
      let start = stream.offset
      try stream.beginObject()
      guard try stream.nextKey() == "hex", let bytes = bytes(hex: try stream.string()),
        try stream.nextKey() == nil
      else { throw JSONFault(start, expected: "bytes") }
      return .blob(bytes)
    case .array, .boolean: throw JSONFault(stream.offset, expected: "value of a row")
    }
  }

  private static func bytes(hex text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digit(digits[start]), let low = digit(digits[start + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
