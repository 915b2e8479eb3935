import Interchange
import Player

/// Reads a backup into the tables of a store, whose transaction it is in. Store thread only.
struct BackupReading {
  enum Failure: Error {
    case fault(JSONFault)
    case store(StoreError)
  }

  private(set) var rows = 0
  /// Of the tracks that anything is said of.
  private(set) var mentioned: Set<Int64> = []
  private let bytes: [UInt8]
  private var reader: JSONReader
  private let store: VolumeStore
  /// The rows of tracks by the numbers that they had.
  private var tracks: [Int64: Int64] = [:]

  /// Of all tables together; each is some bytes of the file anyway.
  private static let mostRows = 4_000_000

  init(_ bytes: [UInt8], _ store: VolumeStore) {
    self.bytes = bytes
    reader = JSONReader(bytes)
    self.store = store
  }

  mutating func read() throws(Failure) {
    do {
      try readAll()
    } catch let fault as JSONFault {
      throw .fault(fault)
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(StoreError(.other, "\(error)", path: ""))
    }
  }

  private mutating func readAll() throws {
    var isOurs = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "format":
        let start = reader.offset
        guard try reader.string() == VolumeStore.backupFormat else {
          throw JSONFault(start, expected: "backup of a jukebox")
        }
        isOurs = true
      case "version":
        let start = reader.offset
        guard try reader.integer() <= VolumeStore.backupVersion else {
          throw JSONFault(start, expected: "version that this program knows")
        }
      case "paths" where isOurs: try readTracks()
      case "tables" where isOurs: try readTables()
      default: try reader.skip()
      }
    }
    try reader.end()
    guard isOurs else { throw JSONFault(0, expected: "backup of a jukebox") }
  }

  private mutating func readTracks() throws {
    var found = try RestoredTracks(try readPrints(), store)
    var last: Int64 = 0
    try reader.beginArray()
    while try reader.nextElement() {
      let start = reader.offset
      let values = try row()
      guard values.count == 4, case .integer(let number) = values[0], case .text(let text) = values[1],
        case .integer(let sequence) = values[2], let path = EscapedName.bytes(of: text), !path.isEmpty,
        VolumePath.isValid(path)
      else { throw JSONFault(start, expected: "path of a track") }
      var time: Int64?
      if case .integer(let value) = values[3] { time = value }
      let place = max(0, min(sequence, 1 << 62))
      try found.add(RestoredTracks.Told(number: number, path: path, sequence: place, time: time))
      last = max(last, place)
    }
    try found.end()
    tracks = found.rows
    try store.connection.execute("UPDATE volume SET sequence = max(sequence, ?1)", .integer(last))
  }

  /// What tells songs from others stands behind what is said of them, and is needed before. Backups of earlier versions have
  /// nothing of it.
  private func readPrints() throws -> [Int64: Int64] {
    var prints: [Int64: Int64] = [:]
    var reader = JSONReader(bytes)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard key == VolumeStore.backedPrints else {
        try reader.skip()
        continue
      }
      try reader.beginArray()
      while try reader.nextElement() {
        let start = reader.offset
        let values = try Self.row(&reader)
        guard prints.count < Self.mostRows, values.count == 2, case .integer(let number) = values[0],
          case .integer(let print) = values[1]
        else { throw JSONFault(start, expected: "print of a track") }
        prints[number] = print
      }
    }
    return prints
  }

  private mutating func readTables() throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      // What a later version keeps besides is not known here.
      guard let table = BackedTable.all.first(where: { $0.name == key }) else {
        try reader.skip()
        continue
      }
      try reader.beginArray()
      while try reader.nextElement() {
        let start = reader.offset
        var values = try row()
        guard values.count == table.columns.count else { throw JSONFault(start, expected: "row of \(key)") }
        for (index, column) in table.columns.enumerated() where column == .track {
          guard case .integer(let number) = values[index] else { continue }
          guard let row = tracks[number] else { throw JSONFault(start, expected: "path for the track") }
          values[index] = .integer(row)
          mentioned.insert(row)
        }
        try store.connection.execute(table.insert, values: values)
      }
    }
  }

  private mutating func row() throws -> [SQLValue] {
    rows += 1
    guard rows <= Self.mostRows else { throw JSONFault(reader.offset, expected: "end of so many rows") }
    return try Self.row(&reader)
  }

  private static func row(_ reader: inout JSONReader) throws -> [SQLValue] {
    var values: [SQLValue] = []
    try reader.beginArray()
    while try reader.nextElement() {
      guard values.count < 32 else { throw JSONFault(reader.offset, expected: "end of the row") }
      values.append(try value(&reader))
    }
    return values
  }

  private static func value(_ reader: inout JSONReader) throws -> SQLValue {
    switch try reader.kind() {
    case .null:
      try reader.skip()
      return .null
    case .string: return .text(try reader.string())
    case .number:
      let range = try reader.skip()
      let text = String(decoding: reader.bytes[range], as: UTF8.self)
      if let number = Int64(text) { return .integer(number) }
      guard let number = Double(text), number.isFinite else {
        throw JSONFault(range.lowerBound, expected: "number")
      }
      return .real(number)
    case .object:
      let start = reader.offset
      try reader.beginObject()
      guard try reader.nextKey() == "hex", let bytes = bytes(hex: try reader.string()),
        try reader.nextKey() == nil
      else { throw JSONFault(start, expected: "bytes") }
      return .blob(bytes)
    case .array, .boolean: throw JSONFault(reader.offset, expected: "value of a row")
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
