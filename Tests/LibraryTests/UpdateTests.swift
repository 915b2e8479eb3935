import Linux
import Model
import Support
import Synchronization
import Testing

@testable import Library
@testable import LibrarySupport

/// What `update` and `rescan` look at.
@Suite("Updates of parts") struct UpdateTests {
  private static let sound = FakeFiles.content()

  private func stick() throws -> Stick {
    try Stick(["a/1.mp3": Self.sound, "a/2.mp3": Self.sound, "b/3.mp3": Self.sound])
  }

  @Test func `a file that is gone goes, and its neighbours are not looked at`() throws {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    stick.remove("a/1.mp3")
    stick.remove("a/2.mp3")
    try bench.scan("Stick/a/1.mp3")
    try expectEqual(
      bench.list("Stick", recursive: true), ["Stick/a/", "Stick/a/2.mp3", "Stick/b/", "Stick/b/3.mp3"])
    try bench.scan("Stick/a")
    try expectEqual(bench.list("Stick", recursive: true), ["Stick/b/", "Stick/b/3.mp3"])
  }

  @Test func `a volume counts unplayed files as the last whole scan found them`() throws {
    let stick = try Stick([
      "a/1.tak": [1], "a/2.TAK": [1], "b/3.voc": [1], "b/cover.jpg": [1], "b/.x.tak": [1], "b/film.mkv": [1],
    ])
    let bench = try Bench()
    let info = try bench.mount(stick.path)
    expectEqual(bench.library.scans.notPlayed(on: info.id).text, "3 files not played: 2 tak, 1 voc")
    #expect(
      bench.warnings.filter { $0.contains("not played") } == [
        "\(stick.path): 3 files not played: 2 tak, 1 voc"
      ])
    expectEqual(bench.library.scans.outcomes.map(\.outcome.progress.notPlayed.lines), [["2 tak", "1 voc"]])
    // A scan of a part says nothing of the rest.
    stick.remove("b/3.voc")
    try bench.scan("Stick/b")
    expectEqual(bench.library.scans.outcomes.map(\.outcome.progress.notPlayed.isEmpty), [true])
    expectEqual(bench.library.scans.notPlayed(on: info.id).lines, ["2 tak", "1 voc"])
    try bench.scan()
    expectEqual(bench.library.scans.notPlayed(on: info.id).lines, ["2 tak"])
    for name in ["1.tak", "2.TAK"] { stick.remove("a/\(name)") }
    stick.write("a/1.mp3", Self.sound)
    try bench.scan()
    #expect(bench.library.scans.notPlayed(on: info.id).isEmpty)
  }

  @Test func `a single file is read when it is new, changed, or is to be`() throws {
    let stick = try stick()
    let bench = try Bench()
    let info = try bench.mount(stick.path)
    func opened() throws -> Int {
      for case .progress(info.id, let progress) in bench.events.reversed() {
        #expect(progress.found == 1 && progress.examined == 1)
        return progress.opened
      }
      throw Bench.Impatience(events: [])
    }
    stick.write("a/4.mp3", FakeFiles.content(title: "new"))
    stick.write("a/5.mp3", FakeFiles.content(title: "newer"))
    try bench.scan("Stick/a/4.mp3")
    try expectEqual(opened(), 1)
    try expectEqual(bench.track("Stick/a/4.mp3").details.title, "new")
    #expect(throws: Refusal.noSuchSong) { try bench.track("Stick/a/5.mp3") }
    try bench.scan("Stick/a/4.mp3")
    try expectEqual(opened(), 0)
    try bench.scan("Stick/a/4.mp3", rescan: true)
    try expectEqual(opened(), 1)
  }

  @Test func `the result of a scan is available until the next one has ended`() throws {
    let stick = try stick()
    stick.write("b/4.mp3", Array("no sound".utf8))
    let isBroken = Atomic(false)
    let bench = try Bench { open in
      isBroken.load(ordering: .relaxed)
        ? .failed(SystemError(.inputOutput, call: "read")) : FakeFiles.read(open)
    }
    _ = try bench.mount(stick.path)
    func outcome() throws -> ScanOutcome {
      expectEqual(bench.library.scans.outcomes.map(\.volume.name), ["Stick"])
      return try #require(bench.library.scans.outcomes.first).outcome
    }
    let first = try outcome()
    #expect(first.job == 1 && first.error == nil && first.progress.found == 4)
    #expect(first.progress.unreadable == 1 && first.progress.notRead == 0)
    #expect(first.problems.count == 1 && first.problems[0].contains("b/4.mp3"))
    isBroken.store(true, ordering: .relaxed)
    try bench.scan("Stick/a", rescan: true)
    try expectEqual(outcome().job, 2)
    #expect(try outcome().progress.notRead == 2 && outcome().progress.unreadable == 0)
    #expect(try outcome().problems.count == 2 && outcome().error == nil)
    // A storage that gives nothing any more ends the scan.
    for number in 10..<40 { stick.write("c/\(number).mp3", Self.sound) }
    try bench.scan(rescan: true)
    #expect(try outcome().error?.contains("Input/output error") == true && outcome().progress.notRead >= 16)
    isBroken.store(false, ordering: .relaxed)
    try bench.scan()
    #expect(try outcome().error == nil && outcome().problems.isEmpty && outcome().progress.notRead == 0)
  }

  @Test func `an update of a path that scans skip reads nothing`() throws {
    let stick = try stick()
    stick.write(".Trashes/x.mp3", Self.sound)
    stick.write("a/notes.txt", Self.sound)
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    for path in [".Trashes/x.mp3", ".Trashes", "a/notes.txt", "nosuch", "nosuch/either"] {
      try bench.scan("Stick/\(path)")
    }
    try bench.scan("Nowhere")
    expectEqual(bench.warnings, [])
    try expectEqual(
      bench.list("Stick", recursive: true),
      [
        "Stick/a/", "Stick/a/1.mp3", "Stick/a/2.mp3", "Stick/b/", "Stick/b/3.mp3",
      ])
  }

  @Test func `a folder that has become a file takes its tracks with it`() throws {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    stick.remove("b/3.mp3")
    let root = try Root(path: stick.path)
    try root.removeFolder(Array("b".utf8))
    stick.write("b", [])
    try bench.scan("Stick/b")
    try expectEqual(bench.list("Stick", recursive: true), ["Stick/a/", "Stick/a/1.mp3", "Stick/a/2.mp3"])
  }

  @Test func `jobs are numbered, and one too many is refused`() throws {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    bench.library.gate.isOpen = false
    let first = try bench.library.scans.update("Stick", rescan: false)
    for number in 1..<UInt32(VolumeWorker.mostScans) {
      try expectEqual(bench.library.scans.update("Stick/a", rescan: true), first + number)
    }
    expectEqual(bench.library.scans.runningJob, first)
    #expect(throws: Refusal.updateQueueFull) { try bench.library.scans.update("Stick", rescan: false) }
    bench.library.gate.isOpen = true
    _ = try bench.wait { bench.library.scans.runningJob == nil ? true : nil }
    try expectEqual(
      bench.library.scans.update("Stick", rescan: false), first + UInt32(VolumeWorker.mostScans))
  }
}
