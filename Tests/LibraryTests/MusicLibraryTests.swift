import CLinux
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct MusicLibraryTests {
  private static let sound = FakeFiles.content()

  @Test func `a locked database is reported before the last attempt to open it`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let other = try stick.open()
    let bench = try Bench()
    bench.library.mounts.appeared(path: stick.path, isFixed: true, label: "Stick", isReadOnly: false)
    let error = try bench.wait { () -> StoreError? in
      for case .held(stick.path, let error) in bench.events { return error }
      return nil
    }
    #expect(error.kind == .busy && error.path == stick.database)
    #expect(!bench.events.contains { if case .failed = $0 { true } else { false } })
    other.close()
    _ = try bench.wait { bench.library.volumes.first }
  }

  @Test func `a stick is scanned and listed in natural order in pages of any size`() throws {
    let stick = try Stick([
      "Album 2/02.flac": FakeFiles.content(title: "b", track: 2),
      "Album 2/01.flac": FakeFiles.content(title: "a", track: 1), "Album 10/x.mp3": Self.sound,
      "Album 10/CD1/1.opus": Self.sound, "loose.ogg": Self.sound, "._loose.ogg": Self.sound, "notes.txt": [],
      "System Volume Information/a.mp3": Self.sound, ".Trashes/b.mp3": Self.sound,
      "$RECYCLE.BIN/c.mp3": Self.sound,
      ".hidden/d.mp3": Self.sound, "broken.mp3": Array("broken".utf8),
    ])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    for limit in 1...8 {
      try expectEqual(bench.list(limit: limit), ["Album 2/", "Album 10/", "loose.ogg"])
      try expectEqual(
        bench.list(recursive: true, limit: limit),
        [
          "loose.ogg", "Album 2/", "Album 2/01.flac", "Album 2/02.flac", "Album 10/", "Album 10/x.mp3",
          "Album 10/CD1/",
          "Album 10/CD1/1.opus",
        ])
    }
    try expectEqual(bench.list("Album 10"), ["Album 10/CD1/", "Album 10/x.mp3"])
    try expectEqual(bench.list("Album 2/01.flac"), ["Album 2/01.flac"])
    let track = try bench.track("Album 2/01.flac")
    #expect(track.details.title == "a" && track.details.track == 1)
    expectEqual(track.reference.volume, info.id)
    #expect(bench.warnings.contains { $0.contains("broken.mp3") })
    #expect(throws: Refusal.noSuchSong) { try bench.track("Album 2") }
    #expect(throws: Refusal.noSuchDirectory) { try bench.list("Album 3") }
    #expect(throws: Refusal.noSuchDirectory) { try bench.list("broken.mp3") }
    #expect(throws: Refusal.noSuchDirectory) { try bench.list("../etc") }
  }

  @Test func `the first track is reported before the scan ends, then all in natural order`() throws {
    let stick = try Stick([
      "b/1.mp3": Self.sound, "a/2.mp3": FakeFiles.content(track: 1), "a/10.mp3": Self.sound,
    ])
    let bench = try Bench()
    let info = try bench.mount(stick.path)
    var told: [String] = []
    var found: [String] = []
    for event in bench.events {
      switch event {
      case .firstTrack(let track):
        #expect(found.isEmpty)
        told.append(String(decoding: track.reference.path, as: UTF8.self))
      case .found(info.id, let references):
        found += references.map { String(decoding: $0.path, as: UTF8.self) }
      case .scanEnded: expectEqual(found.count, 3)
      default: break
      }
    }
    expectEqual(told, ["a/2.mp3"])
    expectEqual(found, ["a/2.mp3", "a/10.mp3", "b/1.mp3"])
  }

  @Test func `an unchanged file is not opened again; a deleted one is hidden and its row stays`() throws {
    let stick = try Stick(["a/1.mp3": Self.sound, "a/2.mp3": Self.sound, "b/3.mp3": Self.sound])
    let bench = try Bench()
    let info = try bench.mount(stick.path)
    func last() -> ScanProgress? {
      for case .progress(info.id, let progress) in bench.events.reversed() { return progress }
      return nil
    }
    expectEqual(last()?.opened, 3)
    stick.remove("a/1.mp3")
    stick.remove("b/3.mp3")
    stick.write("a/2.mp3", FakeFiles.content(title: "longer than before"))
    try bench.scan()
    expectEqual(bench.warnings, [])
    expectEqual(last()?.opened, 1)
    try expectEqual(bench.list("Stick", recursive: true), ["Stick/a/", "Stick/a/2.mp3"])
    try expectEqual(bench.track("Stick/a/2.mp3").details.title, "longer than before")
    stick.write("b/3.mp3", Self.sound)
    try bench.scan("Stick/b")
    try expectEqual(bench.list("Stick"), ["Stick/a/", "Stick/b/"])
    try bench.scan(rescan: true)
    expectEqual(last()?.opened, 2)
    try bench.unmount(stick.path)
    let store = try stick.open()
    #expect(
      try store.connection.first("SELECT count(*) FROM tracks WHERE state = 1") { (row) throws(StoreError) in
        try row.integer(0)
      } == 1)
    store.close()
  }

  @Test func `a volume is known again by its identity wherever it is mounted`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let bench = try Bench()
    let first = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    #expect(bench.library.volumes.isEmpty)
    #expect(bench.library.root(of: first.id) == nil)
    let moved = try TemporaryFolder()
    let place = "\(moved.path)/elsewhere"
    _ = unsafe rename(stick.path, place)
    let second = try bench.mount(place, label: "Another label")
    #expect(second.id == first.id && second.name == "Stick")
    #expect(second.wasScanned && second.trackCount == 1)
    #expect(!bench.events.suffix(8).contains { if case .found = $0 { true } else { false } })
  }

  @Test func `a copied stick gets its own identity and name, permanently`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let copy = try Stick(["1.mp3": Self.sound])
    let bench = try Bench()
    let first = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    _ = Files.makeFolder("\(copy.path)/.jukebox")
    Files.copy(stick.database, to: copy.database)
    _ = try bench.mount(stick.path)
    let second = try bench.mount(copy.path)
    #expect(second.id != first.id)
    expectEqual(second.name, "Stick~\(second.id.description.prefix(4))")
    try expectEqual(bench.list(), ["Stick/", "\(second.name)/"])
    try expectEqual(bench.list(second.name), ["\(second.name)/1.mp3"])
    try bench.unmount(stick.path)
    try bench.unmount(copy.path)
    try expectEqual(bench.mount(copy.path).id, second.id)
    try expectEqual(bench.list(), ["\(second.name)/"])
  }

  @Test func `a leaving volume is released in the middle of a scan`() throws {
    let stick = try Stick()
    for number in 0..<500 { stick.write("\(number % 20)/\(number).mp3", Self.sound) }
    let bench = try Bench()
    for isOrderly in [false, true] {
      let before = bench.events.count
      bench.library.mounts.appeared(path: stick.path, isFixed: false, label: "Stick", isReadOnly: false)
      let info = try bench.wait { () -> VolumeInfo? in
        for case .opened(let info) in bench.events[before...] { return info }
        return nil
      }
      var answer: Result<LibraryPage, Refusal>?
      bench.library.catalogue.page(at: "Stick", isRecursive: true) { answer = $0 }
      try bench.unmount(stick.path, orderly: isOrderly)
      // Answered before it left, or refused; never forgotten.
      if case .failure(let refusal) = try #require(answer) { expectEqual(refusal, .volumeGone) }
      #expect(OpenFiles.below(stick.path).isEmpty)
      #expect(bench.library.root(of: info.id) == nil)
      #expect(bench.library.scans.runningJob == nil)
      if isOrderly { expectEqual(Files.list("\(stick.path)/.jukebox"), ["library.sqlite", "spare"]) }
    }
    let info = try bench.mount(stick.path)
    try expectEqual(bench.list("Stick", recursive: true).count, 520)
    #expect(OpenFiles.below(stick.path).allSatisfy { $0.path == stick.path || $0.path.contains("/.jukebox") })
    _ = info
  }

  @Test func `a read-only volume works through a copy that is removed later`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let bench = try Bench()
    let id = try bench.mount(stick.path).id
    try bench.unmount(stick.path)
    let before = try #require(Files.read(stick.database))
    stick.write("2.mp3", Self.sound)
    let info = try bench.mount(stick.path, isReadOnly: true)
    #expect(info.isCopy && info.id == id)
    try expectEqual(bench.list("Stick"), ["Stick/1.mp3", "Stick/2.mp3"])
    let carried = CarriedQueue(
      stamp: Stamp(box: [UInt8](repeating: 7, count: 16), counter: 3),
      entries: [CarriedQueue.Entry(id: EntryID(rawValue: 4), path: Array("2.mp3".utf8), priority: 1)],
      current: EntryID(rawValue: 4), position: .seconds(9))
    #expect(
      try bench.answer { (done: @escaping (StoreError?) -> Void) in
        bench.library.queues.carry(carried, on: id, completion: done)
      } == nil)
    try bench.unmount(stick.path)
    #expect(Files.read(stick.database) == before, "nothing was written to it")
    expectEqual(Files.list("\(bench.state.path)/volumes"), ["\(id).sqlite"])
    // Again read-only: the copy has what was changed.
    _ = try bench.mount(stick.path, isReadOnly: true)
    func read() throws -> CarriedQueue? {
      try bench.answer { (done: @escaping (Result<CarriedQueue?, StoreError>) -> Void) in
        bench.library.queues.carried(on: id, completion: done)
      }.get()
    }
    try expectEqual(read(), carried)
    try bench.unmount(stick.path)
    // Writable again: what the copy has goes back to the stick.
    let back = try bench.mount(stick.path)
    #expect(!back.isCopy && back.id == id)
    try expectEqual(read(), carried)
    expectEqual(Files.list("\(bench.state.path)/volumes"), [])
  }

  @Test func `a read-only volume with a log keeps the rows that are only there`() throws {
    let stick = try Stick()
    let store = try stick.open()
    try store.carry(
      CarriedQueue(
        stamp: Stamp(box: [UInt8](repeating: 1, count: 16), counter: 1), entries: [], current: nil,
        position: .seconds(5)), comparingPaths: false)
    // As a pulled stick would be: the log was not moved into the database.
    let pulled = try Stick()
    _ = Files.makeFolder("\(pulled.path)/.jukebox")
    for suffix in ["", "-wal"] { Files.copy(stick.database + suffix, to: pulled.database + suffix) }
    #expect(
      Files.list("\(stick.path)/.jukebox") == ["library.sqlite", "library.sqlite-wal"], "no shared memory")
    store.close()
    let again = try stick.open()
    try again.countRevision()
    #expect(
      Files.list("\(stick.path)/.jukebox") == ["library.sqlite", "library.sqlite-wal"],
      "none either where the log was there before")
    again.close()
    let bench = try Bench()
    let info = try bench.mount(pulled.path, isReadOnly: true)
    expectEqual(info.id, store.identity)
    let carried = try bench.answer { (done: @escaping (Result<CarriedQueue?, StoreError>) -> Void) in
      bench.library.queues.carried(on: info.id, completion: done)
    }.get()
    expectEqual(carried?.position, .seconds(5))
  }

  @Test(arguments: [
    Array("no database at all, but long enough to look like something".utf8),
    [UInt8](repeating: 0xA5, count: 9000),
    // As a stick has that was pulled before its first pages were written.
    [],
  ])
  func `a read-only volume with a useless database leaves nothing in the state folder and is recognised`(
    _ content: [UInt8]
  ) throws {
    let stick = try Stick(["1.mp3": Self.sound])
    _ = Files.makeFolder("\(stick.path)/.jukebox")
    Files.write(stick.database, content)
    let bench = try Bench()
    var ids: Set<VolumeID> = []
    for _ in 0..<3 {
      ids.insert(try bench.mount(stick.path, isReadOnly: true).id)
      try expectEqual(bench.list("Stick"), ["Stick/1.mp3"])
      try bench.unmount(stick.path)
    }
    expectEqual(ids.count, 1)
    expectEqual(Files.list("\(bench.state.path)/volumes").count, 1)
  }

  @Test func `the remains of a copy after a power cut are removed`() throws {
    let folder = try TemporaryFolder()
    _ = Files.makeFolder("\(folder.path)/volumes")
    for name in ["incoming-1", "incoming-1-wal", "look-1.sqlite"] {
      Files.write("\(folder.path)/volumes/\(name)", [1])
    }
    _ = try StateFolder(in: Array(folder.path.utf8))
    expectEqual(Files.list("\(folder.path)/volumes"), ["look-1.sqlite"])
  }

  @Test func `an update of nothing ends`() throws {
    let bench = try Bench()
    let job = try bench.library.scans.update("", rescan: false)
    expectEqual(bench.library.scans.runningJob, job)
    _ = try bench.wait { bench.library.scans.runningJob == nil ? true : nil }
  }

  @Test func `a read-only volume without a database is known again by its look`() throws {
    let stick = try Stick(["1.mp3": Self.sound, "a/2.mp3": Self.sound])
    let bench = try Bench()
    let first = try bench.mount(stick.path, isReadOnly: true)
    #expect(first.isCopy)
    try expectEqual(bench.list("Stick", recursive: true).count, 3)
    try bench.unmount(stick.path)
    #expect(!Files.exists("\(stick.path)/.jukebox"))
    let second = try bench.mount(stick.path, isReadOnly: true)
    #expect(second.id == first.id && second.wasScanned)
  }

  @Test func `names in any bytes are listed, found and opened`() throws {
    let names: [[UInt8]] = [
      Array("plain.mp3".utf8), [0xFF, 0xFE] + Array(".mp3".utf8), Array("new\nline.mp3".utf8),
      Array("quote\"'\\.mp3".utf8), Array("🎵.mp3".utf8), Array("e\u{301}.mp3".utf8), Array("é.mp3".utf8),
      Array("\u{F7FF}.mp3".utf8), Array(repeating: UInt8(ascii: "x"), count: 251) + Array(".mp3".utf8),
      Array("tab\t \u{7F}.mp3".utf8),
    ]
    let stick = try Stick()
    for name in names {
      let path = Array("\(stick.path)/".utf8) + name
      let file = unsafe path.withTerminator { unsafe clinux_open($0, O_WRONLY | O_CREAT, 0o644) }
      #expect(file >= 0)
      let content = FakeFiles.content(title: "\(name)")
      _ = unsafe content.withUnsafeBytes { unsafe CLinux.write(file, $0.baseAddress, $0.count) }
      CLinux.close(file)
    }
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    let uris = try bench.list()
    // By bytes: to Swift's strings the composed and the decomposed name are equal.
    #expect(Set(uris.map { Array($0.utf8) }) == Set(names.map { Array(EscapedName.text(for: $0).utf8) }))
    for uri in uris {
      let track = try bench.track(uri)
      #expect(names.contains(track.reference.path))
      expectEqual(track.details.title, "\(track.reference.path)")
      expectEqual(bench.library.uri(of: track.reference), uri)
      expectEqual(bench.library.reference(of: uri), track.reference)
      _ = try #require(bench.library.root(of: info.id)).open(track.reference.path)
    }
  }

  @Test func `links out of the volume, pipes, sockets and loops are skipped`() throws {
    let outside = try TemporaryFolder()
    let secret = try outside.write("secret.mp3", Self.sound)
    let stick = try Stick(["real/1.mp3": Self.sound])
    _ = unsafe symlink(secret, "\(stick.path)/out.mp3")
    _ = unsafe symlink("../../../../../../../../\(secret)", "\(stick.path)/up.mp3")
    _ = unsafe symlink("/proc/self/fd/0", "\(stick.path)/magic.mp3")
    _ = unsafe symlink("real/1.mp3", "\(stick.path)/in.mp3")
    _ = unsafe symlink("nowhere", "\(stick.path)/dangling.mp3")
    _ = unsafe symlink(".", "\(stick.path)/real/loop")
    _ = unsafe symlink(outside.path, "\(stick.path)/folder")
    _ = unsafe mkfifo("\(stick.path)/pipe.mp3", 0o644)
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(bench.list(recursive: true), ["in.mp3", "real/", "real/1.mp3"])
    #expect(bench.warnings.contains("\(stick.path): 1 pipe, socket or device is skipped: pipe.mp3"))
    // None of them counts as a failure of storage, so that what is gone is still recognised.
    stick.remove("real/1.mp3")
    stick.remove("in.mp3")
    try bench.scan()
    try expectEqual(bench.list(recursive: true), [])
  }

  @Test func `a folder nested deeper than the limit is skipped with a warning`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let deep = Array(repeating: "d", count: 80).joined(separator: "/")
    stick.write("\(deep)/2.mp3", Self.sound)
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(bench.list(recursive: true), ["1.mp3"])
    #expect(bench.warnings.contains { $0.contains("too deep") })
  }

  @Test func `a closed gate holds the scan and leaving ends it all the same`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let bench = try Bench()
    bench.library.gate.isOpen = false
    bench.library.mounts.appeared(path: stick.path, isFixed: true, label: "x", isReadOnly: false)
    let id = try bench.wait { bench.library.volumes.first?.id }
    // A question is answered while the scan waits.
    try expectEqual(bench.list(), [])
    try bench.unmount(stick.path)
    #expect(!bench.events.contains { if case .firstTrack = $0 { true } else { false } })
    bench.library.gate.isOpen = true
    try expectEqual(bench.mount(stick.path, isFixed: true).id, id)
    try expectEqual(bench.list(), ["1.mp3"])
  }

  @Test func `several volumes make one tree, the first fixed folder at its root`() throws {
    let fixed = try Stick(["Album/1.mp3": FakeFiles.content(artist: "A", album: "X"), "top.mp3": Self.sound])
    let more = try Stick(["Other/2.mp3": FakeFiles.content(artist: "B", album: "X")])
    let stick = try Stick(["9.mp3": FakeFiles.content(artist: "A")])
    let bench = try Bench()
    _ = try bench.mount(stick.path, label: "USB")
    try expectEqual(bench.list(recursive: true), ["USB/", "USB/9.mp3"])
    _ = try bench.mount(fixed.path, isFixed: true, label: "Music")
    _ = try bench.mount(more.path, isFixed: true, label: "More")
    let id = try #require(bench.library.volumes.last).id
    for limit in [1, 2, 3, 300] {
      try expectEqual(bench.list(limit: limit), ["More/", "USB/", "Album/", "top.mp3"])
      try expectEqual(
        bench.list(recursive: true, limit: limit),
        [
          "top.mp3", "Album/", "Album/1.mp3", "More/", "More/Other/", "More/Other/2.mp3", "USB/", "USB/9.mp3",
        ])
    }
    func references(_ uri: String) throws -> [TrackReference] {
      try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
        bench.library.catalogue.references(at: uri, limit: 100, completion: done)
      }.get()
    }
    #expect(
      try references("").map { bench.library.uri(of: $0) } == [
        "top.mp3", "Album/1.mp3", "More/Other/2.mp3", "USB/9.mp3",
      ])
    try expectEqual(references("USB/9.mp3").count, 1)
    #expect(throws: Refusal.queueFull) {
      try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
        bench.library.catalogue.references(at: "", limit: 3, completion: done)
      }.get()
    }
    let counts = try bench.answer { (done: @escaping (Result<LibraryStatistics, Refusal>) -> Void) in
      bench.library.totals.counts(completion: done)
    }.get()
    #expect(counts.songs == 4 && counts.duration == .seconds(12))
    // The second top-level folder is the first one of the second volume.
    let second = try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
      bench.library.catalogue.references(ofTopFolder: 2, limit: 10, completion: done)
    }.get()
    #expect(second.map { bench.library.uri(of: $0) } == ["More/Other/2.mp3"])
    let absent = TrackReference(volume: id, path: Array("9.mp3".utf8))
    try bench.unmount(stick.path)
    expectEqual(bench.library.uri(of: absent), "USB/9.mp3")
    let tracks = try bench.answer { (done: @escaping ([Track?]) -> Void) in
      bench.library.catalogue.tracks(
        [absent, TrackReference(volume: second[0].volume, path: Array("Other/2.mp3".utf8))], completion: done)
    }
    #expect(tracks.map { $0?.details.artists } == [nil, ["B"]])
  }

  @Test func `a database that breaks in use is set aside and rebuilt with the same identity`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.unmount(stick.path)
    try stick.sql("UPDATE tracks SET channels = 5000")
    _ = try bench.mount(stick.path, isFixed: true)
    let before = bench.events.count
    #expect(throws: Refusal.self) { try bench.list() }
    try bench.scanEnd(of: info.id, since: before)
    try expectEqual(bench.list(), ["1.mp3"])
    expectEqual(bench.library.volumes.map(\.id), [info.id])
    #expect(Files.exists("\(stick.database).foreign-1"))
    #expect(bench.warnings.contains { $0.contains("set aside") })
  }

  @Test func `a volume's queue is written by difference, and as a whole after another jukebox`() throws {
    let stick = try Stick()
    func queue(_ ids: [UInt32], box: UInt8, at seconds: Int64) -> CarriedQueue {
      CarriedQueue(
        stamp: Stamp(box: [UInt8](repeating: box, count: 16), counter: seconds),
        entries: ids.map {
          CarriedQueue.Entry(
            id: EntryID(rawValue: $0), path: Array("\(box)/\($0)".utf8), priority: UInt8($0 % 3))
        }, current: ids.first.map { EntryID(rawValue: $0) }, position: .seconds(seconds))
    }
    var ids = Array(UInt32(1)...50)
    for round in 0..<30 {
      let store = try stick.open()
      if round > 0, round % 2 == 0 { try expectEqual(store.carried.queue()?.entries.count, ids.count) }
      for step in 0..<3 {
        ids.shuffle()
        ids.removeLast(step)
        ids.insert(UInt32(100 + round * 10 + step), at: ids.count / 2)
        let carried = queue(ids, box: UInt8(round / 10), at: Int64(round * 10 + step))
        try store.carry(carried, comparingPaths: false)
        try expectEqual(store.carried.queue(), carried)
      }
      store.close()
    }
  }

  @Test func `a whole volume gives its first tracks where it has too many`() throws {
    let stick = try Stick()
    for number in 1...700 { stick.write("\(number).mp3", Self.sound) }
    let bench = try Bench()
    let info = try bench.mount(stick.path)
    for limit in [1, 300, 301, 700, 701] {
      let tracks = try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
        bench.library.catalogue.references(of: info.id, limit: limit, completion: done)
      }.get()
      #expect(
        tracks.map { String(decoding: $0.path, as: UTF8.self) } == (1...min(limit, 700)).map { "\($0).mp3" })
    }
  }

  @Test func `a seek index is kept with its track until the file changes`() throws {
    let stick = try Stick(["a/1.mp3": Self.sound, "a/2.mp3": Self.sound])
    let bench = try Bench()
    let id = try bench.mount(stick.path, isFixed: true).id
    func index(_ path: String) throws -> [UInt8]? {
      try bench.answer { done in
        bench.library.catalogue.seekIndex(
          of: TrackReference(volume: id, path: Array(path.utf8)), completion: done)
      }
    }
    func keep(_ bytes: [UInt8], _ path: String) {
      bench.library.catalogue.keep(seekIndex: bytes, of: TrackReference(volume: id, path: Array(path.utf8)))
    }
    #expect(try index("a/1.mp3") == nil)
    keep([1, 2, 3], "a/1.mp3")
    keep([4, 5], "a/1.mp3")
    // Of no track, and too long: nothing is kept, and nothing breaks.
    keep([6], "a/none.mp3")
    keep([UInt8](repeating: 7, count: 20_000), "a/2.mp3")
    try expectEqual(index("a/1.mp3"), [4, 5])
    #expect(try index("a/2.mp3") == nil)
    #expect(try index("nowhere/1.mp3") == nil)
    stick.write("a/1.mp3", FakeFiles.content(title: "another, and longer"))
    try bench.scan()
    #expect(try index("a/1.mp3") == nil)
  }

  @Test func `a cancelled question is not answered`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    var answers = 0
    let request = bench.library.catalogue.page(at: "", isRecursive: true) { _ in answers += 1 }
    request.cancel()
    let other = bench.library.catalogue.references(at: "nowhere", limit: 1) { _ in answers += 1 }
    other.cancel()
    try expectEqual(bench.list(), ["1.mp3"])
    expectEqual(answers, 0)
  }

  @Test func `a volume that comes back at once waits for its own closing`() throws {
    let stick = try Stick(["1.mp3": Self.sound])
    let bench = try Bench()
    let id = try bench.mount(stick.path, isFixed: true).id
    for isOrderly in [true, false, true] {
      bench.library.mounts.gone(path: stick.path, orderly: isOrderly)
      try expectEqual(bench.mount(stick.path, isFixed: true).id, id)
      try expectEqual(bench.list(), ["1.mp3"])
    }
    #expect(!bench.events.contains { if case .failed = $0 { true } else { false } })
  }

  @Test func `a folder that is not there is reported`() throws {
    let bench = try Bench()
    bench.library.mounts.appeared(path: "/nowhere/at/all", isFixed: true, label: "", isReadOnly: false)
    #expect(bench.events.contains { if case .failed("/nowhere/at/all", _) = $0 { true } else { false } })
  }
}
