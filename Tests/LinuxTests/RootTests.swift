import Linux
import Testing

@Suite("A volume's root")
struct RootTests {
  @Test func `a path that leads out is refused`() throws {
    let root = try Root(path: "/proc/self")
    for path in ["../version", "cwd/etc/passwd", "root/etc/passwd"] {
      #expect(throws: SystemError.self) { _ = try root.open(Array(path.utf8)) }
    }
    _ = try root.open(Array("status".utf8))
  }

  @Test func `only a regular file is opened`() throws {
    let root = try Root(path: "/dev")
    #expect(throws: SystemError.self) { _ = try root.open(Array("null".utf8)) }
    #expect(throws: SystemError.self) { _ = try root.open([]) }
  }

  @Test func `a closed root answers that the device is gone`() throws {
    let root = try Root(path: "/")
    root.close()
    #expect(throws: SystemError(.noSuchDevice, call: "openat2", path: "//etc")) {
      _ = try root.open(Array("etc".utf8))
    }
  }
}
