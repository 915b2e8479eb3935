import CLinux
import Linux
import Support
import Testing

/// Named pipes, with real readers.
@Suite struct NamedPipeTests {
  private func reader(_ path: String) throws -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
      })
  }

  @Test func `a pipe is made, waits for its reader, and shows when it has gone`() throws {
    // As the daemon does at its start.
    _ = clinux_ignore_signal(SIGPIPE)
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/pipe"
    let pipe = try NamedPipe(path: path, holding: 100_000)
    #expect(!pipe.hasReader)
    var buffer = [UInt8](repeating: 0, count: 10)
    do {
      let reader = try reader(path)
      #expect(pipe.hasReader)
      // A reader that comes first finds no end, but nothing yet.
      var span = buffer.mutableSpan
      #expect(try reader.read(into: &span) == nil)
      try expectEqual(pipe.write([1, 2, 3].span), 3)
      expectEqual(pipe.unreadBytes, 3)
      span = buffer.mutableSpan
      try expectEqual(reader.read(into: &span), 3)
      expectEqual(pipe.unreadBytes, 0)
      let much = [UInt8](repeating: 7, count: 300_000)
      let taken = try #require(try pipe.write(much.span))
      #expect(taken >= 65_536 && taken < much.count)
      #expect(try pipe.write(much.span) == nil)
    }
    #expect(!pipe.hasReader)
    #expect(throws: SystemError.self) { try pipe.write([1].span) }
    // One that is there already is used.
    _ = try NamedPipe(path: path, holding: 100)
  }

  @Test func `another file at the path stays`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "text")
    #expect(throws: SystemError(.exists, call: "mkfifo", path: file)) {
      _ = try NamedPipe(path: file, holding: 100)
    }
    try expectEqual(HostFile.text(of: file), "text")
    #expect(throws: SystemError.self) { _ = try NamedPipe(path: "\(folder.path)/no/pipe", holding: 100) }
  }
}
