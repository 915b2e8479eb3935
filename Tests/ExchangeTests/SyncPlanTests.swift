import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What becomes of each playlist when two sides are made the same.
@Suite("Plans of playlists on two sides") struct SyncPlanTests {
  private let a = PlaylistID.random()
  private let b = PlaylistID.random()

  private func digest(_ text: String) -> [UInt8] { Array("digest \(text)".utf8) }

  private func own(_ id: PlaylistID, _ text: String, name: String = "N", at time: Int64? = nil)
    -> SyncPlan.Own
  {
    SyncPlan.Own(identity: id, name: name, digest: digest(text), modifiedAt: time)
  }

  private func other(_ key: String, _ text: String, name: String = "N", at time: Int64? = nil)
    -> SyncPlan.Other
  {
    SyncPlan.Other(key: key, name: name, digest: digest(text), modifiedAt: time)
  }

  private func pair(_ id: PlaylistID, _ key: String, _ own: String, _ other: String) -> SyncPlan.Pair {
    SyncPlan.Pair(identity: id, key: key, own: digest(own), other: digest(other))
  }

  private func steps(
    _ own: [SyncPlan.Own], _ other: [SyncPlan.Other], _ pairs: [SyncPlan.Pair] = []
  ) -> [SyncPlan.Step] { SyncPlan(own: own, other: other, pairs: pairs).steps }

  @Test func `the side that changed a playlist has the newer one`() {
    let met = [pair(a, "k", "x", "x")]
    expectEqual(steps([own(a, "x")], [other("k", "x")], met), [.keep(a, "k")])
    expectEqual(steps([own(a, "y")], [other("k", "x")], met), [.write(a, "k")])
    expectEqual(steps([own(a, "x")], [other("k", "y", name: "Z")], met), [.take("k", a)])
    expectEqual(steps([own(a, "y")], [other("k", "z")], met), [.both(a, "k", later: .volume)])
    // Both made the same of it.
    expectEqual(steps([own(a, "y")], [other("k", "y")], met), [.keep(a, "k")])
  }

  @Test(
    arguments: [
      (nil, nil, .volume), (nil, 9, .volume), (5, nil, .volume), (5, 5, .volume), (6, 5, .volume),
      (5, 6, .file),
    ] as [(Int64?, Int64?, SyncPlan.Side)])
  func `the later of two changes keeps the name, without a clock that of the volume`(
    mine: Int64?, theirs: Int64?, later: SyncPlan.Side
  ) {
    for met in [[pair(a, "k", "x", "x")], []] {
      expectEqual(
        steps([own(a, "y", at: mine)], [other("k", "z", at: theirs)], met), [.both(a, "k", later: later)])
    }
  }

  @Test func `a playlist removed on one side is removed, unless the other changed it`() {
    let met = [pair(a, "k", "x", "x")]
    expectEqual(steps([own(a, "x")], [], met), [.remove(a)])
    expectEqual(steps([own(a, "y")], [], met), [.write(a, nil)])
    expectEqual(steps([], [other("k", "x")], met), [.drop("k")])
    expectEqual(steps([], [other("k", "y")], met), [.take("k", nil)])
    #expect(steps([], [], met).isEmpty)
  }

  @Test func `a file that lost all of several at once is a new one`() {
    let met = [pair(a, "k", "x", "x"), pair(b, "l", "y", "y")]
    expectEqual(steps([own(a, "x"), own(b, "y", name: "M")], [], met), [.write(a, nil), .write(b, nil)])
    expectEqual(
      steps([own(a, "x"), own(b, "y", name: "M")], [other("l", "y", name: "M")], met),
      [
        .remove(a), .keep(b, "l"),
      ])
  }

