import Linux
import Model

/// Finds the pictures of one volume and reads them, on the thread that does nothing else; everything may
/// block on storage. Found pictures are cached and remembered, so that neither the parts of a picture that a
/// client requests one by one nor its album's further tracks make the volume be read again.
final class PictureReader {
  private let root: Root
  private let open: PictureOpener
  private let cache: PictureCache?
  private let closing: Cancellation
  private let warn: (String) -> Void
  private var hasWarned = false

  private struct Place: Hashable {
    let path: [UInt8]
    let isEmbedded: Bool
  }

  private struct Found {
    let place: Place
    let status: FileStatus
    let kind: PictureKind
    let byteCount: Int64
    /// `ContentHash` of all of it.
    let content: String
    /// Whether the cache has it, under that name.
    let isKept: Bool

    var name: String? { isKept ? content : nil }
  }

  private struct Series: Hashable {
    let path: [UInt8]
    let preference: ArtworkQuestion.Place
  }

  /// Pictures of files, until the files change; nil for no picture.
  private var known: [Place: (status: FileStatus, found: Found?)] = [:]
  /// Pictures whose first part was read, so that further parts come from the same ones.
  private var series: [Series: Found] = [:]

  /// Limit of entries in each of both; at the limit all are forgotten.
  private static let memoryLimit = 256
  private static let pieceBytes = 64 * 1024

  /// - Parameters:
  /// - cache: nil if nothing can be stored.
  /// - closing: ends the work in progress.
  /// - warn: called once if the cache doesn't work; everything continues without it.
  init(
    root: Root, open: @escaping PictureOpener, cache: PictureCache?, closing: Cancellation,
    warn: @escaping (String) -> Void
  ) {
    self.root = root
    self.open = open
    self.cache = cache
    self.closing = closing
    self.warn = warn
  }

  func answer(_ request: PictureRequest) -> Result<PictureLookup, StoreError> {
    do throws(StoreError) { return .success(try lookup(request)) } catch { return .failure(error) }
  }

  private func lookup(_ request: PictureRequest) throws(StoreError) -> PictureLookup {
    let asked = Series(path: request.path, preference: request.preference)
    if request.offset > 0, let found = series[asked],
      let bytes = try bytes(of: found, request, mayReadFile: found.name == nil)
    {
      return part(found, bytes)
    }
    guard let status = try status(of: request.path) else { return .missing }
    for isLastTry in [false, true] {
      guard let found = try find(request, status) else { return .nothing }
      if let bytes = try bytes(of: found, request, mayReadFile: isLastTry || found.name == nil) {
        if series.count >= Self.memoryLimit { series = [:] }
        series[asked] = found
        return part(found, bytes)
      }
      // It is damaged in the cache, or the file has just changed: look again.
      known[found.place] = nil
    }
    return .nothing
  }

  private func part(_ found: Found, _ bytes: [UInt8]) -> PictureLookup {
    .part(
      Artwork(
        size: Int(found.byteCount), mediaType: found.kind.mediaType, isEmbedded: found.place.isEmbedded,
        uri: "", content: found.content, bytes: bytes), path: found.place.path)
  }

  // MARK: Finding

  private func find(_ request: PictureRequest, _ status: FileStatus) throws(StoreError) -> Found? {
    if status.kind == .directory { return try inFolder(request.path) }
    let folder = VolumePath.split(request.path).folder
    switch request.preference {
    case .song:
      if let found = try embedded(request.path, status) { return found }
      return try inFolder(folder)
    case .folder:
      if let found = try inFolder(folder) { return found }
      return try embedded(request.path, status)
    }
  }

  private func embedded(_ path: [UInt8], _ status: FileStatus) throws(StoreError) -> Found? {
    try look(Place(path: path, isEmbedded: true), status)
  }

  private func inFolder(_ folder: [UInt8]) throws(StoreError) -> Found? {
    let paths: [[UInt8]]
    do throws(SystemError) {
      paths = try FolderPictures.paths(in: folder, of: root)
    } catch {
      if Self.isNoFile(error.code) { return nil }
      throw storeError(error)
    }
    for path in paths {
      if let status = try status(of: path),
        let found = try look(Place(path: path, isEmbedded: false), status)
      {
        return found
      }
    }
    return nil
  }

  private func look(_ place: Place, _ status: FileStatus) throws(StoreError) -> Found? {
    guard status.kind == .regular else { return nil }
    if let known = known[place], known.status == status { return known.found }
    var found: Found?
    if let picture = try picture(at: place) {
      do throws(ReadFault) {
        let content = try content(of: picture)
        found = Found(
          place: place, status: status, kind: picture.kind, byteCount: picture.byteCount, content: content,
          isKept: try keep(picture, as: content))
      } catch {
        try passOver(error, at: place.path)
      }
    }
    if known.count >= Self.memoryLimit { known = [:] }
    known[place] = (status, found)
    return found
  }

