import CLinux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Symbolic links on volumes.
@Suite struct LinkTests {
  private func link(_ target: String, _ path: String, on stick: Stick) {
    let code = unsafe symlink(target, "\(stick.path)/\(path)")
    precondition(code == 0, "cannot link \(path)")
  }

  private func said(_ bench: Bench) -> [String] { bench.warnings.filter { $0.contains("not followed") } }

  @Test func `links to files of the volume are followed; others are not, with one warning`()
    throws
  {
    let other = try Stick(["2.mp3": FakeFiles.content(title: "Elsewhere")])
    let stick = try Stick(["a/1.mp3": FakeFiles.content(title: "One"), "a/notes.txt": []])
    link("a/1.mp3", "one more.mp3", on: stick)
    link("a", "folder", on: stick)
    link("\(other.path)/2.mp3", "out.mp3", on: stick)
    link(other.path, "a/out folder", on: stick)
    // Of no account to anybody who looks for music.
    link("a/notes.txt", "notes", on: stick)
    link("nowhere", "nowhere.mp3", on: stick)
    link("circle.mp3", "circle.mp3", on: stick)
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(bench.list(recursive: true), ["one more.mp3", "a/", "a/1.mp3"])
    expectEqual(bench.warnings.count, 1)
    let message = try #require(said(bench).first)
    #expect(message.hasPrefix("\(stick.path): 3 links are not followed: to folders or outside the volume: "))
    for name in ["folder", "out.mp3", "a/out folder"] { #expect(message.contains(name), "\(name)") }
    try bench.scan()
    expectEqual(said(bench).count, 2)
  }

  @Test func `a message about many links names the first`() throws {
    let stick = try Stick(["a/1.mp3": FakeFiles.content(title: "One")])
    for number in 1...30 { link("a", "link \(number)", on: stick) }
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    let message = try #require(said(bench).first)
    #expect(message.contains("30 links are not followed") && message.hasSuffix(", …"))
    expectEqual(message.split(separator: ",").count, 6)
  }
}
