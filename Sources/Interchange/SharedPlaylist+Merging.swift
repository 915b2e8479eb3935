import JSON

/// Writing over what another program wrote: it may know more of its playlists than is read here, and all of that stays.
extension SharedPlaylist {
  /// Writes the changes and leaves everything else as it stands in the file: other keys, values that could not be
  /// taken, the rest of texts that were cut, and entries that name nothing, after the entry that they follow. Identity
  /// and creation date stay. A change made without a clock gets a date just after the one in the file, if there is one.
  ///
  /// - Parameters:
  ///   - reader: where the file's begins.
  ///   - isHere: whether there is a file of the name that an entry has.
  ///   - form: of dates, where it has none in the file.
  func write(
    over reader: JSONReader, keeping limits: SharedLimits, isHere: (SharedEntry) -> Bool,
    dates form: DateForm,
    to writer: inout JSONWriter
  ) throws(JSONFault) {
    var reader = reader
    var there = SharedPlaylist()
    var pairs: [(key: String, range: Range<Int>)] = []
    var formers: [FormerEntry] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "entries", try reader.kind() == .array {
        formers = try FormerEntry.read(&reader)
      } else {
        let start = reader
        pairs.append((key, try reader.skip()))
        var value = start
        try there.take(key, from: &value)
      }
    }
    let kept = limits.fields(there)
    var changed: Set<String> = ["entries"]
    if name != kept.name { changed.insert("name") }
    if (notes ?? "") != (kept.notes ?? "") { changed.insert("notes") }
    if colour != kept.colour { changed.insert("colour") }
    if targetTempo != kept.targetTempo { changed.insert("targetTempo") }
    // A program that compares dates sees no change without a later one; a value that is no date stays.
    let form = there.dates ?? form
    let modifiedAt = modifiedAt ?? there.modifiedAt.flatMap { form.next(after: $0) }
    if modifiedAt != nil { changed.insert("modifiedAt") }
    writer.beginObject()
    for pair in pairs where !changed.contains(pair.key) {
      writer.key(pair.key)
      writer.raw(reader.bytes[pair.range])
    }
    if changed.contains("name") { writer.pair("name", name) }
    if changed.contains("notes") { writer.pair("notes", notes) }
    if changed.contains("colour") { writer.pair("colour", colour.map(Self.text)) }
    if changed.contains("targetTempo") { writer.pair("targetTempo", targetTempo) }
    if !pairs.contains(where: { $0.key == "createdAt" }) {
      form.write("createdAt", createdAt, to: &writer)
    }
    form.write("modifiedAt", modifiedAt, to: &writer)
    writer.key("entries")
    var places = placesOfEntries(in: formers, limits)
    findRenamed(&places, in: formers, limits, isHere)
    try write(over: formers, places, of: reader.bytes, keeping: limits, to: &writer)
    writer.endObject()
  }

  /// Which of the file's entries each is: the one of its path, else one of its file's name, the first one first.
  private func placesOfEntries(in formers: [FormerEntry], _ limits: SharedLimits) -> [Int?] {
    var places = [Int?](repeating: nil, count: entries.count)
    func match(_ name: (SharedEntry) -> String?) {
      let taken = Set(places.compactMap { $0 })
      var free: [String: [Int]] = [:]
      // Last first, so that the first is taken first.
      for index in formers.indices.reversed()
      where !taken.contains(index) && limits.names(formers[index].entry) {
        if let name = name(formers[index].entry) { free[name, default: []].append(index) }
      }
      for index in entries.indices where places[index] == nil {
        if let name = name(entries[index]) { places[index] = free[name]?.popLast() }
      }
    }
    match { $0.path.map(limits.spelling) }
    match { limits.spelling($0.lastName) }
    return places
  }

  /// Finds entries whose files were renamed: between two that are known, the file has as many that are not known as there
  /// are here, one is as long, and no file has its former name.
  private func findRenamed(
    _ places: inout [Int?], in formers: [FormerEntry], _ limits: SharedLimits, _ isHere: (SharedEntry) -> Bool
  ) {
    let taken = Set(places.compactMap { $0 })
    let free = formers.indices.filter { !taken.contains($0) && limits.names(formers[$0].entry) }
    if free.isEmpty { return }
    /// How many of them stand before each place.
    var before = [Int](repeating: 0, count: formers.count + 1)
    for index in free { before[index + 1] = 1 }
    for index in formers.indices { before[index + 1] += before[index] }
    var start = 0
    var last = -1
    for end in 0...entries.count {
      guard let place = end < entries.count ? places[end] : formers.count else { continue }
      let between = free[before[last + 1]..<max(before[last + 1], before[place])]
      if between.count == end - start {
        for (index, former) in zip(start..<end, between)
        where entries[index].isAsLong(as: formers[former].entry) && !isHere(formers[former].entry) {
          places[index] = former
        }
      }
      (start, last) = (end + 1, place)
    }
  }

  private func write(
    over formers: [FormerEntry], _ places: [Int?], of bytes: [UInt8], keeping limits: SharedLimits,
    to writer: inout JSONWriter
  ) throws(JSONFault) {
    /// Entries that name nothing, by the entry that they follow.
    var nameless: [Int: [Int]] = [:]
    var last = -1
    for index in formers.indices {
      if limits.names(formers[index].entry) {
        last = index
      } else {
        nameless[last, default: []].append(index)
      }
    }
    var position = 0
    writer.beginArray()
    func writeNameless(behind place: Int, _ writer: inout JSONWriter) {
      for index in nameless.removeValue(forKey: place) ?? [] { writer.raw(bytes[formers[index].range]) }
    }
    writeNameless(behind: -1, &writer)
    for (entry, place) in zip(entries, places) {
      if let place {
        try entry.write(over: formers[place], of: bytes, keeping: limits, at: position, to: &writer)
        position += 1
        writeNameless(behind: place, &writer)
      } else {
        entry.write(to: &writer, at: position)
        position += 1
      }
    }
    // The entry that they followed is gone.
    for place in nameless.keys.sorted() { writeNameless(behind: place, &writer) }
    writer.endArray()
  }
}

