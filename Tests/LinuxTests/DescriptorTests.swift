import CLinux
import Linux
import Support
import Testing

@Suite("Descriptors and calls")
struct DescriptorTests {
  private func openTemporary(_ folder: TemporaryFolder) throws -> Descriptor {
    let path = "\(folder.path)/file"
    return Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      })
  }

  @Test func `written bytes are read from the requested place`() throws {
    let folder = try TemporaryFolder()
    let file = try openTemporary(folder)
    try expectEqual(file.write([UInt8](0..<100).span), 100)
    try expectEqual(file.seek(to: 10), 10)
    try expectEqual(file.seek(to: 5, from: .current), 15)
    try expectEqual(file.seek(to: -20, from: .end), 80)
    try expectEqual(file.readAll(atMost: 1000), [UInt8](80..<100))
    try file.seek(to: 0)
    try expectEqual(file.readAll(atMost: 7), [UInt8](0..<7))
    #expect(throws: SystemError(.invalidArgument, call: "lseek")) { try file.seek(to: -1) }
  }

  @Test func `a reader that waits continues with the next byte, or when the other end is closed`()
    throws
  {
    var ends: [Int32] = [0, 0]
    try systemCall("pipe2") { unsafe clinux_pipe2(&ends, O_CLOEXEC) }
    let near = Descriptor(owning: ends[0])
    let far = Descriptor(owning: ends[1])
    #expect(try !near.isReadable(within: .zero))
    try expectEqual(far.write([UInt8](repeating: 1, count: 1).span), 1)
    #expect(try near.isReadable(within: .seconds(10)))
    try expectEqual(near.readAll(atMost: 1), [1])
    _ = consume far
    #expect(try near.isReadable(within: .seconds(10)))
  }

  @Test func `a new file replaces the old one, or fails with the reason`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("file", "what was there")
    try expectEqual(HostFile.create(path).write([UInt8]([1, 2]).span), 2)
    try expectEqual(Root(path: folder.path).open(Array("file".utf8)).readAll(atMost: 100), [1, 2])
    #expect(throws: SystemError(.noSuchFile, call: "open", path: "\(path).d/x")) {
      _ = try HostFile.create("\(path).d/x")
    }
  }

  @Test func `a path is resolved from the root on, without links and dots`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("file", "")
    try systemCall("symlink") { unsafe symlink(path, "\(folder.path)/link") }
    let real = try #require(HostFile.realPath(of: path))
    #expect(real.hasPrefix("/") && real.hasSuffix("/file"))
    expectEqual(HostFile.realPath(of: "\(folder.path)/./link"), real)
    #expect(HostFile.realPath(of: "\(folder.path)/none") == nil)
  }

  @Test func `a descriptor is closed with its owner, and a second one is not`() throws {
    var ends: [Int32] = [-1, -1]
    try systemCall("pipe2") { unsafe clinux_pipe2(&ends, O_CLOEXEC | O_NONBLOCK) }
    let reading = Descriptor(owning: ends[0])
    let writing = Descriptor(owning: ends[1])
    var buffer: [UInt8] = [0]
    func read() throws -> Int? {
      var span = buffer.mutableSpan
      return try reading.read(into: &span)
    }
    #expect(try read() == nil)
    let second = try writing.duplicate()
    _ = consume writing
    #expect(try read() == nil, "the second one is still open")
    _ = consume second
    // A command that another test is just starting may hold a copy until it runs.
    #expect(try !Poll.wait(for: reading, .read, atMost: .seconds(20)).isEmpty)
    try expectEqual(read(), 0)
  }

  @Test func `an interrupted call is made again`() throws {
    var calls = 0
    let result = try systemCall("read") { () -> Int in
      calls += 1
      if calls < 3 {
        unsafe __errno_location().pointee = EINTR
        return -1
      }
      return 5
    }
    expectEqual(result, 5)
    expectEqual(calls, 3)
  }

  @Test func `an error has the call, the reason and the path`() {
    let refusal = SystemError(.noSuchFile, call: "open", path: "/media/A")
    #expect(throws: refusal) {
      try systemCall("open", path: "/media/A") { () -> Int32 in
        unsafe __errno_location().pointee = ENOENT
        return -1
      }
    }
    expectEqual("\(refusal)", "/media/A: No such file or directory (open)")
    #expect("\(SystemError(.noSpace, call: "write"))" == "No space left on device (write)")
    expectEqual(refusal.at("/b").path, "/b")
    #expect(throws: SystemError(.busy, call: "pthread_create")) {
      try pthreadCall("pthread_create") { EBUSY }
    }
  }

  @Test func `would-block is no error where it is awaited, and is one where not`() throws {
    func blocked() -> Int {
      unsafe __errno_location().pointee = EAGAIN
      return -1
    }
    #expect(try systemCallUnlessBlocked("read", blocked) == nil)
    #expect(throws: SystemError(.wouldBlock, call: "read")) { try systemCall("read", blocked) }
  }

  @Test func `host folders are made with those above them`() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      try HostFolder.make("\(folder.path)/a/b/c", mode: 0o700)
      try HostFolder.make("\(folder.path)//a/b/")
    }
    let root = try Root(path: folder.path)
    try expectEqual(root.status(of: Array("a/b/c".utf8)).kind, .directory)
    try folder.write("file", "")
    for path in ["\(folder.path)/file", "\(folder.path)/file/sub"] {
      #expect(throws: SystemError(.exists, call: "mkdir", path: "\(folder.path)/file")) {
        try HostFolder.make(path)
      }
    }
  }
}
