import CLinux
import Support
import Testing

@testable import Linux

@Suite("The device folder watch")
struct DeviceFolderWatchTests {
  private final class Seen {
    var events: [DeviceFolderEvent] = []
    var names: Set<String> = []

    func note(_ event: DeviceFolderEvent) {
      events.append(event)
      switch event {
      case .appeared(let name): names.insert(String(decoding: name, as: UTF8.self))
      case .disappeared(let name): names.remove(String(decoding: name, as: UTF8.self))
      case .attributesChanged: break
      }
    }
  }

  @Test func `present, new, changed and removed names are reported`() throws {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    try folder.write("event0", "")
    let seen = Seen()
    let watch = try DeviceFolderWatch(path: folder.path, loop: loop) { seen.note($0) }
    try watch.start()
    expectEqual(seen.events, [.appeared(Array("event0".utf8))])

    try folder.write("event1", "")
    try turn(loop) { seen.names == ["event0", "event1"] }
    seen.events = []
    expectEqual(unsafe chmod("\(folder.path)/event1", 0o600), 0)
    try turn(loop) { seen.events.contains(.attributesChanged(Array("event1".utf8))) }
    expectEqual(unsafe unlink("\(folder.path)/event0"), 0)
    try turn(loop) { seen.names == ["event1"] }
    expectEqual(unsafe rename("\(folder.path)/event1", "\(folder.path)/event2"), 0)
    try turn(loop) { seen.names == ["event2"] }
  }

  @Test func `a folder that comes later, goes and comes again is followed`() throws {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    let seen = Seen()
    let path = "\(folder.path)/dev/input"
    let watch = try DeviceFolderWatch(path: path, loop: loop) { seen.note($0) }
    try watch.start()
    for round in 0..<3 {
      try HostFolder.make(path)
      try folder.write("dev/input/event\(round)", "")
      try turn(loop) { seen.names == ["event\(round)"] }
      expectEqual(unsafe unlink("\(path)/event\(round)"), 0)
      try turn(loop) { seen.names == [] }
      expectEqual(unsafe rmdir(path), 0)
      if round > 0 { expectEqual(unsafe rmdir("\(folder.path)/dev"), 0) }
    }
  }

  @Test func `a folder that is moved away loses its names`() throws {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    let seen = Seen()
    try HostFolder.make("\(folder.path)/input")
    try folder.write("input/event0", "")
    let watch = try DeviceFolderWatch(path: "\(folder.path)/input", loop: loop) { seen.note($0) }
    try watch.start()
    expectEqual(unsafe rename("\(folder.path)/input", "\(folder.path)/gone"), 0)
    try turn(loop) { seen.names == [] && seen.events.count == 2 }
  }

  @Test func `names are right after more events than the kernel keeps`() throws {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    let seen = Seen()
    let watch = try DeviceFolderWatch(path: folder.path, loop: loop) { seen.note($0) }
    try watch.start()
    let kept = try Root(path: "/proc/sys/fs/inotify").open(Array("max_queued_events".utf8)).readAll(
      atMost: 32)
    let limit = try #require(Int(String(decoding: kept.filter { $0 >= 48 }, as: UTF8.self)))
    try #require(limit <= 100_000, "the kernel keeps too many events for this test")
    try folder.write("a0", "")
    try folder.write("a1", "")
    try turn(loop) { seen.names == ["a0", "a1"] }
    // Two names in turn, since equal events in a row are kept as one.
    for index in 0...limit + 10 { _ = unsafe chmod("\(folder.path)/a\(index % 2)", 0o600) }
    // These are lost.
    expectEqual(unsafe unlink("\(folder.path)/a0"), 0)
    try folder.write("last", "")
    try turn(loop) { seen.names == ["a1", "last"] }
  }

  @Test func `a removed watch reports nothing`() throws {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    let seen = Seen()
    var watch: DeviceFolderWatch? = try DeviceFolderWatch(path: folder.path, loop: loop) { seen.note($0) }
    try watch?.start()
    try folder.write("event0", "")
    watch = nil
    try loop.turn(waitingAtMost: .zero)
    #expect(seen.events.isEmpty)
  }

  @Test func `a record that was cut off is not read`() {
    let whole: [UInt8] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 97, 98, 0, 0]
    let event = DeviceFolderWatch.Event(watch: 1, mask: 0x100, name: [97, 98])
    expectEqual(DeviceFolderWatch.events((whole + whole)[...]), [event, event])
    for count in 0..<whole.count { expectEqual(DeviceFolderWatch.events(whole[..<count]), []) }
    let endless: [UInt8] = Array(whole[..<12]) + [255, 255, 255, 255] + [97]
    expectEqual(DeviceFolderWatch.events(endless[...]), [])
  }
}
