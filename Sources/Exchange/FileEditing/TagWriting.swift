import Library
import Linux
import Media
import Model

/// Writes tags into a copy of a file, checks the copy, and puts it in the file's place. Blocks on the storage.
///
/// The copy is made in the jukebox's own folder. It reaches the storage before it gets the file's name, so that after a power
/// cut there is either the old file or the new one. A song that plays is read on from the old file, which is gone from the
/// storage once nobody has it open.
struct TagWriting: Sendable {
  let volume: VolumeAccess
  let tagger: Tagger

  private static let pieceBytes = 256 << 10
  /// Number of bytes after which what was written is forced onto the storage.
  private static let bytesPerFlush: Int64 = 2 << 20
  /// As much as tags may grow.
  static let growthBytes: Int64 = 1 << 20

  /// - Returns: the tags as they were written.
  func run(_ request: TagRequest, on path: [UInt8]) throws(Refusal) -> [TagEdit] {
    let root = volume.root
    let place = try EditedPlace(path, in: root)
    guard place.status.kind == .regular else { throw .noSuchSong }
    let facts = try EditedPlace.read { () throws(MediaError) in try probe(of: try Self.open(path, in: root)) }
    let obstacle = try EditedPlace.read { () throws(MediaError) in
      try SoundComparison.obstacle(try Self.open(path, in: root))
    }
    if let obstacle { throw .failed(.notTagged, "The tags cannot be written: \(obstacle)") }
    let former = request == .undo ? try undo(of: place) : nil
    let edits = try edits(for: request, of: path, facts)
    do throws(Refusal) {
      let file = try makeCopy(of: place, former?.back ?? FilePieces([.copied(0..<place.status.size)]))
      let undo: TagUndo
      if let former { undo = former.reversed } else { undo = try write(edits, to: file, facts) }
      try takeAttributes(of: place, for: file)
      let details = try check(file, against: path, facts, former == nil ? edits : nil)
      let row = try row(of: file, at: path, details)
      try keep(undo, of: row)
      try replace(place, by: row)
      return undo.written
    } catch {
      try? root.remove(VolumeFile.taggingPath)
      throw error
    }
  }

  /// Writes tags into the copy.
  private func write(_ edits: [TagEdit], to file: borrowing Descriptor, _ facts: ProbeResult) throws(Refusal)
    -> TagUndo
  {
    let (former, back) = try tagger.write(edits, format: facts.type.rawValue, to: file)
    do throws(SystemError) {
      let forth = try back.inverse(size: try file.status().size) { (range) throws(SystemError) in
        try file.bytes(range.count, at: range.lowerBound)
      }
      return TagUndo(former: former, written: edits, back: back, forth: forth)
    } catch {
      throw Refusal(ofEdit: error)
    }
  }

  /// Finds the last change of a file's tags. Refused if it is unknown or the file has changed since.
  private func undo(of place: EditedPlace) throws(Refusal) -> TagUndo {
    let path = place.path
    let undo = try perform { (store) throws(StoreError) in
      try store.trackRow(at: path).flatMap { (row) throws(StoreError) in
        try FormerTags(store.connection).undo(of: row)
      }
    }
    let root = volume.root
    guard let undo,
      try EditedPlace.attempt({ () throws(SystemError) in try undo.forth.fits(try root.open(path)) })
    else {
      throw .failed(.nothingToUndo, "No change of this song's tags is known")
    }
    return undo
  }

  private func takeAttributes(of place: EditedPlace, for file: borrowing Descriptor) throws(Refusal) {
    do throws(SystemError) {
      try file.takeAttributes(of: try volume.root.open(place.path))
    } catch {
      throw .failed(
        .notTagged,
        "The tags were not written: the new file cannot get the owner, permissions and attributes of the old one (\(error)); give the file and its group to the service: sudo chown jukebox: FILE"
      )
    }
  }

