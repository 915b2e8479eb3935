package import Interchange
package import JSON
import Model

/// Source tags of entries in their stored form: an object of texts.
extension [SourceMetadata] {
  /// Its key in what is kept of an entry of a playlist.
  package static var key: String { "told" }
  /// Limit of one entry's texts together; the rest is left out. As JSON they may take twice that.
  static var mostBytes: Int { 900 }

  /// Source tags of an entry that is a part, or in a cue sheet; for others the tags of the track's own file are better.
  package init(_ entry: ListedEntry) {
    self = []
    if entry.location.start == .web {
      add(.name, [entry.artist, entry.title].compactMap(\.self).joined(separator: " - "))
      return
    }
    guard entry.region.isPart || entry.track != nil else { return }
    add(.title, entry.title)
    add(.artist, entry.artist)
    add(.album, entry.album)
    add(.albumArtist, entry.albumArtist)
    add(.track, entry.track)
    add(.date, entry.date)
    add(.genre, entry.genre)
  }

  private mutating func add(_ field: SourceMetadata.Field, _ text: String?) {
    guard let text, !text.isEmpty, bytes + text.utf8.count <= Self.mostBytes else { return }
    append(SourceMetadata(field, text))
  }

  /// - Parameter json: an object; anything else gives no tags.
  init(keptIn json: String) {
    var reader = JSONReader([UInt8](json.utf8))
    self = (try? Self.read(&reader)) ?? []
  }

  /// - Parameter extra: what is kept of an entry of a playlist.
  init(ofExtra extra: String?) {
    self = []
    guard let bytes = extra.map({ [UInt8]($0.utf8) }) else { return }
    var reader = JSONReader(bytes)
    do throws(JSONFault) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key == Self.key, try reader.kind() == .object {
          // Who asks for a song is known when it is added: a stick's playlist can't say it.
          self = try Self.read(&reader).tags
        } else {
          _ = try reader.skip()
        }
      }
    } catch {
      self = []
    }
  }

  private static func read(_ reader: inout JSONReader) throws(JSONFault) -> [SourceMetadata] {
    var texts: [SourceMetadata.Field: String] = [:]
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if let field = SourceMetadata.Field(rawValue: key), try reader.kind() == .string {
        texts[field] = try reader.string()
      } else {
        _ = try reader.skip()
      }
    }
    var values: [SourceMetadata] = []
    for field in SourceMetadata.Field.allCases { values.add(field, texts[field]) }
    return values
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for value in self { writer.pair(value.field.rawValue, value.text) }
    }
  }

  /// nil if there are none.
  package var kept: String? {
    if isEmpty { return nil }
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The stored form for an entry of a playlist without other data; nil if there are no tags.
  package var extra: String? {
    if isEmpty { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key(Self.key)
      write(to: &writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
