import CLinux
import Linux
import Model
import Support
import Testing

@testable import Library

/// Volumes that are really mounted, full or read-only: where the test may mount.
@Suite(.enabled(if: RealMount.isAllowed)) struct RealMountTests {
  private static let sound = FakeFiles.content(title: "title", artist: "artist", album: "album")

  @Test func `a full volume is used through a copy`() throws {
    let mount = try RealMount(kilobytes: 64)
    Files.write("\(mount.path)/1.mp3", Self.sound)
    mount.fill()
    let bench = try Bench()
    let info = try bench.mount(mount.path)
    #expect(info.isCopy)
    #expect(try bench.list("Stick") == ["Stick/1.mp3"])
    try bench.unmount(mount.path)
    #expect(mount.unmount(), "nothing of it is still open")
  }

  @Test func `a volume that gets full in the midst of a scan is gone on with in a copy`() throws {
    let mount = try RealMount(kilobytes: 1200)
    Files.write("\(mount.path)/0.mp3", Self.sound)
    for number in 1..<2000 {
      _ = unsafe link("\(mount.path)/0.mp3", "\(mount.path)/a rather long name \(number).mp3")
    }
    let bench = try Bench()
    let info = try bench.mount(mount.path)
    #expect(try bench.scanEnd(of: info.id) == nil)
    #expect(bench.warnings.contains { $0.contains("using a copy") })
    #expect(!info.isCopy && bench.library.volumes.map(\.isCopy) == [true], "whoever asks is told")
    #expect(bench.events.contains { if case .takesNoWrites(info.id) = $0 { true } else { false } })
    let tracks = try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
      bench.library.catalogue.references(of: info.id, limit: 3000, completion: done)
    }.get()
    #expect(tracks.count == 2000)
    let carried = CarriedQueue(
      stamp: Stamp(box: [UInt8](repeating: 1, count: 16), counter: 1), entries: [], current: nil,
      position: .seconds(5))
    #expect(
      try bench.answer { (done: @escaping (StoreError?) -> Void) in
        bench.library.queues.carry(carried, on: info.id, completion: done)
      } == nil)
    try bench.unmount(mount.path)
    // Again full, and again the copy: with what was found.
    let again = try bench.mount(mount.path)
    #expect(again.id == info.id)
    #expect(try bench.track("Stick/0.mp3").details.title == "title")
    let kept = try bench.answer { (done: @escaping (Result<CarriedQueue?, StoreError>) -> Void) in
      bench.library.queues.carried(on: info.id, completion: done)
    }.get()
    #expect(kept == carried, "what only the copy has is not lost with it")
    try bench.unmount(mount.path)
    #expect(mount.unmount())
  }

  @Test func `the edit that finds a volume full is made in the copy`() throws {
    let mount = try RealMount(kilobytes: 4096)
    Files.write("\(mount.path)/1.mp3", Self.sound)
    let bench = try Bench()
    let info = try bench.mount(mount.path)
    try bench.indexed(info.id)
    mount.fill()
    let track = TrackReference(volume: info.id, path: Array("1.mp3".utf8))
    // What the database has room for by itself is soon used up.
    var (rounds, isMoved) = (0, false)
    while !isMoved, rounds < 200 {
      rounds += 1
      let note = String(repeating: "\(rounds % 10)", count: 8000)
      let values = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
        bench.library.personal.change(of: track, [.notes(note)], completion: done)
      }.get()
      #expect(values.notes == note, "no edit is refused")
      isMoved = bench.warnings.contains { $0.contains("using a copy") }
    }
    #expect(isMoved && bench.library.volumes.map(\.isCopy) == [true])
    try bench.unmount(mount.path)
    #expect(mount.unmount())
  }

  @Test func `a volume that is read-only without notice is used through a copy`() throws {
    let mount = try RealMount(kilobytes: 4096)
    Files.write("\(mount.path)/1.mp3", Self.sound)
    let bench = try Bench()
    let first = try bench.mount(mount.path)
    try bench.unmount(mount.path)
    mount.makeReadOnly()
    let second = try bench.mount(mount.path)
    #expect(second.id == first.id && second.isCopy && !first.isCopy)
    #expect(try bench.list("Stick") == ["Stick/1.mp3"])
    try bench.unmount(mount.path)
    #expect(mount.unmount())
  }

  /// Waits until the volume has taken its database back.
  private func hasReturned(_ info: VolumeInfo, _ bench: Bench) throws {
    _ = try bench.wait { () -> Bool? in
      bench.events.contains { if case .takesWrites(info.id) = $0 { true } else { false } } ? true : nil
    }
    #expect(bench.library.volumes.map(\.isCopy) == [false])
  }

  private func note(_ text: String, _ volume: VolumeInfo, _ bench: Bench) throws {
    let track = TrackReference(volume: volume.id, path: Array("1.mp3".utf8))
    _ = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.change(of: track, [.notes(text)], completion: done)
    }.get()
  }

  private func notes(_ volume: VolumeInfo, _ bench: Bench) throws -> String? {
    let track = TrackReference(volume: volume.id, path: Array("1.mp3".utf8))
    return try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.values(of: track, completion: done)
    }.get().notes
  }

  @Test(arguments: [true, false])
  func `a volume that takes writes again has its database back, with what was changed meanwhile`(isFull: Bool)
    throws
  {
    let mount = try RealMount(kilobytes: 8192)
    Files.write("\(mount.path)/1.mp3", Self.sound)
    let bench = try Bench()
    bench.library.health.writesPeriod = .milliseconds(20)
    let first = try bench.mount(mount.path)
    try note("before", first, bench)
    try bench.unmount(mount.path)
    if isFull { mount.fill() } else { mount.makeReadOnly() }
    let info = try bench.mount(mount.path, isReadOnly: !isFull)
    #expect(info.id == first.id)
    // What the database has room for by itself is soon used up.
    var rounds = 0
    while bench.library.volumes.map(\.isCopy) != [true], rounds < 200 {
      rounds += 1
      try note(String(repeating: "\(rounds % 10)", count: 8000), info, bench)
    }
    #expect(bench.library.volumes.map(\.isCopy) == [true])
    try note("meanwhile", info, bench)
    if isFull { mount.empty() } else { mount.makeWritable() }
    try hasReturned(info, bench)
    #expect(try notes(info, bench) == "meanwhile")
    try note("after", info, bench)
    try bench.unmount(mount.path)
    #expect(Files.list(bench.state.path).allSatisfy { !$0.hasPrefix(info.id.description) }, "no copy is left")
    let last = try bench.mount(mount.path)
    #expect(!last.isCopy && last.id == first.id)
    #expect(try notes(last, bench) == "after")
    try bench.unmount(mount.path)
    #expect(mount.unmount())
  }

  @Test func `a full volume that never had a database gets one once there is room`() throws {
    let mount = try RealMount(kilobytes: 8192)
    Files.write("\(mount.path)/1.mp3", Self.sound)
    mount.fill()
    let bench = try Bench()
    bench.library.health.writesPeriod = .milliseconds(20)
    let info = try bench.mount(mount.path)
    #expect(info.isCopy)
    try note("meanwhile", info, bench)
    mount.empty()
    try hasReturned(info, bench)
    #expect(Files.exists("\(mount.path)/.jukebox/library.sqlite"))
    try bench.unmount(mount.path)
    let last = try bench.mount(mount.path)
    #expect(last.id == info.id && !last.isCopy)
    #expect(try notes(last, bench) == "meanwhile")
    try bench.unmount(mount.path)
  }

  @Test func `a volume can be unmounted once it is closed, whatever was under way`() throws {
    let mount = try RealMount(kilobytes: 4096)
    Files.write("\(mount.path)/0.mp3", Self.sound)
    for number in 1..<500 { _ = unsafe link("\(mount.path)/0.mp3", "\(mount.path)/\(number).mp3") }
    let bench = try Bench()
    bench.library.mounts.appeared(path: mount.path, isFixed: false, label: "Stick", isReadOnly: false)
    _ = try bench.wait { bench.library.volumes.first }
    try bench.unmount(mount.path, orderly: false)
    #expect(mount.unmount())
  }
}
