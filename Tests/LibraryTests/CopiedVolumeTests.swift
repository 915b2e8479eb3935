import Linux
import Model
import Support
import Testing

@testable import Library

/// Of an original and a copy of it, database and all, the one that the box knew keeps its identity.
@Suite struct CopiedVolumeTests {
  private static let files = ["1.mp3": FakeFiles.content(title: "a"), "2.mp3": FakeFiles.content(title: "b")]

  /// A box that is switched on and off with the same volumes in reach.
  private final class Box {
    let original: Stick
    let copy: Stick
    let isFixed: Bool
    /// The identity that both have before they meet.
    let id: VolumeID
    private(set) var known: [KnownVolume] = []

    /// Has seen the original only, and was switched off before that was copied.
    init(isFixed: Bool) throws {
      (original, copy) = (try Stick(files), try Stick(files))
      self.isFixed = isFixed
      let bench = try Bench()
      id = try bench.mount(original.path, isFixed: isFixed).id
      let marks = bench.library.mounts.marks(of: id)
      try bench.unmount(original.path)
      _ = Files.makeFolder("\(copy.path)/.jukebox")
      Files.copy(original.database, to: copy.database)
      known = [KnownVolume(id: id, name: "Stick", fingerprint: nil, marks: marks)]
    }

    /// Switches on, has the volumes appear one after the other, and off once both are open.
    /// - Returns: their identities.
    func run(_ order: [Stick]) throws -> [VolumeID] {
      let bench = try Bench(known: known)
      for stick in order { _ = try bench.mount(stick.path, isFixed: isFixed) }
      let open = try bench.wait { () -> [VolumeInfo]? in
        let open = order.compactMap { stick in bench.library.volumes.first { $0.path == stick.path } }
        return open.count == order.count ? open : nil
      }
      for volume in open {
        known.removeAll { $0.id == volume.id }
        known.append(
          KnownVolume(id: volume.id, name: volume.name, marks: bench.library.mounts.marks(of: volume.id)))
      }
      bench.library.close()
      return open.map(\.id)
    }
  }

  @Test(arguments: [false, true], [false, true])
  func
    `the original keeps its identity for good, whichever opens first`(_ isFixed: Bool, _ copyIsFirst: Bool)
    throws
  {
    let box = try Box(isFixed: isFixed)
    let order = copyIsFirst ? [box.copy, box.original] : [box.original, box.copy]
    let ids = try box.run(order)
    #expect(ids[copyIsFirst ? 1 : 0] == box.id && ids[copyIsFirst ? 0 : 1] != box.id)
    #expect(try box.run(order) == ids)
    #expect(try box.run(order.reversed()) == ids.reversed())
    #expect(try box.run([box.copy]) == [ids[copyIsFirst ? 0 : 1]])
  }

  @Test(arguments: [false, true], [false, true])
  func
    `a copy alone is taken for the volume that it was copied from, until that is back`(
      _ isFixed: Bool, _ copyIsFirst: Bool
    ) throws
  {
    let box = try Box(isFixed: isFixed)
    #expect(try box.run([box.copy]) == [box.id])
    #expect(try box.run([box.copy]) == [box.id])
    let ids = try box.run(copyIsFirst ? [box.copy, box.original] : [box.original, box.copy])
    #expect(ids[copyIsFirst ? 1 : 0] == box.id && ids[copyIsFirst ? 0 : 1] != box.id)
  }

  @Test func `a copy that was taken for the original is known before a further copy`() throws {
    let box = try Box(isFixed: true)
    #expect(try box.run([box.copy]) == [box.id])
    let further = try Stick(Self.files)
    _ = Files.makeFolder("\(further.path)/.jukebox")
    Files.copy(box.copy.database, to: further.database)
    let ids = try box.run([further, box.copy])
    #expect(ids[0] != box.id && ids[1] == box.id)
  }

  @Test func `a copy stays the root of the tree while it is opened again, with a name of its own`() throws {
    let box = try Box(isFixed: true)
    let bench = try Bench(known: box.known)
    let before = try bench.mount(box.copy.path, isFixed: true)
    #expect(before.id == box.id && bench.library.mounts.rootVolume == box.id)
    let original = try bench.mount(box.original.path, isFixed: true)
    let copy = try bench.wait { bench.library.volumes.first { $0.path == box.copy.path } }
    #expect(original.id == box.id && original.name == "Stick")
    #expect(copy.name == "Stick~\(copy.id.description.prefix(4))")
    #expect(bench.library.mounts.topVolume == copy.id && bench.library.mounts.rootVolume == copy.id)
    #expect(try bench.list() == ["Stick/", "1.mp3", "2.mp3"])
    let track = TrackReference(volume: box.id, path: Array("1.mp3".utf8))
    #expect(bench.library.uri(of: track) == "Stick/1.mp3")
    var told: [String] = []
    for event in bench.events {
      switch event {
      case .opened(let info): told.append("opened \(info.path == box.copy.path ? "copy" : "original")")
      case .closed(_, let path): told.append("closed \(path == box.copy.path ? "copy" : "original")")
      default: break
      }
    }
    #expect(told == ["opened copy", "closed copy", "opened original", "opened copy"])
    #expect(bench.warnings.contains { $0.hasPrefix("\(box.copy.path): copy of \(box.original.path)") })
    try bench.unmount(box.copy.path)
    #expect(try bench.list() == ["1.mp3", "2.mp3"])
  }

