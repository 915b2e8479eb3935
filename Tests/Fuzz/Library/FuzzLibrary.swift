import CFuzzer
import CLinux
import Fuzzing
import Linux
import Model

@testable import Library

/// SwiftPM makes this the program's entry; libFuzzer takes over from here.
@_cdecl("FuzzLibrary_main")
public func run(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  if let folder = unsafe getenv("JUKEBOX_SEEDS") {
    unsafe makeSeeds(in: String(cString: folder))
    return 0
  }
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    fuzz(bytes)
    return 0
  }
}

/// Any bytes as the database of a volume and as that of the box: they are used or set aside, and either way the
/// library works on.
func fuzz(_ bytes: [UInt8]) {
  do {
    let folder = try FlatFolder()
    try folder.write(volumeFile, bytes)
    try folder.write(BoxDatabase.fileName, bytes)
    openVolume(Array(folder.path.utf8))
    openBox(Array(folder.path.utf8))
  } catch {
    fatalError("\(error)")
  }
}

private let volumeFile = "library.sqlite"

private func openVolume(_ path: [UInt8]) {
  attempt { () throws(StoreError) in
    let store = try open(path)
    use(store)
    store.close()
  }
}

private func open(_ path: [UInt8]) throws(StoreError) -> VolumeStore {
  var folder: DatabaseFolder
  do throws(SystemError) { folder = try DatabaseFolder(trusted: path) } catch { throw StoreError(error) }
  let connection = try folder.openDatabase(volumeFile, schema: .volume)
  return try VolumeStore(connection, fileName: volumeFile, label: "stick", isCopy: false)
}

/// What the library does with an open volume; each may fail by itself.
private func use(_ store: VolumeStore) {
  attempt { () throws(StoreError) in
    var cursor: ListingCursor?
    for _ in 0..<20 {
      let listing = try store.tree.children(of: [], after: cursor, limit: 10)
      cursor = listing.next
      if cursor == nil { break }
    }
  }
  attempt { () throws(StoreError) in
    var cursor: ListingCursor?
    for _ in 0..<20 {
      let listing = try store.tree.tree(below: [], after: cursor, limit: 10, withFolders: true)
      cursor = listing.next
      if cursor == nil { break }
    }
  }
  attempt { () throws(StoreError) in _ = try store.totals.counts(after: .min, limit: 100) }
  attempt { () throws(StoreError) in _ = try store.totals.trackCount() }
  attempt { () throws(StoreError) in _ = try store.tracks.at([Array("a/1.flac".utf8)]) }
  attempt { () throws(StoreError) in _ = try store.tree.topFolder(1) }
  attempt { () throws(StoreError) in _ = try store.carried.queue() }
  attempt { () throws(StoreError) in
    for playlist in try store.playlists.all().prefix(3) {
      let change = PlaylistChange.add([TrackReference(volume: store.identity, path: [65])], at: 0)
      _ = try store.playlists.change(playlist.name, change, time: 0)
      _ = try store.playlists.contents.entries(
        of: playlist.name, after: nil, skipping: 0, limit: 10, texts: true)
      _ = try store.playlists.contents.texts(of: playlist.name)
      _ = try store.playlists.contents.cover(of: playlist.name)
      _ = try store.playlists.change(playlist.name, .describeEntry(0, [.gain(1)]), time: 0)
      _ = try store.playlists.change(playlist.name, .describe([.slot(1), .folder("f")]), time: 0)
    }
  }
  attempt { () throws(StoreError) in _ = try store.batches.apply(sampleBatch, wallClock: nil) }
  attempt { () throws(StoreError) in try store.renewIdentity() }
  attempt { () throws(StoreError) in try store.quickCheck() }
  attempt { () throws(StoreError) in try store.checkpoint() }
}

private func attempt(_ body: () throws(StoreError) -> Void) {
  do throws(StoreError) {
    try body()
  } catch {
    demand(!"\(error)".isEmpty, "an error without words")
  }
}

private func openBox(_ path: [UInt8]) {
  attempt { () throws(StoreError) in
    var state = BoxState()
    let box = try BoxDatabase(folder: path, state: &state)
    demand(state.identity.count == 16, "no identity")
    try box.commit { () throws(StoreError) in try box.write(counter: state.counter) }
    try box.checkpoint()
    box.close()
  }
}

private let sampleBatch: ScanBatch = {
  var batch = ScanBatch()
  for number in 1...3 {
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    details.title = "Title \(number)"
    details.artists = ["Artist"]
    details.album = "Album"
    details.track = number
    batch.files.append(
      ScanBatch.File(
        folder: Array("a".utf8), name: Array("\(number).flac".utf8), sizeBytes: 1000,
        modifiedNanoseconds: 1, content: .details(details)))
  }
  return batch
}()

/// Writes the databases that the corpus begins with.
private func makeSeeds(in path: String) {
  do {
    let folder = try FlatFolder()
    let store = try open(Array(folder.path.utf8))
    _ = try store.batches.apply(sampleBatch, wallClock: nil)
    try store.checkpoint()
    store.close()
    var state = BoxState()
    let box = try BoxDatabase(folder: Array(folder.path.utf8), state: &state)
    try box.checkpoint()
    box.close()
    for name in [volumeFile, BoxDatabase.fileName] {
      unsafe rename("\(folder.path)/\(name)", "\(path)/\(name)")
    }
  } catch {
    fatalError("\(error)")
  }
}