extension SharedEntry {
  /// The last part of what it names, as names are compared.
  fileprivate var lastName: String {
    let text = path.flatMap { $0.isEmpty ? nil : $0 } ?? fileName
    let end = text.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    return (end.map { String(text[text.utf8.index(after: $0)...]) } ?? text).lowercased()
  }

  /// Within a second; also where a length is not known.
  fileprivate func isAsLong(as other: SharedEntry) -> Bool {
    guard let duration, let length = other.duration else { return true }
    return abs(duration - length) <= 1
  }

  fileprivate func write(
    over former: FormerEntry, of bytes: [UInt8], keeping limits: SharedLimits, at position: Int,
    to writer: inout JSONWriter
  ) throws(JSONFault) {
    let kept = limits.entry(former.entry)
    var changed: Set<String> = ["fileName", "path", "jukeboxVolume", "position"]
    if crossfade != kept.crossfade { changed.insert("crossfade") }
    if startOffset != kept.startOffset { changed.insert("startOffset") }
    if endOffset != kept.endOffset { changed.insert("endOffset") }
    if gain != kept.gain { changed.insert("gain") }
    if (notes ?? "") != (kept.notes ?? "") { changed.insert("notes") }
    if duration != nil { changed.insert("duration") }
    writer.beginObject()
    writer.pair("fileName", fileName)
    writer.pair("path", path)
    writer.pair("jukeboxVolume", volume)
    writer.pair("position", Int64(position))
    writer.pair("duration", duration)
    if changed.contains("crossfade") { writer.pair("crossfade", crossfade) }
    if changed.contains("startOffset") { writer.pair("startOffset", startOffset) }
    if changed.contains("endOffset") { writer.pair("endOffset", endOffset) }
    if changed.contains("gain") { writer.pair("gain", gain) }
    if changed.contains("notes") { writer.pair("notes", notes) }
    var reader = JSONReader(bytes, from: former.range.lowerBound)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let range = try reader.skip()
      if changed.contains(key) { continue }
      writer.key(key)
      writer.raw(bytes[range])
    }
    writer.endObject()
  }
}

/// An entry as it stands in the file.
private struct FormerEntry {
  let entry: SharedEntry
  let range: Range<Int>

  /// In the order that the file means.
  static func read(_ reader: inout JSONReader) throws(JSONFault) -> [FormerEntry] {
    var found: [FormerEntry] = []
    try reader.beginArray()
    while try reader.nextElement() {
      guard found.count < SharedPlaylist.mostEntries else {
        try reader.skip()
        continue
      }
      var start = reader
      let range = try reader.skip()
      var entry = try SharedEntry(&start)
      entry.extra = nil
      found.append(FormerEntry(entry: entry, range: range))
    }
    return SharedPlaylist.order(of: found.map(\.entry)).map { found[$0] }
  }
}
