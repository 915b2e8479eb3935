import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Sounds of the folder `Sounds`, and what people say of them.
@Suite("Pads") struct PadTests {
  private let bench: Bench
  private let stick: Stick

  init() throws {
    bench = try Bench()
    stick = try Stick([
      "song.mp3": FakeFiles.content(title: "Song"), "Sounds/2 bell.wav": FakeFiles.content(title: "bell"),
      "Sounds/10 horn.wav": FakeFiles.content(title: "horn"),
      "Sounds/Animals/cat.wav": FakeFiles.content(title: "cat"),
    ])
  }

  private func pads(_ volume: VolumeInfo) throws -> [Pad] {
    try bench.answer { (done: @escaping ([Pad]) -> Void) in
      bench.library.pads.all(on: [volume.id]) { done($0.first?.pads ?? []) }
    }
  }

  private func keep(_ pads: [Pad], folders: [PadFolder]? = nil, _ volume: VolumeInfo) throws {
    let refusal = try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.pads.store([(volume.id, pads, folders)]) { refusal, _ in done(refusal) }
    }
    #expect(refusal == nil)
  }

  @Test func `files of Sounds are pads in natural order, and no music`() throws {
    let volume = try bench.mount(stick.path)
    let pads = try pads(volume)
    expectEqual(pads.map(\.name), ["2 bell", "10 horn", "cat"])
    expectEqual(pads.map(\.folder), ["", "", "Animals"])
    #expect(pads.allSatisfy { $0.settings == PadSettings() && !$0.isAbsent && !$0.isRemoved })
    try expectEqual(bench.list("Stick"), ["Stick/song.mp3"])
  }

  @Test func `an unreadable file of Sounds is a pad with the reason, and one elsewhere is no pad`() throws {
    for path in ["Sounds/bad.wav", "Sounds/Animals/bad too.wav", "no sound.mp3"] {
      stick.write(path, Array("broken".utf8))
    }
    let pads = try pads(try bench.mount(stick.path))
    #expect(pads.filter { $0.problem != nil }.map(\.name) == ["bad", "bad too"])
    expectEqual(pads.count, 5)
  }

  @Test func `settings of a pad are stored, also when its file moves, and over a restart`() throws {
    var volume = try bench.mount(stick.path)
    var bell = try #require(try pads(volume).first)
    for (key, value) in [
      (PadKey.name, "Glocke"), (.volume, "50"), (.boost, "1.5"), (.speed, "0.75"), (.loops, "-1"),
      (.bass, "-3.5"),
      (.colour, "#ff8000"), (.favourite, "1"), (.start, "0.25"), (.end, "1.5"), (.delay, "2"),
      (.mode, "toggle"),
      (.group, "bells"), (.duck, "12"), (.folder, "Ding"),
    ] {
      bell = try #require(bell.setting(key, to: value), "\(key)")
    }
    bell.place = 7
    bell.presses = 3
    try keep([bell], folders: [PadFolder(name: "Ding", place: 1, colour: 0xFF)], volume)
    try expectEqual(pads(volume).first, bell)
    try bench.unmount(stick.path)
    stick.move("Sounds/2 bell.wav", to: "Sounds/Animals/dog.wav")
    volume = try bench.mount(stick.path)
    let moved = try #require(try pads(volume).first)
    expectEqual(String(decoding: moved.track.path, as: UTF8.self), "Sounds/Animals/dog.wav")
    #expect(
      moved.settings == bell.settings && moved.name == "Glocke" && moved.place == 7 && moved.presses == 3)
  }

  @Test func `a pad whose file is gone stays, and a file that comes back is the same pad`() throws {
    var volume = try bench.mount(stick.path)
    var bell = try #require(try pads(volume).first)
    bell.settings.volume = 0.25
    try keep([bell], volume)
    try bench.unmount(stick.path)
    stick.remove("Sounds/2 bell.wav")
    volume = try bench.mount(stick.path)
    #expect(try pads(volume).first { $0.isAbsent }?.settings.volume == 0.25)
    try bench.unmount(stick.path)
    stick.write("Sounds/2 bell.wav", FakeFiles.content(title: "bell"))
    volume = try bench.mount(stick.path)
    #expect(
      try pads(volume).first { $0.name == "2 bell" }.map { !$0.isAbsent && $0.settings.volume == 0.25 }
        == true)
  }

  @Test func `a folder that is moved into Sounds becomes sounds, and moved out of it music`() throws {
    stick.write("Songs/duck.mp3", FakeFiles.content(title: "duck"))
    var volume = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    stick.move("Songs", to: "Sounds/Songs")
    stick.move("Sounds/Animals", to: "Animals")
    volume = try bench.mount(stick.path)
    try expectEqual(pads(volume).map(\.name), ["2 bell", "10 horn", "duck"])
    try expectEqual(bench.list("Stick/Animals"), ["Stick/Animals/cat.wav"])
    try bench.unmount(stick.path)
    stick.move("Sounds", to: "Other")
    volume = try bench.mount(stick.path)
    #expect(try pads(volume).isEmpty)
    try expectEqual(bench.list("Stick/Other/Songs"), ["Stick/Other/Songs/duck.mp3"])
  }

  @Test func `music can be a pad, too, and stays music`() throws {
    let volume = try bench.mount(stick.path)
    let track = TrackReference(volume: volume.id, path: Array("song.mp3".utf8))
    let pad = try bench.answer { (done: @escaping (Result<Pad, Refusal>) -> Void) in
      bench.library.pads.new(of: track, completion: done)
    }.get()
    try keep([pad], volume)
    #expect(try pads(volume).map(\.name).contains("song"))
    try expectEqual(bench.list("Stick"), ["Stick/song.mp3"])
  }

  @Test func `a value beyond its range is refused`() {
    let pad = Pad(track: TrackReference(volume: VolumeID(high: 0, low: 0), path: [1]), row: 1, name: "a")
    for (key, value) in [
      (PadKey.volume, "101"), (.volume, "-1"), (.volume, "0.5"), (.volume, "nan"), (.boost, "0.9"),
      (.speed, "0.2"),
      (.speed, "2.1"),
      (.loops, "-2"), (.loops, "1.5"), (.bass, "13"), (.colour, "12345"), (.colour, "+12345"),
      (.favourite, "yes"),
      (.start, "-1"), (.end, "0"), (.delay, "301"), (.mode, "twice"), (.duck, "-1"), (.name, ""),
      (.name, "a\nb"),
      (.start, "1e300"), (.group, String(repeating: "x", count: 300)),
    ] {
      #expect(pad.setting(key, to: value) == nil, "\(key) \(value)")
    }
    #expect(pad.setting(.end, to: "")?.settings.end == nil && pad.setting(.folder, to: "")?.folder == "")
  }
}
