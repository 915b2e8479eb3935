import CLinux
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

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
    try expectEqual(bench.list("Stick"), ["Stick/1.mp3"])
    try bench.unmount(mount.path)
    #expect(mount.unmount(), "nothing of it is still open")
  }

  @Test func `a volume that gets full in the midst of a scan is scanned in a copy at the next opening`()
    throws
  {
    let mount = try RealMount(kilobytes: 1600)
    Files.write("\(mount.path)/0.mp3", Self.sound)
    for number in 1..<4000 {
      _ = unsafe link("\(mount.path)/0.mp3", "\(mount.path)/a rather long name \(number) of a song.mp3")
    }
    let bench = try Bench()
    let info = try bench.mount(mount.path)
    try expectEqual(bench.scanEnd(of: info.id)?.kind, .full)
    #expect(!info.isCopy && bench.warnings.filter { $0.contains("MiB are left for playlists") }.count == 1)
    #expect(!Files.exists("\(mount.path)/.jukebox/spare"))
    try bench.unmount(mount.path)
    let before = bench.events.count
    let again = try bench.mount(mount.path)
    #expect(again.id == info.id && again.isCopy)
    #expect(try bench.scanEnd(of: again.id, since: before) == nil)
    let tracks = try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
      bench.library.catalogue.references(of: again.id, limit: 5000, completion: done)
    }.get()
    expectEqual(tracks.count, 4000)
    try bench.unmount(mount.path)
    #expect(mount.unmount())
  }

  @Test func `a volume that fills up takes edits in its spare room, then refuses them, and loses none`()
    throws
  {
    let mount = try RealMount(kilobytes: 8192)
    Files.write("\(mount.path)/1.mp3", Self.sound)
    let bench = try Bench()
    let info = try bench.mount(mount.path)
    try bench.indexed(info.id)
    #expect(Files.exists("\(mount.path)/.jukebox/spare"))
    mount.fill()
    let track = TrackReference(volume: info.id, path: Array("1.mp3".utf8))
    var (rounds, last, refusal): (Int, String?, Refusal?) = (0, nil, nil)
    while refusal == nil, rounds < 5000 {
      rounds += 1
      let note = "\(rounds) " + String(repeating: "x", count: 8000)
      let values = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
        bench.library.personal.change(of: .track(track), [.notes(note)]) { done($0.map(\.values)) }
      }
      switch values {
      case .success: last = note
      case .failure(let refused): refusal = refused
      }
    }
    guard case .failed(.volumeFull, _, _)? = refusal else { return #expect(Bool(false), "\(refusal as Any)") }
    expectEqual(bench.library.volumes.map(\.isCopy), [false])
    #expect(try notes(info, bench) == last, "reading continues")
    try bench.unmount(mount.path)
    mount.empty()
    let back = try bench.mount(mount.path)
    #expect(back.id == info.id && !back.isCopy)
    try expectEqual(notes(back, bench), last)
    try note("after", back, bench)
    #expect(Files.exists("\(mount.path)/.jukebox/spare"))
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
    try expectEqual(bench.list("Stick"), ["Stick/1.mp3"])
    try bench.unmount(mount.path)
    #expect(mount.unmount())
  }

  private func note(_ text: String, _ volume: VolumeInfo, _ bench: Bench) throws {
    let track = TrackReference(volume: volume.id, path: Array("1.mp3".utf8))
    _ = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.change(of: .track(track), [.notes(text)]) { done($0.map(\.values)) }
    }.get()
  }

  private func notes(_ volume: VolumeInfo, _ bench: Bench) throws -> String? {
    let track = TrackReference(volume: volume.id, path: Array("1.mp3".utf8))
    return try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.report(of: .track(track)) { done($0.map(\.values)) }
    }.get().notes
  }

  @Test func `a full volume that never had a database gets one at the first opening with room`() throws {
    let mount = try RealMount(kilobytes: 8192)
    Files.write("\(mount.path)/1.mp3", Self.sound)
    mount.fill()
    let bench = try Bench()
    let info = try bench.mount(mount.path)
    #expect(info.isCopy)
    try note("meanwhile", info, bench)
    mount.empty()
    // It still looks the same: nothing else identifies it.
    Files.write("\(mount.path)/filler", [])
    try note("still in the box", info, bench)
    try bench.unmount(mount.path)
    let last = try bench.mount(mount.path)
    #expect(last.id == info.id && !last.isCopy)
    try expectEqual(notes(last, bench), "still in the box")
    #expect(Files.exists("\(mount.path)/.jukebox/library.sqlite"))
    try bench.unmount(mount.path)
  }

  @Test func `changes in the copy of a read-only volume go back to it when it is writable`() throws {
    let mount = try RealMount(kilobytes: 8192)
    Files.write("\(mount.path)/1.mp3", Self.sound)
    let bench = try Bench()
    let info = try bench.mount(mount.path)
    try bench.indexed(info.id)
    try note("before", info, bench)
    try bench.unmount(mount.path)
    mount.makeReadOnly()
    let inBox = try bench.mount(mount.path, isReadOnly: true)
    #expect(inBox.isCopy)
    try expectEqual(notes(inBox, bench), "before")
    try note("in the box", inBox, bench)
    try bench.unmount(mount.path)
    mount.makeWritable()
    let back = try bench.mount(mount.path)
    #expect(!back.isCopy)
    try expectEqual(notes(back, bench), "in the box")
    try bench.unmount(mount.path)
    #expect(mount.unmount())
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