  @Test(arguments: [false, true])
  func `a larger disk in a fixed folder's place stays the original when the old one comes back`(
    _ oldIsFirst: Bool
  ) throws {
    let box = try Box(isFixed: true)
    // The old one lies elsewhere from now on, and what was copied from it where that was.
    let (new, old) = (box.original, box.copy)
    func move(_ from: Stick, to: Stick, as name: String) {
      from.move(".jukebox", to: "../\(to.path.split(separator: "/").last ?? "")/\(name)")
    }
    move(old, to: new, as: "copied")
    move(new, to: old, as: ".jukebox")
    new.move("copied", to: ".jukebox")
    #expect(try box.run([new]) == [box.id])
    let ids = try box.run(oldIsFirst ? [old, new] : [new, old])
    #expect(ids[oldIsFirst ? 1 : 0] == box.id && ids[oldIsFirst ? 0 : 1] != box.id)
  }

  // MARK: What tells them apart

  private static let id = VolumeID.random()

  private func mark(_ place: String?, _ folder: String?, look: [UInt8] = [1]) -> VolumeMark {
    VolumeMark(place: place.map { Array($0.utf8) }, folder: folder.map { Array($0.utf8) }, look: look)
  }

  private func identities(_ marks: [VolumeMark]) -> KnownIdentities {
    KnownIdentities([KnownVolume(id: Self.id, name: "", marks: marks)])
  }

  @Test func `the same folder elsewhere comes before another folder in the same place`() {
    let known = identities([mark("/m", "made 1")])
    let ranks = [("/m", "made 1"), ("/moved", "made 1"), ("/m", "made 2"), ("/n", "made 2")].map {
      known.rank(of: mark($0, $1), as: Self.id)
    }
    #expect(ranks == [0, 1, 2, .max])
    #expect(known.rank(of: mark("/m", "made 1"), as: VolumeID.random()) == .max)
  }

  @Test func `a stick that was copied block by block is told by its hardware`() {
    let known = identities([mark("usb-A_1-part1", "made 1")])
    known.remember(Self.id, name: "", look: [1], mark: mark("usb-B_2-part1", "made 1"))
    #expect(
      known.rank(of: mark("usb-A_1-part1", "made 1"), as: Self.id)
        < known.rank(of: mark("usb-B_2-part1", "made 1"), as: Self.id))
  }

  @Test func `where nothing says where and what it is, nothing is taken for the same but its look`() {
    let known = identities([mark(nil, nil, look: [7])])
    #expect(known.rank(of: mark("/m", "made 1", look: [7]), as: Self.id) == 0)
    #expect(known.rank(of: mark("/m", "made 1", look: [8]), as: Self.id) == .max)
    // A copy that opens first is remembered behind it.
    known.remember(Self.id, name: "", look: [8], mark: mark("/n", "made 2", look: [8]))
    known.remember(Self.id, name: "", look: [7], mark: mark("/m", "made 1", look: [7]))
    #expect(known.marks(of: Self.id).map(\.place) == [Array("/m".utf8), Array("/n".utf8)])
    #expect(identities([mark("/m", "made 1")]).rank(of: mark(nil, nil), as: Self.id) == .max)
  }

  @Test func `the first one known is never forgotten for later ones`() {
    let known = identities([mark("/m", "made 1")])
    for number in 2...50 {
      known.remember(Self.id, name: "", look: [1], mark: mark("/\(number)", "made \(number)"))
    }
    let marks = known.marks(of: Self.id)
    #expect(marks.count == KnownIdentities.mostMarks)
    #expect(marks.first == mark("/m", "made 1") && marks.last == mark("/50", "made 50"))
  }

  @Test func `what is in a fixed folder's place takes that over, and what is in the same reader does not`() {
    func folders(_ place: String) -> [String] {
      let known = identities([mark("/else", "made 0"), mark(place, "made 1"), mark("/n", "made 9")])
      known.remember(Self.id, name: "", look: [1], mark: mark(place, "made 2"))
      return known.marks(of: Self.id).map { String(decoding: $0.folder ?? [], as: UTF8.self) }
    }
    #expect(folders("/m") == ["made 0", "made 2", "made 1", "made 9"])
    for place in ["usb-A_1-part1", "/dev/mmcblk0p1"] {
      #expect(folders(place) == ["made 0", "made 1", "made 9", "made 2"], "\(place)")
    }
    let known = identities([mark("/m", "made 1")])
    known.remember(Self.id, name: "", look: [1], mark: mark("/m", "made 2"))
    #expect(known.rank(of: mark("/m", "made 2"), as: Self.id) == 0)
    #expect(known.rank(of: mark("/old", "made 1"), as: Self.id) > 0)
    // So many are remembered all the same.
    for number in 3...50 { known.remember(Self.id, name: "", look: [1], mark: mark("/m", "made \(number)")) }
    let marks = known.marks(of: Self.id)
    #expect(marks.count == KnownIdentities.mostMarks && marks.first == mark("/m", "made 50"))
  }

  @Test func `a folder that was made again is another folder, also where its times are those of before`()
    throws
  {
    let stick = try Stick(Self.files)
    try stick.open().close()
    let root = try Root(path: stick.path)
    func look() -> VolumeMark { VolumeMark(of: root, isFixed: true, look: []) }
    let before = look()
    #expect(before.place == Array(stick.path.utf8) && before.folder != nil && look() == before)
    let names = Files.list("\(stick.path)/.jukebox")
    for name in names { stick.move(".jukebox/\(name)", to: "aside/\(name)") }
    try root.removeFolder(Array(".jukebox".utf8))
    for name in names { stick.move("aside/\(name)", to: ".jukebox/\(name)") }
    #expect(before.distance(to: look()) == 2)
  }
}
