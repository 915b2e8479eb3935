import Support
import Testing

@testable import Analysis

/// Bars by what is seen at their beats.
@Suite struct BarTests {
  /// What `BarFinder` sees, in its order.
  private enum Stream: Int, CaseIterable { case change, bass, chord, note, notes }

  private func downbeats(_ seen: [Stream: [Float]], beats: Int, isSteady: Bool = true) -> [Int] {
    let silent = [Float](repeating: 0, count: beats)
    return BarFinder(Stream.allCases.map { seen[$0] ?? silent }, isSteady: isSteady).downbeats
  }

  private func repeated(_ bar: [Float], beats: Int, from first: Int) -> [Float] {
    (0..<beats).map { bar[($0 - first + bar.count) % bar.count] }
  }

  @Test func `a tune alone has bars where its long notes begin`() {
    let waltz = repeated([2, 0, 1], beats: 60, from: 1)
    #expect(downbeats([.note: waltz], beats: 60) == Array(stride(from: 1, to: 60, by: 3)))
  }

  @Test(arguments: [0, 1]) func `notes tell the first beat of a bar from the third`(_ first: Int) {
    let changes = repeated([1, 0, 1, 0], beats: 64, from: first)
    let notes = repeated([3, 1, 2, 1], beats: 64, from: first)
    let found = downbeats([.change: changes, .chord: changes, .notes: notes], beats: 64)
    #expect(found == Array(stride(from: first, to: 64, by: 4)))
  }

  @Test func `a bar that is too long moves those that follow`() {
    let bars = repeated([4, 0, 0, 0], beats: 40, from: 0) + repeated([4, 0, 0, 0], beats: 60, from: 1)
    let found = downbeats([.change: bars, .bass: bars, .chord: bars, .note: bars], beats: 100)
    #expect(found == Array(stride(from: 0, to: 40, by: 4)) + Array(stride(from: 41, to: 100, by: 4)))
  }

  @Test func `a weak accent moves bars only where the tempo breathes`() {
    let bars = repeated([4, 0, 0, 0], beats: 40, from: 0) + repeated([4, 0, 0, 0], beats: 28, from: 1)
    let found = downbeats([.note: bars], beats: 68, isSteady: false)
    expectEqual(found, Array(stride(from: 0, to: 40, by: 4)) + Array(stride(from: 41, to: 68, by: 4)))
    expectEqual(downbeats([.note: bars], beats: 68), Array(stride(from: 0, to: 68, by: 4)))
  }

  @Test func `the accent of the first beat is no bar where the tempo breathes`() {
    var accents = repeated([4, 0, 0, 0], beats: 48, from: 1)
    accents[0] = 12
    let found = downbeats(
      [.change: accents, .bass: accents, .chord: accents, .note: accents], beats: 48, isSteady: false)
    expectEqual(found, Array(stride(from: 1, to: 48, by: 4)))
  }

  @Test func `few beats and beats that are all alike have no bars`() {
    #expect(downbeats([.change: [4, 0, 0, 0, 4, 0, 0]], beats: 7) == [])
    #expect(downbeats([.change: [Float](repeating: 1, count: 50)], beats: 50) == [])
    #expect(downbeats([:], beats: 0) == [])
  }
}
