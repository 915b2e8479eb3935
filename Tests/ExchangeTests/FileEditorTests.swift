import CLinux
import Linux
import Media
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Tags are written into files, and files go to the trash and to other volumes.
@Suite("File editor") struct FileEditorTests {
  private let bench: ExchangeBench
  private let stick: Stick
  private let editor: FileEditor

  private static func fixture(_ name: String) throws -> [UInt8] {
    try Repository.bytes(of: "Fixtures/\(name)")
  }

  init() throws {
    bench = try ExchangeBench(readers: .media)
    stick = try Stick([
      "A/B/01 song.flac": try Self.fixture("album/2-01 Solder.flac"),
      "A/B/02 other.mp3": try Self.fixture("album/1-02 Ratchet Rag.mp3"),
      "C/third.ogg": try Self.fixture("album/1-03 Lamp Oil.ogg"),
      "A/B/cover.jpg": [0xFF, 0xD8, 0xFF],
    ])
    editor = FileEditor(library: bench.library, tagger: try TaggerProgram.path())
  }

  private func tag(_ uri: String, _ request: TagRequest) throws -> Result<[TagEdit], Refusal> {
    try bench.answer { editor.tag(uri, request, completion: $0) }
  }

  private func write(_ uri: String, _ pairs: [(String, String)]) throws -> Result<[TagEdit], Refusal> {
    try tag(uri, .write(try TagEdit.all(pairs.map { (key: $0.0, value: $0.1) })))
  }

  private func remove(_ uris: String...) throws -> Result<[TrashItem], Refusal> {
    try bench.answer { editor.remove(uris, completion: $0) }
  }

  private func trash() throws -> [TrashItem] { try bench.answer { editor.trash(completion: $0) }.get() }

  private func restore(_ item: String) throws -> Result<TrashItem, Refusal> {
    try bench.answer { editor.restore(item, completion: $0) }
  }

  private func key<Value>(_ result: Result<Value, Refusal>) -> ErrorKey? {
    if case .failure(.failed(let key, _, _)) = result { key } else { nil }
  }

  private func details(_ path: String) throws -> TrackDetails {
    TrackDetails(try probe(of: try HostFile.open("\(stick.path)/\(path)")))
  }

