import CLinux
import Support
import Testing

@testable import Linux

@Suite struct RuntimePathsTests {
  private func paths(_ environment: [String: String] = [:], user: UInt32, system: String) -> RuntimePaths {
    RuntimePaths(environment: environment, user: user, systemFolder: system)
  }

  @Test func `the daemon listens at systemd's path, else at one of its user`() throws {
    let folder = try TemporaryFolder()
    let nowhere = folder.path + "/nowhere"
    expectEqual(
      paths(["RUNTIME_DIRECTORY": "/run/a:/run/b"], user: 5, system: nowhere).socketToListenOn,
      "/run/a/socket")
    expectEqual(paths(user: 0, system: nowhere).socketToListenOn, nowhere + "/socket")
    expectEqual(
      paths(["XDG_RUNTIME_DIR": "/x"], user: 5, system: nowhere).socketToListenOn, "/x/jukebox/socket")
    expectEqual(paths(user: 5, system: nowhere).socketToListenOn, "/tmp/jukebox-5/socket")
    expectEqual(paths(user: 5, system: folder.path).socketToListenOn, folder.path + "/socket")
    expectEqual(
      paths(["XDG_RUNTIME_DIR": "relative"], user: 5, system: nowhere).socketToListenOn,
      "/tmp/jukebox-5/socket")
  }

  @Test func `a client looks for its user's own daemon first, then for the system's`() throws {
    let system = try TemporaryFolder()
    let own = try TemporaryFolder()
    let environment = ["XDG_RUNTIME_DIR": own.path]
    let paths = paths(environment, user: 5, system: system.path)
    _ = try Socket.listen(on: .unix(path: system.path + "/socket"))
    expectEqual(paths.socketToCall, system.path + "/socket")
    let root = try Root(path: own.path)
    try root.makeFolder(Array("jukebox".utf8))
    _ = try Socket.listen(on: .unix(path: own.path + "/jukebox/socket"))
    expectEqual(paths.socketToCall, own.path + "/jukebox/socket")
  }

  @Test func `a folder of others where all may write is never used`() throws {
    let shared = try TemporaryFolder()
    let system = try TemporaryFolder()
    _ = unsafe chmod(shared.path, 0o1777)
    let user = geteuid()
    let folder = "\(shared.path)/jukebox-\(user)"
    try HostFolder.make(folder)
    let paths = RuntimePaths(
      environment: [:], user: user, systemFolder: system.path, sharedFolder: shared.path)
    let listener = try Socket.listen(on: .unix(path: folder + "/socket"))
    expectEqual(paths.socketToCall, folder + "/socket")
    #expect(!HostFolder.isOfOthers(folder))
    #expect(HostFolder.isOfOthers(folder, user: user + 1), "another user's")
    _ = unsafe chmod(folder, 0o777)
    #expect(HostFolder.isOfOthers(folder), "open to all")
    expectEqual(paths.socketToCall, system.path + "/socket")
    try HostFile.rename(folder, to: folder + "-real")
    _ = unsafe symlink(folder + "-real", folder)
    #expect(HostFolder.isOfOthers(folder), "a link")
    #expect(!HostFolder.isOfOthers("\(shared.path)/nothing"))
    #expect(!HostFolder.isOfOthers("/tmp"), "only root may write beside it")
    _ = listener
  }
}
