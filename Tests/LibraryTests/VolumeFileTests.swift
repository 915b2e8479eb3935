import CLinux
import Linux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Files that the jukebox keeps on a volume, beside what people have there.
struct VolumeFileTests {
  private static let file = VolumeFile(folder: "Sync", name: "some.json", mostBytes: 1 << 20)

  @Test func `a new file that cannot replace the old one is removed`() throws {
    let folder = try TemporaryFolder()
    _ = Files.makeFolder("\(folder.path)/Sync")
    _ = Files.makeFolder("\(folder.path)/Sync/some.json")
    let root = try Root(path: folder.path)
    #expect(throws: SystemError.self) { try Self.file.replace([], with: [1, 2, 3], in: root) }
    expectEqual(Files.list("\(folder.path)/Sync"), ["some.json"])
  }

  @Test func `half-written files after a power cut are removed at the next mount, and nothing else`() throws {
    let leftovers = [
      ".jukebox/sound.new", ".jukebox/backup.json.new", ".jukebox/before-restore.json.new",
      "Sync/mixboard-playlists.json.new",
    ]
    let others = ["Sync/mixboard-playlists.json.old", "Sounds/._new-horn.flac", "song.new"]
    let stick = try Stick(Dictionary(uniqueKeysWithValues: (leftovers + others).map { ($0, [1, 2, 3]) }))
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    #expect(leftovers.filter { Files.exists("\(stick.path)/\($0)") } == [])
    #expect(others.allSatisfy { Files.exists("\(stick.path)/\($0)") })
  }

  @Test(.enabled(if: RealMount.isAllowed)) func `a write to a full volume leaves it the room that it had`()
    throws
  {
    let mount = try RealMount(kilobytes: 256)
    let root = try Root(path: mount.path)
    #expect(try Self.file.replace([], with: [1, 2, 3], in: root))
    Files.write("\(mount.path)/last", [UInt8](repeating: 2, count: 16 << 10))
    mount.fill()
    _ = unsafe unlink("\(mount.path)/last")
    let large = [UInt8](repeating: 3, count: 64 << 10)
    for _ in 1...2 {
      let error = #expect(throws: SystemError.self) {
        try Self.file.replace([1, 2, 3], with: large, in: root)
      }
      expectEqual(error?.code, .noSpace)
      expectEqual(Files.list("\(mount.path)/Sync"), ["some.json"])
      expectEqual(Files.read("\(mount.path)/Sync/some.json"), [1, 2, 3])
    }
    // The last room is still there for others.
    let small = [UInt8](repeating: 4, count: 8 << 10)
    #expect(try Self.file.replace([1, 2, 3], with: small, in: root))
    expectEqual(Files.read("\(mount.path)/Sync/some.json"), small)
  }
}
