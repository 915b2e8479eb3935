import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// An original and a copy of it, database and all.
@Suite struct CopiedVolumeTests {
  private static let files = ["1.mp3": FakeFiles.content(title: "a"), "2.mp3": FakeFiles.content(title: "b")]

  private let original: Stick
  private let copy: Stick
  /// The identity that both have before they meet.
  private let id: VolumeID

  init() throws {
    (original, copy) = (try Stick(Self.files), try Stick(Self.files))
    let bench = try Bench()
    id = try bench.mount(original.path).id
    try bench.unmount(original.path)
    _ = Files.makeFolder("\(copy.path)/.jukebox")
    Files.copy(original.database, to: copy.database)
  }

  @Test(arguments: [false, true], [false, true])
  func `the volume that is opened later gets a new identity, permanently`(
    isFixed: Bool, copyIsFirst: Bool
  ) throws {
    let bench = try Bench()
    let (first, second) = copyIsFirst ? (copy, original) : (original, copy)
    let before = try bench.mount(first.path, isFixed: isFixed)
    let later = try bench.mount(second.path, isFixed: isFixed)
    #expect(before.id == id && later.id != id)
    #expect(before.name == "Stick" && later.name == "Stick~\(later.id.description.prefix(4))")
    #expect(bench.warnings.contains { $0.hasPrefix("\(second.path): copy of \(first.path)") })
    expectEqual(bench.library.mounts.topVolume, (isFixed ? id : nil))
    for stick in [first, second] { try bench.unmount(stick.path) }
    // In the other order each is what it became.
    try expectEqual(bench.mount(second.path, isFixed: isFixed).id, later.id)
    try expectEqual(bench.mount(first.path, isFixed: isFixed).id, id)
  }

  @Test func `a copy alone is taken for the volume that it was copied from`() throws {
    for _ in 1...2 {
      let bench = try Bench()
      try expectEqual(bench.mount(copy.path).id, id)
      try bench.unmount(copy.path)
    }
  }
}
