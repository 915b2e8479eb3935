import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct SparseOrderTests {
  /// The rows as a table would hold them.
  private struct Model {
    var order = SparseOrder()
    var rows: [Int64: UInt32] = [:]
    var writes = 0

    mutating func become(_ list: [UInt32]) {
      let changes = order.become(list)
      for place in changes.deletions {
        #expect(rows.removeValue(forKey: place) != nil, "deletes a row that isn't there")
      }
      for (place, index) in changes.insertions {
        #expect(rows.updateValue(list[index], forKey: place) == nil, "fills a place that is taken")
      }
      writes += changes.deletions.count + changes.insertions.count
    }

    var list: [UInt32] { rows.sorted { $0.key < $1.key }.map(\.value) }
  }

  @Test func `random edits leave the rows in the list's order`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<10 {
      var model = Model()
      var list: [UInt32] = []
      var next: UInt32 = 1
      for _ in 0..<200 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let count = Int.random(in: 1...5, using: &random)
          list.insert(
            contentsOf: next..<(next + UInt32(count)), at: Int.random(in: 0...list.count, using: &random))
          next += UInt32(count)
        case 2 where !list.isEmpty: list.remove(at: Int.random(in: list.indices, using: &random))
        case 3 where !list.isEmpty:
          let entry = list.remove(at: Int.random(in: list.indices, using: &random))
          list.insert(entry, at: Int.random(in: 0...list.count, using: &random))
        case 4 where list.count > 1: list.swapAt(0, Int.random(in: list.indices, using: &random))
        case 5 where Int.random(in: 0..<20, using: &random) == 0: list.shuffle(using: &random)
        default: break
        }
        model.become(list)
        expectEqual(model.list, list)
        expectEqual(model.order.places, model.rows.keys.sorted())
      }
    }
  }

  @Test func `one edit of a long list writes as many rows as it touches`() {
    var model = Model()
    var list = Array(UInt32(0)..<20_000)
    model.become(list)
    model.writes = 0
    list.insert(50_000, at: 7)
    model.become(list)
    expectEqual(model.writes, 1)
    list.append(50_001)
    model.become(list)
    expectEqual(model.writes, 2)
    let moved = list.remove(at: 10)
    list.insert(moved, at: 15_000)
    model.become(list)
    expectEqual(model.writes, 4)  // One row deleted, one written.
    list.remove(at: 0)
    model.become(list)
    expectEqual(model.writes, 5)
    expectEqual(model.list, list)
  }

  @Test func `insertions at one spot renumber when no number is left and continue`() {
    var model = Model()
    var list: [UInt32] = [1, 2]
    model.become(list)
    for entry in UInt32(3)..<120 {
      list.insert(entry, at: 1)
      model.become(list)
    }
    expectEqual(model.list, list)
  }
}
