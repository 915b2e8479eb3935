import CLinux
import Support
import Testing

@testable import Linux

@Suite("A volume's root")
final class RootTests {
  /// Until the test has ended.
  private var kept: [TemporaryFolder] = []

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func code(_ body: () throws -> Void) -> Errno? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SystemError)?.code
    }
  }

  /// A folder with a stick in it, and something beside it that must not be reached.
  private func makeStick() throws -> (folder: TemporaryFolder, root: Root) {
    let folder = try TemporaryFolder()
    kept.append(folder)
    try HostFolder.make("\(folder.path)/stick/album/cd1")
    try folder.write("secret", "secret")
    try folder.write("stick/song", "song")
    try folder.write("stick/album/cd1/track", "track")
    return (folder, try Root(path: "\(folder.path)/stick"))
  }

  @Test(arguments: [
    ("vfat", true), ("msdos", true), ("exfat", true), ("ext4", false), ("fuseblk", false),
  ])
  func `the mount table tells whether it is FAT, and the file system is not asked`(
    type: String, isFAT: Bool
  ) throws {
    let (_, root) = try makeStick()
    let device = UInt(try root.status(of: []).device)
    let (major, minor) = (gnu_dev_major(device), gnu_dev_minor(device))
    let table = MountTable(parsing: bytes("36 35 \(major):\(minor) / /media/A rw - \(type) /dev/sda1 rw"))
    expectEqual(root.isFAT(in: table), isFAT)
    #expect(!root.isFAT(in: MountTable()))
    #expect(!root.isFAT)
  }

  @Test(arguments: [
    "../secret", "album/../../secret", "album/cd1/../../../secret", "..", "/etc/passwd", "/", "//",
    "out", "absolute", "chain", "folder-out/secret", "folder-out", "magic/secret",
  ])
  func `a path that leads out is refused, whatever way it takes`(path: String) throws {
    let (folder, root) = try makeStick()
    let links = [
      ("../secret", "out"), ("\(folder.path)/secret", "absolute"), ("out", "chain"), ("..", "folder-out"),
      ("/proc/self/cwd", "magic"),
    ]
    for (target, name) in links { expectEqual(unsafe symlink(target, "\(folder.path)/stick/\(name)"), 0) }
    #expect(code { _ = try root.open(bytes(path)) } == .crossDevice)
    #expect(code { _ = try root.status(of: bytes(path)) } == .crossDevice)
    #expect(code { _ = try root.list(bytes(path)) } == .crossDevice)
    #expect(code { _ = try root.folder(bytes(path)) } == .crossDevice)
  }

  @Test(arguments: ["../secret", "folder-out/secret", "/tmp/secret"])
  func `nothing beyond the root is changed`(path: String) throws {
    let (folder, root) = try makeStick()
    expectEqual(unsafe symlink("..", "\(folder.path)/stick/folder-out"), 0)
    #expect(code { try root.remove(bytes(path)) } == .crossDevice)
    #expect(code { try root.rename(bytes(path), to: bytes("new")) } == .crossDevice)
    #expect(code { try root.makeFolder(bytes(path)) } == .crossDevice)
    #expect(code { try root.removeFolder(bytes(path)) } == .crossDevice)
    #expect(code { _ = try root.statusOfName(bytes(path)) } == .crossDevice)
    #expect(code { try root.rename(bytes("song"), to: bytes("../song")) } == .invalidArgument)
    let outside = try Root(path: folder.path)
    try expectEqual(outside.open(bytes("secret")).readAll(atMost: 100), bytes("secret"))
    try expectEqual(root.open(bytes("song")).readAll(atMost: 100), bytes("song"))
  }

  @Test(arguments: ["", ".", "..", "album/..", "album/.", "album/", "a\0b"])
  func `a path that names nothing in a folder is not changed`(path: String) throws {
    let (_, root) = try makeStick()
    #expect(code { try root.remove(bytes(path)) } == .invalidArgument)
    #expect(code { try root.removeFolder(bytes(path)) } == .invalidArgument)
    #expect(code { try root.makeFolder(bytes(path)) } == .invalidArgument)
    #expect(code { try root.rename(bytes(path), to: bytes("new")) } == .invalidArgument)
    #expect(code { try root.rename(bytes("song"), to: bytes(path)) } == .invalidArgument)
  }

  @Test func `a link that stays on the volume is followed`() throws {
    let (folder, root) = try makeStick()
    expectEqual(unsafe symlink("album/cd1/track", "\(folder.path)/stick/link"), 0)
    expectEqual(unsafe symlink("../song", "\(folder.path)/stick/album/up"), 0)
    try expectEqual(root.open(bytes("link")).readAll(atMost: 100), bytes("track"))
    try expectEqual(root.open(bytes("album/up")).readAll(atMost: 100), bytes("song"))
    try expectEqual(root.status(of: bytes("link")).kind, .regular)
    try expectEqual(root.statusOfName(bytes("link"))?.kind, .link)
    expectEqual(unsafe symlink("circle", "\(folder.path)/stick/circle"), 0)
    #expect(code { _ = try root.open(bytes("circle")) } == .tooManyLinks)
  }

  @Test func `a FIFO, a socket, a device and a folder are not opened, at once`() throws {
    let (folder, root) = try makeStick()
    let stick = "\(folder.path)/stick"
    expectEqual(unsafe mkfifo("\(stick)/fifo", 0o600), 0)
    let listener = try Socket.listen(on: .unix(path: "\(stick)/socket"))
    var odd = ["fifo", "socket"]
    // Only a privileged user makes a device node.
    if unsafe mknod("\(stick)/device", mode_t(S_IFCHR) | 0o600, dev_t(clinux_makedev(1, 3))) == 0 {
      odd.append("device")
    }
    for name in odd {
      #expect(code { _ = try root.open(bytes(name)) } == .noSuchDeviceOrAddress)
      try expectEqual(root.status(of: bytes(name)).kind, .other)
    }
    #expect(code { _ = try root.open(bytes("album")) } == .isDirectory)
    #expect(code { _ = try root.open([]) } == .isDirectory)
    #expect(code { _ = try root.list(bytes("song")) } == .notDirectory)
    // With nobody at its other end, an opened FIFO would have an event for whoever waits on it.
    let writer = unsafe clinux_open("\(stick)/fifo", O_WRONLY | O_NONBLOCK | O_CLOEXEC, 0)
    #expect(writer == -1, "nobody has the FIFO open for reading")
    _ = consume listener
  }

  @Test func `a file of an open folder is opened by its name alone, and nothing else is`() throws {
    let (folder, root) = try makeStick()
    let stick = "\(folder.path)/stick"
    expectEqual(unsafe symlink("song", "\(stick)/link"), 0)
    expectEqual(unsafe mkfifo("\(stick)/fifo", 0o600), 0)
    let listing = try root.list([])
    try expectEqual(listing.open(bytes("song")).readAll(atMost: 100), bytes("song"))
    try expectEqual(listing.status(of: bytes("song"))?.kind, .regular)
    try expectEqual(listing.status(of: bytes("link"))?.kind, .link)
    #expect(try listing.status(of: bytes("nothing")) == nil)
    try expectEqual(listing.status().inode, root.status(of: []).inode)
    #expect(code { _ = try listing.open(bytes("link")) } == .tooManyLinks)
    #expect(code { _ = try listing.open(bytes("../secret")) } == .crossDevice)
    for name in ["fifo", "album"] {
      #expect(code { _ = try listing.open(bytes(name)) } == .noSuchDeviceOrAddress)
    }
  }

  @Test func `a file is opened for reading alone and gives up when there is none`() throws {
    let (_, root) = try makeStick()
    let song = try root.open(bytes("song"))
    expectEqual(clinux_fcntl(song.rawValue, F_GETFL, 0) & O_ACCMODE, O_RDONLY)
    expectEqual(clinux_fcntl(song.rawValue, F_GETFD, 0) & FD_CLOEXEC, FD_CLOEXEC)
    #expect(code { _ = try root.open(bytes("none")) } == .noSuchFile)
    #expect(code { _ = try root.open(bytes("song/none")) } == .notDirectory)
    #expect(code { _ = try root.open(bytes("so\0ng")) } == .invalidArgument)
    #expect(code { _ = try root.open([UInt8](repeating: 97, count: 300)) } == .nameTooLong)
  }

  @Test func `names of any bytes are listed and opened`() throws {
    let folder = try TemporaryFolder()
    let root = try Root(path: folder.path)
    let names: [[UInt8]] = [
      [0xFF, 0xFE], [10], [34, 92, 39], [1, 2, 3], [UInt8](repeating: 0xC3, count: 255), bytes("🎵"),
      bytes("e\u{301}"), bytes("é"), bytes(" "), bytes("..."), bytes("-rf"),
    ]
    for name in names {
      let file = Descriptor(
        owning: try systemCall("openat") {
          let path = (bytes(folder.path + "/") + name).map { CChar(bitPattern: $0) } + [0]
          return unsafe clinux_open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        })
      try expectEqual(file.write(name.span), name.count)
    }
    var listing = try root.list([])
    var listed: [[UInt8]] = []
    while let entry = try listing.next() {
      expectEqual(entry.kind, .regular)
      listed.append(entry.name)
    }
    #expect(Set(listed) == Set(names) && listed.count == names.count)
    for name in names { try expectEqual(root.open(name).readAll(atMost: 1000), name) }
    for name in names { try root.remove(name) }
    #expect(try root.list([]).isAtEnd())
  }

  @Test func `a listing tells kinds without following links`() throws {
    let (folder, root) = try makeStick()
    expectEqual(unsafe mkfifo("\(folder.path)/stick/fifo", 0o600), 0)
    expectEqual(unsafe symlink("song", "\(folder.path)/stick/link"), 0)
    var listing = try root.list([])
    var kinds: [[UInt8]: FileStatus.Kind] = [:]
    while let entry = try listing.next() { kinds[entry.name] = entry.kind }
    expectEqual(
      kinds,
      [
        bytes("album"): .directory, bytes("song"): .regular, bytes("fifo"): .other, bytes("link"): .link,
      ])
  }

  @Test func `a status has the size, the time to the nanosecond, and what tells files apart`() throws {
    let (folder, root) = try makeStick()
    var times = [timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 1_234_567_890, tv_nsec: 123_456_789)]
    expectEqual(unsafe utimensat(AT_FDCWD, "\(folder.path)/stick/song", &times, 0), 0)
    let song = try root.status(of: bytes("song"))
    expectEqual(song.size, 4)
    expectEqual(song.modifiedNanoseconds, 1_234_567_890_123_456_789)
    #expect(song == (try root.open(bytes("song")).status()))
    let track = try root.status(of: bytes("album/cd1/track"))
    #expect(track.device == song.device && track.inode != song.inode)
    expectEqual(unsafe link("\(folder.path)/stick/song", "\(folder.path)/stick/twin"), 0)
    try expectEqual(root.status(of: bytes("twin")).inode, song.inode)
    #expect(try root.statusOfName(bytes("none")) == nil)
  }

  @Test func `names below the root are made, renamed and removed`() throws {
    let (_, root) = try makeStick()
    try root.makeFolder(bytes("album/new"))
    try root.makeFolder(bytes("album/new"))
    try expectEqual(root.status(of: bytes("album/new")).kind, .directory)
    try root.rename(bytes("album/cd1/track"), to: bytes("other"))
    try expectEqual(root.open(bytes("album/cd1/other")).readAll(atMost: 100), bytes("track"))
    try root.remove(bytes("album/cd1/other"))
    #expect(code { try root.remove(bytes("album/cd1/other")) } == .noSuchFile)
    #expect(code { try root.remove(bytes("album")) } == .isDirectory)
    try root.removeFolder(bytes("album/new"))
    #expect(try root.statusOfName(bytes("album/new")) == nil)
  }

  @Test func `a closed root answers that the device is gone, and open files stay open`() throws {
    let (_, root) = try makeStick()
    let song = try root.open(bytes("song"))
    let thread = try Thread.start(name: "closer", payload: root) { root in root.close() }
    thread.join()
    #expect(code { _ = try root.open(bytes("song")) } == .noSuchDevice)
    #expect(code { _ = try root.status(of: []) } == .noSuchDevice)
    #expect(code { _ = try root.list([]) } == .noSuchDevice)
    #expect(code { try root.remove(bytes("song")) } == .noSuchDevice)
    try expectEqual(song.readAll(atMost: 100), bytes("song"))
    root.close()
  }

  @Test func `an error names the file`() throws {
    let (folder, root) = try makeStick()
    #expect(throws: SystemError(.noSuchFile, call: "openat2", path: "\(folder.path)/stick/none")) {
      _ = try root.open(bytes("none"))
    }
    #expect(throws: SystemError(.notDirectory, call: "open", path: "\(folder.path)/secret")) {
      _ = try Root(path: "\(folder.path)/secret")
    }
  }
}

extension DirectoryStream {
  fileprivate consuming func isAtEnd() throws(SystemError) -> Bool {
    var stream = self
    return try stream.next() == nil
  }
}
