import CLinux
import Support
import Testing

@testable import Linux

@Suite("A subprocess")
struct SubprocessTests {
  @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137), ("exec /nowhere 2>/dev/null", 127)])
  func `the end of a subprocess is reported by the loop`(line: String, status: Int32) throws {
    let loop = try EventLoop()
    var ended: [Int32] = []
    try Subprocess.start(line, loop: loop) { ended.append($0) }
    try turn(loop) { !ended.isEmpty }
    expectEqual(ended, [status])
  }

  @Test(arguments: [
    ("echo out; echo bad >&2; exit 3", 3, "out\nbad\n"), ("exec /nowhere 2>/dev/null", 127, ""),
    ("yes | head -c 100000", 137, String(repeating: "y\n", count: 2048)),
  ])
  func `its output is read to a bound`(line: String, status: Int32, text: String) throws {
    let ended = try Subprocess.output(of: ["/bin/sh", "-c", line], within: .seconds(30), atMost: 4096)
    #expect(ended.text.utf8.count <= 8192 && ended.text.hasPrefix(text))
    // What was cut off may have ended by itself before it was killed.
    #expect(ended.status == status || text.utf8.count == 4096)
  }

  @Test(arguments: ["echo a; exec tail -f /dev/null", "echo a; exec >/dev/null 2>&1; exec tail -f /dev/null"])
  func `one that takes too long is ended`(line: String) throws {
    let ended = try Subprocess.output(
      of: ["/bin/sh", "-c", line], within: .milliseconds(50))
    #expect(ended.status == 137 && ["", "a\n"].contains(ended.text))
  }

  @Test func `a worker that somebody waits for is nice, and no idler`() throws {
    let loop = try EventLoop()
    let output = try Descriptor.inMemory("out")
    var ends: [Int32] = [-1, -1]
    try systemCall("pipe2") { unsafe clinux_pipe2(&ends, O_CLOEXEC) }
    let input = Descriptor(owning: ends[0])
    let go = Descriptor(owning: ends[1])
    var ended: [Int32] = []
    _ = try Subprocess.startWorker(
      ["/bin/sh", "-c", "read go; nice; chrt -p $$ | head -1"], niceness: 10, input: input, output: output,
      loop: loop
    ) { ended.append($0) }
    _ = try go.write(Array("go\n".utf8).span)
    try turn(loop) { !ended.isEmpty }
    let text = String(decoding: try output.bytes(200, at: 0), as: UTF8.self)
    #expect(text.hasPrefix("10\n") && text.contains("SCHED_OTHER"), "\(text)")
  }

  @Test func `a secret is read from a descriptor, and is no argument`() throws {
    let loop = try EventLoop()
    let output = try Descriptor.inMemory("out")
    let errors = try Descriptor.inMemory("errors")
    let secret = "http://user:secret@host/" + String(repeating: "x", count: 4000)
    var ended: [Int32] = []
    let line = "cat <&3; echo; ls /proc/self/fd | tr '\\n' ' '; tr '\\0' ' ' </proc/$$/cmdline"
    try Subprocess.startSource(
      ["/bin/sh", "-c", line], secret: secret, output: output, errors: errors, loop: loop
    ) { ended.append($0) }
    try turn(loop) { !ended.isEmpty }
    try output.seek(to: 0)
    let lines = String(decoding: try output.readAll(atMost: 10_000), as: UTF8.self).split(separator: "\n")
    expectEqual(lines.first.map(String.init), secret)
    // 4 is the listing itself.
    #expect(lines.last?.hasPrefix("0 1 2 3 4 /bin/sh") == true && lines.last?.contains("secret") == false)
  }

  @Test(arguments: [
    // It floods its output, or takes all memory.
    (
      "exec cat /dev/zero", ProcessLimits(fileBytes: 100_000, memoryBytes: 32 << 20),
      ProcessLimits.statusOfTooLongFile
    ),
    ("exec tail /dev/zero", ProcessLimits(fileBytes: 100_000, memoryBytes: 32 << 20), 1),
    ("exec head -c 1000 /dev/zero", ProcessLimits(fileBytes: 100_000, memoryBytes: 32 << 20), 0),
  ])
  func `one that takes more than it may is ended`(line: String, limits: ProcessLimits, status: Int32) throws {
    let loop = try EventLoop()
    let output = try Descriptor.inMemory("out")
    let errors = try Descriptor.inMemory("errors")
    var ended: [Int32] = []
    // It begins once it is limited.
    try Subprocess.startSource(
      ["/bin/sh", "-c", "until grep -q 'Max file size *100000 ' /proc/self/limits; do :; done; \(line)"],
      output: output, errors: errors, limits: limits, loop: loop
    ) { ended.append($0) }
    try turn(loop) { !ended.isEmpty }
    expectEqual(ended, [status])
    #expect(try output.status().size <= 100_000)
  }

  @Test func `a subprocess has its own session, no input, no descriptor of ours, and no blocked signal`()
    throws
  {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    // Held open without close-on-exec, as a careless library may do.
    let leak = Descriptor(owning: try systemCall("open") { unsafe clinux_open("/dev/null", O_RDONLY, 0) })
    var ended: [Int32] = []
    try Subprocess.start(
      """
      exec >\(folder.path)/seen; pwd; ls /proc/self/fd | tr '\\n' ' '; echo; readlink /proc/self/fd/0
      grep SigBlk /proc/self/status; cut -d' ' -f6 /proc/$$/stat; echo $$
      """, loop: loop
    ) { ended.append($0) }
    try turn(loop) { !ended.isEmpty }
    let seen = try Root(path: folder.path).open(Array("seen".utf8)).readAll(atMost: 4096)
    let lines = String(decoding: seen, as: UTF8.self).split(separator: "\n").map(String.init)
    try #require(lines.count == 6)
    expectEqual(lines[0], "/")
    // 3 is the listing itself.
    expectEqual(lines[1].split(separator: " "), ["0", "1", "2", "3"])
    expectEqual(lines[2], "/dev/null")
    #expect(lines[3].hasSuffix("\t0000000000000000"))
    #expect(lines[4] == lines[5], "the shell leads its session")
    _ = consume leak
  }

  @Test func `a subprocess gets our environment without the service manager's variables`() throws {
    let environment = [
      "PATH": "/bin", "EMPTY": "", "NOTIFY_SOCKET": "/run/systemd/notify", "WATCHDOG_USEC": "1",
      "WATCHDOG_PID": "2",
    ]
    expectEqual(Subprocess.inherited(environment).sorted(), ["EMPTY=", "PATH=/bin"])
    let loop = try EventLoop()
    var ended: [Int32] = []
    let path = ProcessEnvironment.all["PATH"] ?? ""
    try Subprocess.start("test \"$PATH\" = '\(path)'", loop: loop) { ended.append($0) }
    try turn(loop) { !ended.isEmpty }
    expectEqual(ended, [0])
  }
}
