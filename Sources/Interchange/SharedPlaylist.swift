public import JSON

/// A playlist in the file that a desktop program keeps on a stick.
public struct SharedPlaylist: Hashable, Sendable {
  /// Permanent identity; nil if the file has none.
  public var id: String?
  public var name = ""
  public var notes: String?
  /// 0xRRGGBB, in the file as `#RRGGBB`.
  public var colour: UInt32?
  /// In beats per minute.
  public var targetTempo: Double?
  /// In seconds since 1970.
  public var createdAt: Int64?
  public var modifiedAt: Int64?
  /// How the file has its dates, that of the last change above all; nil where it has none.
  private(set) var dates: DateForm?
  public var entries: [SharedEntry] = []
  /// Other keys, as a JSON object.
  public var extra: String?

  /// Whether it has no more entries than are read.
  private(set) var isWhole = true

  /// Limit of entries of a playlist: far more than people listen to.
  public static let mostEntries = 16_384

  public init() {}

  init(_ reader: inout JSONReader) throws(JSONFault) {
    var others = OtherKeys()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "entries", try reader.kind() == .array {
        try readEntries(&reader)
      } else if try !take(key, from: &reader) {
        try others.take(key, from: &reader)
      }
    }
    extra = others.text
  }

  /// Takes the value of one of its own keys, unless that is `entries`.
  /// - Returns: whether it was one; else nothing was read.
  @discardableResult
  mutating func take(_ key: String, from reader: inout JSONReader) throws(JSONFault) -> Bool {
    switch (key, try reader.kind()) {
    case ("id", .string): id = try reader.string()
    case ("id", .number):
      let range = try reader.skip()
      id = String(decoding: reader.bytes[range], as: UTF8.self)
    case ("name", .string): name = try reader.string()
    case ("notes", .string): notes = try reader.string()
    case ("targetTempo", .number): targetTempo = try reader.number()
    case ("colour", .string): colour = Self.colour(try reader.string())
    case ("createdAt", .string), ("createdAt", .number):
      let date = try DateForm.read(&reader)
      createdAt = date?.seconds
      dates = dates ?? date?.form
    case ("modifiedAt", .string), ("modifiedAt", .number):
      let date = try DateForm.read(&reader)
      modifiedAt = date?.seconds
      dates = date?.form ?? dates
    case (_, .null) where Self.keys.contains(key): try reader.skip()
    default: return false
    }
    return true
  }

  private mutating func readEntries(_ reader: inout JSONReader) throws(JSONFault) {
    entries = []
    isWhole = true
    try reader.beginArray()
    while try reader.nextElement() {
      guard entries.count < Self.mostEntries else {
        isWhole = false
        try reader.skip()
        continue
      }
      entries.append(try SharedEntry(&reader))
    }
    entries = Self.order(of: entries).map { entries[$0] }
  }

  /// The places that the file names; entries without one stay after their predecessor.
  static func order(of entries: [SharedEntry]) -> [Int] {
    var last = Int64.min
    var order: [(place: Int64, index: Int)] = []
    for (index, entry) in entries.enumerated() {
      last = entry.position ?? last
      order.append((last, index))
    }
    if !zip(order, order.dropFirst()).allSatisfy({ $0 < $1 }) { order.sort { $0 < $1 } }
    return order.map(\.index)
  }

  private static let keys: Set<String> = [
    "id", "name", "notes", "colour", "targetTempo", "createdAt", "modifiedAt", "entries",
  ]

  /// - Parameter form: of the dates, as the file that it is for has them.
  public func write(to writer: inout JSONWriter, dates form: DateForm = .text) {
    writer.object { writer in
      writer.pair("id", id)
      writer.pair("name", name)
      writer.pair("notes", notes)
      writer.pair("colour", colour.map(Self.text))
      writer.pair("targetTempo", targetTempo)
      form.write("createdAt", createdAt, to: &writer)
      form.write("modifiedAt", modifiedAt, to: &writer)
      OtherKeys.write(extra, besides: Self.keys, to: &writer)
      writer.key("entries")
      writer.array { writer in
        for (position, entry) in entries.enumerated() { entry.write(to: &writer, at: position) }
      }
    }
  }

  /// The fields compared to detect a change: all but the dates, the hints where tracks are, and unknown keys.
  public var content: [UInt8] {
    var writer = JSONWriter()
    writer.array { writer in
      writer.string(name)
      writer.object { writer in
        writer.pair("notes", notes?.isEmpty == true ? nil : notes)
        writer.pair("colour", colour.map(Self.text))
        writer.pair("targetTempo", targetTempo)
      }
      for entry in entries {
        writer.object { writer in
          writer.pair("fileName", entry.fileName)
          entry.writeValues(to: &writer)
        }
      }
    }
    return writer.bytes
  }

  /// `#RRGGBB`, in either case.
  static func colour(_ text: String) -> UInt32? {
    guard text.utf8.count == 7, text.first == "#",
      text.utf8.dropFirst().allSatisfy({ $0 != 0x2B && $0 != 0x2D })
    else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  static func text(_ colour: UInt32) -> String {
    let digits = String(colour, radix: 16, uppercase: true)
    return "#\(String(repeating: "0", count: max(0, 6 - digits.utf8.count)))\(digits)"
  }
}
