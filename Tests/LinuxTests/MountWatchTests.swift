import CLinux
import Linux
import Support
import Testing

@Suite("The mount watch")
struct MountWatchTests {
  @Test func `the table of this machine holds its root`() throws {
    let loop = try EventLoop()
    let watch = try MountWatch(loop: loop) { _ in }
    #expect(watch.table.mount(holding: Array("/".utf8)) != nil)
  }

  /// Needs the right to mount, which a container may lack.
  static let mayMount: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    guard unsafe mount("none", folder.path, "tmpfs", 0, nil) == 0 else { return false }
    return unsafe umount2(folder.path, 0) == 0
  }()

  @Test(.enabled(if: mayMount, "needs the right to mount"))
  func `a mount and an unmount are reported`() throws {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    var appeared: [[UInt8]] = []
    var disappeared: [[UInt8]] = []
    var altered: [[UInt8]] = []
    let watch = try MountWatch(loop: loop) { change in
      appeared += change.appeared.map(\.path).filter { $0 == Array(folder.path.utf8) }
      disappeared += change.disappeared.map(\.path).filter { $0 == Array(folder.path.utf8) }
      altered += change.altered.filter(\.isReadOnly).map(\.path)
    }
    let path = Array(folder.path.utf8)
    try systemCall("mount") { unsafe mount("none", folder.path, "tmpfs", 0, nil) }
    try turn(loop) { appeared == [path] }
    #expect(watch.table.mounts.contains { $0.path == path && $0.type == Array("tmpfs".utf8) })
    try systemCall("mount") { unsafe mount(nil, folder.path, nil, UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) }
    try turn(loop) { altered == [path] }

    let root = try Root(path: folder.path)
    expectEqual(unsafe umount2(folder.path, 0), -1)
    root.close()
    try systemCall("umount2") { unsafe umount2(folder.path, 0) }
    try turn(loop) { disappeared == [path] }
    expectEqual(appeared, [path])
    expectEqual(disappeared, [path])
    expectEqual(altered, [path])
  }
}
