import JSON

/// An entry of a playlist in the file that a desktop program keeps on a stick.
public struct SharedEntry: Hashable, Sendable {
  public var fileName = ""
  /// From the volume's root; nil if the file has none.
  public var path: String?
  /// Duration of the whole track, in seconds.
  public var duration: Double?
  public var crossfade: Double?
  /// Begin and end, in seconds from the track's beginning.
  public var startOffset: Double?
  public var endOffset: Double?
  /// In dB.
  public var gain: Double?
  public var notes: String?
  /// The identity of the jukebox' volume that the path belongs to, unless it is the volume of the file.
  public var volume: String?
  /// Other keys, as a JSON object.
  public var extra: String?
  /// Position that the file states.
  var position: Int64?

  public init() {}

  init(_ reader: inout JSONReader) throws(JSONFault) {
    var others = OtherKeys()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let kind = try reader.kind()
      switch (key, kind) {
      case ("fileName", .string): fileName = try reader.string()
      case ("path", .string): path = try reader.string()
      case ("notes", .string): notes = try reader.string()
      case ("jukeboxVolume", .string): volume = try reader.string()
      case ("position", .number): position = Int64(exactly: try reader.number().rounded())
      case ("duration", .number): duration = try reader.number()
      case ("crossfade", .number): crossfade = try reader.number()
      case ("startOffset", .number): startOffset = try reader.number()
      case ("endOffset", .number): endOffset = try reader.number()
      case ("gain", .number): gain = try reader.number()
      case (_, .null) where Self.keys.contains(key): try reader.skip()
      default: try others.take(key, from: &reader)
      }
    }
    extra = others.text
  }

  static let keys: Set<String> = [
    "fileName", "path", "notes", "position", "duration", "crossfade", "startOffset", "endOffset", "gain",
    "jukeboxVolume",
  ]

  func write(to writer: inout JSONWriter, at position: Int) {
    writer.object { writer in
      writer.pair("fileName", fileName)
      writer.pair("path", path)
      writer.pair("jukeboxVolume", volume)
      writer.pair("position", Int64(position))
      writer.pair("duration", duration)
      writeValues(to: &writer)
      OtherKeys.write(extra, besides: Self.keys, to: &writer)
    }
  }

  /// Its other keys, and as `location` where in a network its track is: a path would have nothing of `//`.
  /// - Returns: nil where one of them is called so.
  public func extra(at location: String) -> String? {
    var reader = JSONReader(Array((extra ?? "{}").utf8))
    guard (try? reader.beginObject()) != nil else { return nil }
    while let key = try? reader.nextKey() {
      if key == "location" || (try? reader.skip()) == nil { return nil }
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.pair("location", location)
      OtherKeys.write(extra, besides: [], to: &writer)
    }
    return String(decoding: OtherKeys.compact(writer.bytes[...]), as: UTF8.self)
  }

  /// Writes the values that people set, without the track's path and duration.
  func writeValues(to writer: inout JSONWriter) {
    writer.pair("crossfade", crossfade)
    writer.pair("startOffset", startOffset)
    writer.pair("endOffset", endOffset)
    writer.pair("gain", gain)
    writer.pair("notes", notes)
  }
}