  private func rate(_ uri: String, _ rating: Int) throws {
    let track = try bench.track(uri).reference
    let values = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.change(of: .track(track), [.rate(rating)]) { done($0.map(\.values)) }
    }
    try expectEqual(values.get().rating, rating)
  }

  private func rating(_ uri: String) throws -> Int? {
    let track = try bench.track(uri).reference
    return try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      _ = bench.library.personal.report(of: .track(track)) { done($0.map(\.values)) }
    }.get().rating
  }

  // MARK: Tags

  @Test func `tags are in the file and in the library at once, and personal data stay`() throws {
    _ = try bench.mount(stick.path)
    let uri = "Stick/A/B/01 song.flac"
    try rate(uri, 7)
    let row = try bench.track(uri).row
    let before = try details("A/B/01 song.flac")
    let written = try write(
      uri, [("artist", "Ärmel 日本"), ("artist", "Zweiter"), ("track", "9"), ("album", "")]
    ).get()
    expectEqual(written.map(\.key), ["ARTIST", "TRACKNUMBER", "ALBUM"])
    let track = try bench.track(uri)
    #expect(track.row == row && track.details.artists == ["Ärmel 日本", "Zweiter"] && track.details.track == 9)
    let after = try details("A/B/01 song.flac")
    #expect(after.album == nil && after.title == before.title && TrackSound(after) == TrackSound(before))
    try expectEqual(rating(uri), 7)
    #expect(!Files.list("\(stick.path)/.jukebox").contains("tags.part"))
    // A scan has nothing left to find out.
    try bench.scan()
    try expectEqual(bench.track(uri).row, row)
    try expectEqual(rating(uri), 7)
    #expect(try bench.list("Stick", recursive: true).filter { $0.hasSuffix("flac") } == [uri])
  }

  @Test func `undo brings back what the last change replaced, and undoes itself`() throws {
    _ = try bench.mount(stick.path)
    let uri = "Stick/A/B/02 other.mp3"
    #expect(key(try tag(uri, .undo)) == .nothingToUndo)
    let title = try bench.track(uri).details.title
    _ = try write(uri, [("title", "X"), ("composer", "Somebody")]).get()
    try expectEqual(bench.track(uri).details.title, "X")
    try expectEqual(tag(uri, .undo).get().map(\.key), ["TITLE", "COMPOSER"])
    try expectEqual(bench.track(uri).details.title, title)
    _ = try tag(uri, .undo).get()
    try expectEqual(bench.track(uri).details.title, "X")
    // Also over a restart, of a file that was moved.
    try bench.unmount(stick.path)
    stick.move("A/B/02 other.mp3", to: "D/moved.mp3")
    _ = try bench.mount(stick.path)
    _ = try tag("Stick/D/moved.mp3", .undo).get()
    try expectEqual(details("D/moved.mp3").title, title)
  }

  @Test func `the path fills in what the tags lack`() throws {
    stick.write("Makers/Things/03 - Blue Lamp.mp3", try Self.fixture("tags/none.mp3"))
    _ = try bench.mount(stick.path)
    let uri = "Stick/Makers/Things/03 - Blue Lamp.mp3"
    _ = try tag(uri, .fromPath).get()
    let found = try details("Makers/Things/03 - Blue Lamp.mp3")
    #expect(
      found.title == "Blue Lamp" && found.artists == ["Makers"] && found.album == "Things" && found.track == 3
    )
    #expect(key(try tag(uri, .fromPath)) == .notFound)
    _ = try tag(uri, .undo).get()
    #expect(try details("Makers/Things/03 - Blue Lamp.mp3").title == nil)
  }

  @Test(arguments: [
    "formats/aiff-24.aiff", "formats/aiff-float.aifc", "formats/bits-24.flac", "formats/channels-6.ogg",
    "formats/channels-6.opus", "formats/ogg.oga", "formats/vbr.mp3", "formats/no-xing.mp3",
    "formats/junk-first.mp3",
    "formats/wave-16.wav", "formats/wave-float.wav", "formats/wave-adpcm.wav", "tags/full.flac",
    "tags/full.ogg",
    "tags/full.opus", "tags/full-v23.mp3", "tags/full-v24.mp3", "tags/v1.mp3",
    "tags/huge-picture.mp3",
    "tags/id3-before.flac", "tags/v22.mp3", "tags/two-tags.mp3", "tags/full-ape.mp3",
    "tags/v24-plain-sizes.mp3",
    "tags/v23-unsynchronised.mp3", "tags/v24-unsynchronised.mp3", "tags/v24-footer.mp3",
    "tags/ape-and-v1.mp3",
    "tags/comments.flac", "tags/comments.opus", "coded/true.tta", "coded/aac.m4a", "coded/alac.m4a",
    "coded/book.m4b",
    "coded/index-first.m4a", "coded/muse.mpc", "coded/packed.wv", "coded/windows.wma",
  ]) func `every format gets tags and keeps its sound`(name: String) throws {
    let file = String(name.split(separator: "/")[1])
    stick.write(file, try Self.fixture(name))
    _ = try bench.mount(stick.path)
    let before = try details(file)
    let long = String(repeating: "lang ", count: 1500)
    _ = try write(
      "Stick/\(file)",
      [("title", "Nëu"), ("artist", "Wer"), ("comment", long), ("date", "2021"), ("track", "4")]
    )
    .get()
    let after = try details(file)
    #expect(after.title == "Nëu" && after.artists == ["Wer"] && after.track == 4 && after.date == "2021")
    #expect(after.album == before.album && after.genres == before.genres)
    expectEqual(TrackSound(after), TrackSound(before))
    let original = try TemporaryFolder()
    try original.write("original", try Self.fixture(name))
    #expect(
      try SoundComparison.of(
        try HostFile.open("\(original.path)/original"), try HostFile.open("\(stick.path)/\(file)")) == .same)
    _ = try tag("Stick/\(file)", .undo).get()
    #expect(Files.read("\(stick.path)/\(file)") == (try Self.fixture(name)))
  }

  @Test(arguments: [
    "coded/stream.aac", "coded/fragments.mp4", "coded/flac.mka", "coded/dolby.ac3", "broken/nothing.flac",
  ]) func `a file whose edit cannot be checked is refused and unchanged`(name: String) throws {
    let bytes = (try? Self.fixture(name)) ?? [1, 2, 3]
    let file = String(name.split(separator: "/")[1])
    stick.write(file, bytes)
    _ = try bench.mount(stick.path)
    #expect(throws: Refusal.self) { try write("Stick/\(file)", [("title", "X")]).get() }
    expectEqual(Files.read("\(stick.path)/\(file)"), bytes)
    #expect(!Files.list("\(stick.path)/.jukebox").contains("tags.part"))
  }

  @Test func `links, hidden names, folders and missing files are refused`() throws {
    _ = try ChildProcess.run(["ln", "-s", "A/B/01 song.flac", "\(stick.path)/link.flac"])
    _ = try ChildProcess.run(["ln", "-s", "A", "\(stick.path)/linked"])
    _ = try bench.mount(stick.path)
    #expect(key(try write("Stick/link.flac", [("title", "X")])) == .badFileName)
    #expect(key(try remove("Stick/linked/B/01 song.flac")) == .badFileName)
    #expect(key(try remove("Stick")) == .badFileName)
    for uri in ["Stick/.jukebox/library.sqlite", "Stick/.jukebox", "Stick/gone.flac", "Other/x.flac"] {
      #expect(throws: Refusal.noSuchPath) { try remove(uri).get() }
    }
    #expect(throws: Refusal.noSuchSong) { try write("Stick/A", [("title", "X")]).get() }
    // All or none.
    #expect(throws: Refusal.self) { try remove("Stick/C/third.ogg", "Stick/gone.flac").get() }
    #expect(try trash().isEmpty && Files.exists("\(stick.path)/C/third.ogg"))
  }

  @Test func `a missing or failing program changes nothing`() throws {
    _ = try bench.mount(stick.path)
    let bytes = Files.read("\(stick.path)/C/third.ogg")
    for program in [nil, "/nowhere/jukebox-tagger", "/bin/false", "/bin/true"] {
      let editor = FileEditor(library: bench.library, tagger: program)
      let result = try bench.answer { (done: @escaping (Result<[TagEdit], Refusal>) -> Void) in
        editor.tag("Stick/C/third.ogg", .write([TagEdit(key: "TITLE", values: ["X"])]), completion: done)
      }
      #expect(key(result) == .notTagged, "\(String(describing: program))")
      expectEqual(Files.read("\(stick.path)/C/third.ogg"), bytes)
    }
  }

  // MARK: Trash

  @Test func `a song comes back from the trash with its personal data`() throws {
    _ = try bench.mount(stick.path)
    let uri = "Stick/A/B/01 song.flac"
    try rate(uri, 9)
    let row = try bench.track(uri).row
    let bytes = Files.read("\(stick.path)/A/B/01 song.flac")
    let items = try remove(uri).get()
    #expect(
      items.map(\.uri) == [uri] && items.first?.isFolder == false
        && items.first?.bytes == Int64(bytes?.count ?? 0))
    #expect(throws: Refusal.noSuchSong) { try bench.track(uri) }
    #expect(!Files.exists("\(stick.path)/A/B/01 song.flac"))
    try expectEqual(trash(), items)
    // Also over a restart and a scan.
    try bench.unmount(stick.path)
    _ = try bench.mount(stick.path)
    #expect(try restore(try #require(items.first?.id)).get().uri == uri)
    try expectEqual(bench.track(uri).row, row)
    try expectEqual(rating(uri), 9)
    expectEqual(Files.read("\(stick.path)/A/B/01 song.flac"), bytes)
    #expect(try trash().isEmpty && Files.list("\(stick.path)/.jukebox/trash").isEmpty)
    try bench.scan()
    try expectEqual(rating(uri), 9)
  }

  @Test func `a folder goes and comes back as a whole, also where its parent is gone`() throws {
    _ = try bench.mount(stick.path)
    let uri = "Stick/A/B/02 other.mp3"
    try rate(uri, 3)
    #expect(try remove("Stick/A/B").get().first?.isFolder == true)
    #expect(try bench.list("Stick", recursive: true).filter { !$0.hasSuffix("/") } == ["Stick/C/third.ogg"])
    _ = try remove("Stick/A").get()
    #expect(!Files.exists("\(stick.path)/A"))
    try expectEqual(trash().map(\.uri).sorted(), ["Stick/A", "Stick/A/B"])
    _ = try restore("Stick/A/B").get()
    try expectEqual(rating(uri), 3)
    #expect(Files.exists("\(stick.path)/A/B/cover.jpg"))
  }

  @Test func `a removed folder includes its files, and the last removal comes back first`() throws {
    _ = try bench.mount(stick.path)
    try expectEqual(remove("Stick/A/B/01 song.flac", "Stick/A", "Stick/A").get().map(\.uri), ["Stick/A"])
    let root = try Root(path: stick.path)
    for generation in UInt8(1)...5 {
      stick.write("new.mp3", [generation])
      _ = try Trash(root).take(try EditedPlace(Array("new.mp3".utf8), in: root), now: nil)
    }
    for generation in (UInt8(1)...5).reversed() {
      _ = try restore("Stick/new.mp3").get()
      expectEqual(Files.read("\(stick.path)/new.mp3"), [generation])
      stick.remove("new.mp3")
    }
  }

  @Test func `songs of an excluded folder stay out of the library`() throws {
    _ = try bench.mount(stick.path)
    let before = bench.events.count
    let job = try bench.answer {
      bench.library.folders.setIncluded(false, folder: "Stick/A", completion: $0)
    }.get()
    try bench.wait { () -> Void? in
      for case .updateEnded(job) in bench.events[before...] { return () }
      return nil
    }
    let rest = ["Stick/", "Stick/C/", "Stick/C/third.ogg"]
    try expectEqual(bench.list(recursive: true), rest)
    _ = try write("Stick/A/B/01 song.flac", [("TITLE", "Other")]).get()
    try expectEqual(details("A/B/01 song.flac").title, "Other")
    try expectEqual(bench.list(recursive: true), rest)
    _ = try remove("Stick/A/B").get()
    _ = try restore("Stick/A/B").get()
    try expectEqual(bench.list(recursive: true), rest)
  }

  @Test func `a restore does not replace an existing file`() throws {
    _ = try bench.mount(stick.path)
    _ = try remove("Stick/C/third.ogg").get()
    stick.write("C/third.ogg", [1])
    #expect(key(try restore("Stick/C/third.ogg")) == .alreadyExists)
    expectEqual(Files.read("\(stick.path)/C/third.ogg"), [1])
    stick.remove("C/third.ogg")
    _ = try ChildProcess.run(["rmdir", "\(stick.path)/C"])
    stick.write("C", [2])
    #expect(key(try restore("Stick/C/third.ogg")) == .alreadyExists)
    stick.remove("C")
    try expectEqual(restore("Stick/C/third.ogg").get().uri, "Stick/C/third.ogg")
    #expect(key(try restore("Stick/C/third.ogg")) == .noSuchTrash)
  }

  @Test func `the trash is emptied for a volume, and by itself after 30 days`() throws {
    _ = try bench.mount(stick.path)
    _ = try remove("Stick/C/third.ogg", "Stick/A/B/01 song.flac").get()
    #expect(throws: Refusal.noSuchVolume) {
      try bench.answer { (done: @escaping (Result<[TrashItem], Refusal>) -> Void) in
        editor.emptyTrash(of: "Other", completion: done)
      }.get()
    }
    let root = try Root(path: stick.path)
    let all = try bench.answer { (done: @escaping (Result<[TrashItem], Refusal>) -> Void) in
      editor.emptyTrash(of: nil, completion: done)
    }.get()
    expectEqual(Set(all.map(\.uri)), ["Stick/C/third.ogg", "Stick/A/B/01 song.flac"])
    _ = try Trash(root).take(try EditedPlace(Array("C".utf8), in: root), now: 1_700_000_000)
    #expect(try Trash(root).deleteOld(now: 1_700_000_000 + Trash.keptSeconds - 1).isEmpty)
    #expect(try Trash(root).deleteOld(now: nil).isEmpty)
    try expectEqual(trash().count, 1)
    try expectEqual(Trash(root).deleteOld(now: 1_700_000_000 + Trash.keptSeconds).count, 1)
    #expect(try trash().isEmpty)
    _ = try remove("Stick/A").get()
    let deleted = try bench.answer { (done: @escaping (Result<[TrashItem], Refusal>) -> Void) in
      editor.emptyTrash(of: "Stick", completion: done)
    }.get()
    expectEqual(deleted.map(\.uri), ["Stick/A"])
    #expect(Files.list("\(stick.path)/.jukebox/trash").isEmpty)
  }

  @Test func `an item removed before the clock was set is dated later`() throws {
    let root = try Root(path: stick.path)
    _ = try Trash(root).take(try EditedPlace(Array("C".utf8), in: root), now: nil)
    try expectEqual(Trash(root).items().first?.identity.seconds, 0)
    let now = WallClock.now()
    #expect(try Trash(root).deleteOld(now: now).isEmpty)
    try expectEqual(Trash(root).items().first?.identity.seconds, now)
    try expectEqual(Trash(root).deleteOld(now: now + Trash.keptSeconds).count, 1)
  }

  @Test func `a lack of space removes the oldest item, and nothing if that would not suffice`() throws {
    let root = try Root(path: stick.path)
    _ = try ChildProcess.run(["truncate", "-s", "64G", "\(stick.path)/C/sparse.wav"])
    _ = try Trash(root).take(try EditedPlace(Array("A".utf8), in: root), now: 1000)
    _ = try Trash(root).take(try EditedPlace(Array("C".utf8), in: root), now: 2000)
    #expect(try Trash(root).makeRoom(for: 0).isEmpty)
    #expect(try Trash(root).makeRoom(for: 1 << 60).isEmpty)
    try expectEqual(Trash(root).items().count, 2)
    let bytes = try root.freeBytes() - IncomingFiles.keptFreeBytes + 1 << 30
    try expectEqual(Trash(root).makeRoom(for: bytes).first?.path, Array("A".utf8))
  }

  @Test func `foreign things in the trash are no items, and are no harm`() throws {
    _ = try bench.mount(stick.path)
    stick.write(".jukebox/trash/notes.txt", [1])
    stick.write(".jukebox/trash/1700000000-1-0123abcd/a", [1])
    stick.write(".jukebox/trash/1700000000-1-0123abcd/b", [1])
    stick.write(".jukebox/trash/1700000000-9-0123abcd/deep", [1])
    stick.write(".jukebox/trash/../1700000000-1-00000000/x", [1])
    _ = try ChildProcess.run(["ln", "-s", "/etc", "\(stick.path)/.jukebox/trash/1700000000-1-0000beef"])
    #expect(try trash().isEmpty)
    #expect(key(try restore("../1700000000-1-00000000")) == .noSuchTrash)
    #expect(key(try restore("1700000000-1-0123abcd")) == .noSuchTrash)
  }

  // MARK: Copying

  private func copy(_ uris: [String], to volume: String) throws -> Result<CopyReport, Refusal> {
    try bench.answer { done in _ = editor.copy(uris, to: volume, progress: { _ in }, completion: done) }
  }

  @Test func `a folder is copied with its pictures, once`() throws {
    let other = try Stick(["C/third.ogg": [1, 2]])
    _ = try bench.mount(stick.path)
    _ = try bench.mount(other.path, label: "Other")
    let report = try copy(["Stick/A", "Stick/C/third.ogg"], to: "Other").get()
    #expect(report.copied == 4 && report.known == 0 && report.doneBytes == report.allBytes)
    for path in ["A/B/01 song.flac", "A/B/02 other.mp3", "A/B/cover.jpg"] {
      expectEqual(Files.read("\(other.path)/\(path)"), Files.read("\(stick.path)/\(path)"))
      expectEqual(
        Files.modified("\(other.path)/\(path)").tv_sec, Files.modified("\(stick.path)/\(path)").tv_sec)
    }
    // A song with another content has the name.
    expectEqual(Files.read("\(other.path)/C/third.ogg"), [1, 2])
    expectEqual(Files.read("\(other.path)/C/third (2).ogg"), Files.read("\(stick.path)/C/third.ogg"))
    let again = try copy(["Stick/A"], to: "Other").get()
    #expect(again.copied == 0 && again.known == 3 && again.allBytes == 0)
    // The same bytes at another time are known, too.
    other.setModified("A/B/01 song.flac", seconds: 1_000_000_000)
    try expectEqual(copy(["Stick/A/B/01 song.flac"], to: "Other").get().known, 2)
    try bench.wait { (try? bench.track("Other/A/B/01 song.flac")).map { _ in () } }
    // The scan of several folders is one update, which ends.
    try bench.wait { bench.library.scans.runningJob == nil ? () : nil }
    #expect(!Files.list("\(other.path)/.jukebox").contains { $0.hasSuffix(".part") })
  }

  @Test func `a cancelled copy leaves nothing half, and another can begin`() throws {
    let other = try Stick()
    _ = try ChildProcess.run(["truncate", "-s", "40M", "\(stick.path)/A/B/01 song.flac"])
    _ = try bench.mount(stick.path)
    _ = try bench.mount(other.path, label: "Other")
    var result: Result<CopyReport, Refusal>?
    var copy: Query?
    copy = editor.copy(
      ["Stick/A/B/01 song.flac"], to: "Other", progress: { if $0.doneBytes > 0 { copy?.cancel() } },
      completion: { result = $0 })
    #expect(key(try self.copy(["Stick/A"], to: "Other")) == .limitReached)
    #expect(throws: Refusal.self) { try bench.wait { result }.get() }
    #expect(!Files.exists("\(other.path)/A/B/01 song.flac"))
    #expect(!Files.list("\(other.path)/.jukebox").contains { $0.hasSuffix(".part") })
    try expectEqual(self.copy(["Stick/A"], to: "Other").get().copied, 3)
  }

  @Test func `a copy to its own volume, to none and of nothing is refused`() throws {
    _ = try bench.mount(stick.path)
    #expect(key(try copy(["Stick/A"], to: "Stick")) == .badArgument)
    #expect(throws: Refusal.noSuchVolume) { try copy(["Stick/A"], to: "Other").get() }
    #expect(throws: Refusal.noSuchVolume) { try copy(["Stick/A"], to: "").get() }
  }
}
