import Glibc
import Support
import Testing

@testable import Linux

@Suite("Files of the machine")
struct MachineFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the kernel's messages are read without time, priority and device`() throws {
    let path = try folder.write(
      "kmsg", "6,1,99,-;usb 1-1: new device\n SUBSYSTEM=usb\n3,2,100,c;I/O error; dev sda\nno record\n")
    try expectEqual(KernelLog.messages(path: path), ["usb 1-1: new device", "I/O error; dev sda"])
    #expect(throws: SystemError(.noSuchFile, call: "open", path: "/nowhere")) {
      try KernelLog.messages(path: "/nowhere")
    }
  }

  @Test func `a file of text loses the blanks at its end, and no more`() throws {
    #expect(try HostFile.text(of: try folder.write("temp", " 48312 \n\n")) == " 48312")
    #expect(try HostFile.text(of: try folder.write("empty", "\n")) == "")
    #expect(try HostFile.text(of: try folder.write("long", "abcdef"), atMost: 3) == "abc")
  }

  @Test func `a file is replaced as a whole, in place of what stands in the way, and not if it is read-only`()
    throws
  {
    let path = try folder.write("box.ini", "one")
    let other = try folder.write("other", "safe")
    try systemCall("symlink") { unsafe symlink(other, "\(path).new") }
    try HostFile.replace(path, with: Array("two".utf8))
    #expect(try HostFile.text(of: path) == "two")
    #expect(try HostFile.text(of: other) == "safe")
    expectEqual(HostFolder.names(in: folder.path), ["box.ini", "other"])
    #expect(HostFile.isReplaceable(path))
    try systemCall("chmod") { unsafe chmod(path, 0o444) }
    #expect(!HostFile.isReplaceable(path))
    #expect(throws: SystemError.self) { try HostFile.replace(path, with: []) }
    #expect(try HostFile.text(of: path) == "two")
  }

  @Test func `names are sorted, and none where there is no folder`() throws {
    for name in ["b", "a", "c"] { try folder.write(name, "") }
    expectEqual(HostFolder.names(in: folder.path), ["a", "b", "c"])
    expectEqual(HostFolder.names(in: "\(folder.path)/nowhere"), [])
  }

  @Test func `space is free and in all`() throws {
    let space = try HostFolder.space(at: folder.path)
    #expect(space.free > 0 && space.free <= space.total)
    #expect(try HostFolder.freeBytes(at: folder.path) > 0)
  }

  @Test func `the speed of a long file is measured, of a short one not`() throws {
    func speed(bytes: Int) throws -> Double? {
      let path = try folder.write("file", [UInt8](repeating: 1, count: bytes))
      return try ReadSpeed.bytesPerSecond(of: try HostFile.open(path), within: .seconds(5))
    }
    #expect(try #require(try speed(bytes: 4 << 20)) > 1000)
    #expect(try speed(bytes: 100) == nil)
    #expect(try speed(bytes: 300 << 10) == nil)
  }

  @Test func `streams of sound cards have their user and set-up`() throws {
    for place in ["card0/pcm0p/sub0", "card0/pcm0c/sub0", "card10/pcm3p/sub0", "card10/pcm3p/info", "cards"] {
      try HostFolder.make("\(folder.path)/\(place)")
    }
    try folder.write("card0/pcm0p/sub0/status", "closed\n")
    try folder.write("card0/pcm0c/sub0/status", "owner_pid   : 9\n")
    try folder.write("card10/pcm3p/sub0/status", "state: RUNNING\nowner_pid   : 812\ntrigger_time: 1.2\n")
    try folder.write(
      "card10/pcm3p/sub0/hw_params", "access: RW_INTERLEAVED\nformat: S32_LE\nrate: 44100 (44100/1)\n")
    let streams = PlaybackStream.all(below: folder.path)
    #expect(streams.map(\.card) == [0, 10] && streams.map(\.device) == [0, 3])
    #expect(streams.map(\.owner) == [nil, 812] && streams.map(\.rate) == [nil, 44_100])
    expectEqual(streams.map(\.format), [nil, "S32_LE"])
  }
}