  /// - Returns: nil where there is none.
  private func picture(at place: Place) throws(StoreError) -> (any PictureSource)? {
    let file: Descriptor
    do throws(SystemError) {
      file = try root.open(place.path)
    } catch {
      if Self.isNoFile(error.code) { return nil }
      throw storeError(error)
    }
    do throws(ReadFault) {
      return try open(file, place.isEmbedded)
    } catch {
      try passOver(error, at: place.path)
      return nil
    }
  }

  // MARK: Reading

  /// - Parameter mayReadFile: where the cache does not have it.
  /// - Returns: nil where it can't be had as it was found.
  private func bytes(
    of found: Found, _ request: PictureRequest, mayReadFile: Bool
  ) throws(StoreError) -> [UInt8]? {
    let count = Int(min(Int64(request.limit), max(0, found.byteCount - request.offset)))
    if count == 0 { return [] }
    if let name = found.name, let bytes = cache?.read(name, at: request.offset, count: count) { return bytes }
    guard mayReadFile, try status(of: found.place.path) == found.status,
      var picture = try picture(at: found.place), picture.byteCount == found.byteCount
    else { return nil }
    do throws(ReadFault) {
      try picture.skip(request.offset)
      let bytes = try picture.read(count)
      return bytes.count == count ? bytes : nil
    } catch {
      try passOver(error, at: found.place.path)
      return nil
    }
  }

  // MARK: Keeping

  /// - Throws: `.broken` where it turns out to be broken.
  private func content(of picture: any PictureSource) throws(ReadFault) -> String {
    var reading = picture
    var hash = ContentHash()
    var count: Int64 = 0
    while let piece = try next(&reading) {
      hash.add(piece)
      count += Int64(piece.count)
    }
    guard count == picture.byteCount else { throw .broken }
    return hash.name
  }

  /// Puts a picture into the cache, unless it is there already: read a second time, from the system's memory, since a card
  /// that is written to less lives longer.
  /// - Returns: whether it is there.
  private func keep(_ picture: any PictureSource, as name: String) throws(ReadFault) -> Bool {
    guard let cache else { return false }
    if cache.holds(name) { return true }
    let begun = caching { () throws(SystemError) in try cache.begin(picture.byteCount) }
    guard let arriving = begun ?? nil else { return false }
    var reading = picture
    while let piece = try next(&reading) {
      guard caching({ () throws(SystemError) in try arriving.append(piece) }) != nil else { return false }
    }
    guard arriving.byteCount == picture.byteCount else { return false }
    return caching { () throws(SystemError) in try cache.keep(arriving) } == name
  }

  /// nil at the end.
  private func next(_ picture: inout any PictureSource) throws(ReadFault) -> [UInt8]? {
    if closing.isCancelled { throw .storage(SystemError(.noSuchDevice, call: "pread", path: root.path)) }
    let piece = try picture.read(Self.pieceBytes)
    return piece.isEmpty ? nil : piece
  }

  private func caching<Value>(_ body: () throws(SystemError) -> Value) -> Value? {
    do throws(SystemError) { return try body() } catch {
      if !hasWarned { warn("cannot cache pictures; they are read from the volume each time: \(error)") }
      hasWarned = true
      return nil
    }
  }

  // MARK: Failures

  private func status(of path: [UInt8]) throws(StoreError) -> FileStatus? {
    do throws(SystemError) {
      return try root.status(of: path)
    } catch {
      if Self.isNoFile(error.code) { return nil }
      throw storeError(error)
    }
  }

  /// A file that breaks its format's rules has no picture; one that can't be read is a failure.
  private func passOver(_ error: ReadFault, at path: [UInt8]) throws(StoreError) {
    if case .storage(let cause) = error {
      throw storeError(cause.at("\(root.path)/\(String(decoding: path, as: UTF8.self))"))
    }
  }

  private func storeError(_ error: SystemError) -> StoreError {
    closing.isCancelled || error.code == .noSuchDevice ? .closed : StoreError(error)
  }

  /// Whether an error means that there is no file, or that the path leads elsewhere.
  private static func isNoFile(_ code: Errno) -> Bool {
    switch code {
    case .noSuchFile, .notDirectory, .isDirectory, .noSuchDeviceOrAddress, .crossDevice, .tooManyLinks,
      .nameTooLong, .invalidArgument, .accessDenied:
      true
    default: false
    }
  }
}