  @Test func `one whose key another program dropped is the one of its name`() {
    let met = [pair(a, "k", "x", "x"), pair(b, "l", "y", "y")]
    let both = [own(a, "x"), own(b, "y", name: "M")]
    let keyless = [other("n1", "x"), other("m1", "y", name: "M")]
    expectEqual(steps(both, keyless, met), [.keep(a, "n1"), .keep(b, "m1")])
    expectEqual(steps(both, [keyless[0], other("l", "y", name: "M")], met), [.keep(a, "n1"), .keep(b, "l")])
    expectEqual(steps([both[0]], [other("n1", "z")], [met[0]]), [.take("n1", a)])
    // What is another's by its key is not taken by its name.
    expectEqual(
      steps([both[0], own(b, "x", name: "M")], [other("l", "x")], [met[0], pair(b, "l", "x", "x")]),
      [.remove(a), .keep(b, "l")])
    expectEqual(
      steps([both[0], own(b, "x", name: "M")], [other(b.description, "x")], [met[0]]),
      [.remove(a), .keep(b, b.description)])
  }

  @Test func `a file that is not there removes nothing`() {
    let met = [pair(a, "k", "x", "x")]
    expectEqual(
      SyncPlan(own: [own(a, "x")], other: [], pairs: met, isFileThere: false).steps, [.write(a, nil)])
  }

  @Test func `a file of which not all could be taken removes nothing`() {
    let met = [pair(a, "k", "x", "x"), pair(b, "l", "y", "y")]
    let plan = SyncPlan(
      own: [own(a, "x"), own(b, "y", name: "M")], other: [other("l", "y", name: "M")], pairs: met,
      isFileWhole: false)
    expectEqual(plan.steps, [.leave(a), .keep(b, "l")])
  }

  @Test func `playlists that never met are paired by identity, then by name, and kept twice if they differ`()
  {
    expectEqual(steps([own(a, "x")], []), [.write(a, nil)])
    expectEqual(steps([], [other("k", "x")]), [.take("k", nil)])
    expectEqual(steps([own(a, "x")], [other("k", "x")]), [.keep(a, "k")])
    expectEqual(steps([own(a, "x", name: "M")], [other(a.description, "x")]), [.keep(a, a.description)])
    expectEqual(steps([own(a, "x")], [other(a.description, "y")]), [.both(a, a.description, later: .volume)])
    expectEqual(steps([own(a, "x")], [other("k", "y")]), [.both(a, "k", later: .volume)])
    expectEqual(steps([own(a, "x", name: "M")], [other("k", "x")]), [.write(a, nil), .take("k", nil)])
  }

  @Test func `a playlist that is newer stays so until the file's is another`() {
    let newer = [SyncPlan.Pair(identity: a, key: "k", own: SyncPlan.Pair.newer, other: digest("x"))]
    expectEqual(steps([own(a, "y")], [other("k", "x")], newer), [.write(a, "k")])
    expectEqual(steps([own(a, "x")], [other("k", "x")], newer), [.keep(a, "k")])
    expectEqual(steps([own(a, "y")], [other("k", "z")], newer), [.both(a, "k", later: .volume)])
  }

  @Test func `each playlist is in one step`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let ids = (0..<4).map { _ in PlaylistID.random() }
      func some() -> Bool { Bool.random(using: &generator) }
      func text() -> String { ["x", "y", "z"].randomElement(using: &generator) ?? "x" }
      let owns = ids.filter { _ in some() }.map { own($0, text(), name: text()) }
      let others = ["k", "l", "m"].filter { _ in some() }.map { other($0, text(), name: text()) }
      let pairs = zip(ids, ["k", "l", "m", "n"]).filter { _ in some() }.map { pair($0, $1, text(), text()) }
      var seenIDs: [PlaylistID] = []
      var seenKeys: [String] = []
      for step in steps(owns, others, pairs) {
        switch step {
        case .keep(let id, let key), .both(let id, let key, _):
          seenIDs.append(id)
          seenKeys.append(key)
        case .write(let id, let key):
          seenIDs.append(id)
          if let key { seenKeys.append(key) }
        case .take(let key, let id):
          if let id { seenIDs.append(id) }
          seenKeys.append(key)
        case .remove(let id), .leave(let id): seenIDs.append(id)
        case .drop(let key): seenKeys.append(key)
        }
      }
      #expect(Set(seenIDs) == Set(owns.map(\.identity)) && seenIDs.count == owns.count)
      #expect(Set(seenKeys) == Set(others.map(\.key)) && seenKeys.count == others.count)
    }
  }
}