  private static func open(_ path: [UInt8], in root: Root) throws(MediaError) -> Descriptor {
    do throws(SystemError) { return try root.open(path) } catch { throw .io(error) }
  }

  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
  ) throws(Refusal) -> Value {
    do throws(StoreError) { return try volume.perform(work) } catch { throw Refusal(error) }
  }

  // MARK: Edits of a request

  private func edits(for request: TagRequest, of path: [UInt8], _ facts: ProbeResult) throws(Refusal)
    -> [TagEdit]
  {
    switch request {
    case .write(let edits): return edits
    case .undo: return []
    case .fromPath:
      let edits = Self.edits(fromPath: path, TrackDetails(facts))
      guard !edits.isEmpty else {
        throw .failed(.notFound, "The path names nothing that the tags lack")
      }
      return edits
    }
  }

  static func edits(fromPath path: [UInt8], _ details: TrackDetails) -> [TagEdit] {
    let (folder, name) = VolumePath.split(path)
    var filled = details
    PathTags.fill(&filled, folder: folder, name: name)
    var edits: [TagEdit] = []
    func add(_ key: String, _ value: String?) {
      if let value { edits.append(TagEdit(key: key, values: [value])) }
    }
    func number(_ value: Int?) -> String? { value.flatMap { TrackNumber.isSide($0) ? nil : "\($0)" } }
    if details.title == nil { add("TITLE", filled.title) }
    if details.artists.isEmpty { add("ARTIST", filled.artists.first) }
    if details.album == nil { add("ALBUM", filled.album) }
    if details.track == nil { add("TRACKNUMBER", number(filled.track)) }
    if details.disc == nil { add("DISCNUMBER", number(filled.disc)) }
    return edits
  }

  // MARK: The copy

  private func makeCopy(of place: EditedPlace, _ pieces: FilePieces) throws(Refusal) -> Descriptor {
    let root = volume.root
    let bytes = pieces.size + Self.growthBytes
    do throws(UploadFault) { try IncomingFiles.check(bytes, promised: 0, in: root) } catch {
      throw error.refusal
    }
    return try EditedPlace.attempt { () throws(SystemError) in
      try root.makeFolder(Array(VolumeOpener.folderName.utf8))
      try? root.remove(VolumeFile.taggingPath)
      let from = try root.open(place.path)
      let file = try root.create(VolumeFile.taggingPath)
      var unflushed: Int64 = 0
      for piece in pieces.all {
        switch piece {
        case .bytes(let bytes): try append(bytes, to: file, &unflushed)
        case .copied(let range): try copy(range, of: from, to: file, &unflushed)
        }
      }
      return file
    }
  }

  private func copy(
    _ range: Range<Int64>, of source: borrowing Descriptor, to file: borrowing Descriptor,
    _ unflushed: inout Int64
  ) throws(SystemError) {
    var done = range.lowerBound
    while done < range.upperBound {
      volume.waitForPlayback()
      if volume.isCancelled { throw SystemError(.noSuchDevice, call: "read") }
      let piece = try source.bytes(Int(min(Int64(Self.pieceBytes), range.upperBound - done)), at: done)
      // It became shorter meanwhile, which shows before the exchange.
      if piece.isEmpty { return }
      try append(piece, to: file, &unflushed)
      done += Int64(piece.count)
    }
  }

  private func append(
    _ bytes: [UInt8], to file: borrowing Descriptor, _ unflushed: inout Int64
  ) throws(SystemError) {
    try VolumeFile.write(bytes, to: file)
    unflushed += Int64(bytes.count)
    if unflushed >= Self.bytesPerFlush {
      try file.synchroniseData()
      unflushed = 0
    }
  }

  /// - Parameter edits: what was to be written; nil where the former bytes are restored.
  /// - Returns: what the new file is.
  private func check(
    _ file: borrowing Descriptor, against path: [UInt8], _ facts: ProbeResult, _ edits: [TagEdit]?
  ) throws(Refusal) -> TrackDetails {
    let root = volume.root
    try EditedPlace.attempt { () throws(SystemError) in try file.synchronise() }
    let (comparison, written): (SoundComparison, ProbeResult)
    do throws(Refusal) {
      (comparison, written) = try EditedPlace.read { () throws(MediaError) in
        (
          try SoundComparison.of(
            try Self.open(path, in: root), try Self.open(VolumeFile.taggingPath, in: root)),
          try probe(of: try Self.open(VolumeFile.taggingPath, in: root))
        )
      }
    } catch {
      guard error == .unreadableFile else { throw error }
      throw .failed(.notTagged, "The tags were not written: the copy with them cannot be read")
    }
    if let edits { try Self.check(edits, from: facts.tags, to: written.tags) }
    let details = TrackDetails(written)
    switch comparison {
    case .same where TrackSound(details) == TrackSound(TrackDetails(facts)): return details
    case .same: throw .failed(.notTagged, "The tags were not written: the copy would sound otherwise")
    case .different(let what): throw .failed(.notTagged, "The tags were not written: \(what) would change")
    case .unknown(let why): throw .failed(.notTagged, "The tags cannot be written: \(why)")
    }
  }

  /// Checks the tags that a reader of the file sees: others stay, and requested ones are as requested.
  private static func check(_ edits: [TagEdit], from former: Tags, to written: Tags) throws(Refusal) {
    if let lost = former.values.first(where: { isLost($0, in: written, edits) }) {
      throw .failed(.notTagged, "The tags were not written: \(lost.name) “\(lost.text)” would be lost")
    }
    let hidden = edits.first { edit in
      guard let name = TagName(key: edit.key) else { return false }
      guard let value = edit.values.first else { return written[name] != nil }
      // Some values are read in another form, such as numbers of genres; no value at all is wrong.
      return written.all(name) == former.all(name) && written[name] != value && former[name] != nil
    }
    if let hidden {
      throw .failed(.notTagged, "The tags were not written: another field of the file has \(hidden.key)")
    }
  }

  /// Whether a tag that nobody wanted to change is not there any more: a file may have several kinds of tags.
  private static func isLost(_ value: Tags.Value, in tags: Tags, _ edits: [TagEdit]) -> Bool {
    !tags.values.contains(value) && !edits.contains { TagName(key: $0.key) == value.name }
  }

  // MARK: The exchange

  /// Makes the library's row of the new file.
  private func row(
    of file: borrowing Descriptor, at path: [UInt8], _ details: TrackDetails
  ) throws(Refusal) -> ScanBatch.File {
    let (folder, name) = VolumePath.split(path)
    let status = try EditedPlace.attempt { () throws(SystemError) in try file.status() }
    let ends = try EditedPlace.attempt { () throws(SystemError) in
      TrackFingerprint.needsEnds(details) ? try TrackFingerprint.ends(of: file, sizeBytes: status.size) : []
    }
    var filled = details
    PathTags.fill(&filled, folder: folder, name: name)
    return ScanBatch.File(
      folder: folder, name: name, sizeBytes: status.size, modifiedNanoseconds: status.modifiedNanoseconds,
      content: .details(filled), print: TrackFingerprint.of(details, sizeBytes: status.size, ends: ends))
  }

  /// Before the exchange: a cut after it would leave nothing to bring back.
  private func keep(_ undo: TagUndo, of file: ScanBatch.File) throws(Refusal) {
    guard let print = file.print else { return }
    guard undo.back.ownBytes + undo.forth.ownBytes <= FormerTags.mostBytes / 2 else {
      throw .failed(
        .notTagged, "The tags were not written: what they replace is too long to be kept for undo")
    }
    let path = file.path
    try perform { (store) throws(StoreError) in
      guard let row = try store.trackRow(at: path) else { return }
      try store.edit { (transaction) throws(StoreError) in
        try FormerTags(store.connection).keep(undo, print: print, of: row, in: transaction)
      }
    }
  }

  private func replace(_ place: EditedPlace, by file: ScanBatch.File) throws(Refusal) {
    let root = volume.root
    let now = try EditedPlace.attempt { () throws(SystemError) in try root.statusOfName(place.path) }
    guard now == place.status else {
      throw .failed(.notTagged, "The file was changed by another program meanwhile")
    }
    try EditedPlace.attempt { () throws(SystemError) in
      try root.move(VolumeFile.taggingPath, to: place.path)
      try root.synchroniseFolder(file.folder)
      try root.synchroniseFolder(Array(VolumeOpener.folderName.utf8))
    }
    // If this fails, the next scan finds the new tags.
    _ = try? perform { (store) throws(StoreError) in try EditedRows(store).renew(file) }
  }
}
