import Testing

@testable import Library

/// The tables of a restore, against dictionaries and sets.
@Suite("Numbers of a restore") struct RowNumbersTests {
  @Test(arguments: [true, false]) func `rows are found by numbers in any order`(isRising: Bool) {
    var generator = SystemRandomNumberGenerator()
    for count in [0, 1, 2, 3, 17, 500] {
      var numbers = (0..<count).map { _ in Int64.random(in: -300...300, using: &generator) }
      if isRising { numbers.sort() }
      var rows = RowNumbers()
      var known: [Int64: Int64] = [:]
      for (row, number) in numbers.enumerated() {
        rows.add(number, row: Int64(row))
        known[number] = Int64(row)
      }
      rows.end()
      var mentioned: Set<Int64> = []
      #expect(Array(rows.mentioned).isEmpty)
      for number in Int64(-301)...301 where number % 3 != 0 {
        #expect(rows.mention(number) == known[number])
        if let row = known[number] { mentioned.insert(row) }
      }
      #expect(Set(rows.mentioned) == mentioned && Array(rows.mentioned).count == mentioned.count)
    }
    var ends = RowNumbers()
    ends.add(.max, row: 1)
    ends.add(.min, row: 2)
    ends.end()
    #expect(ends.mention(.max) == 1 && ends.mention(.min) == 2 && ends.mention(0) == nil)
  }

  @Test func `numbers are found by themselves`() {
    let some = (0..<200).map { _ in Int64.random(in: 0...300) }
    let sorted = SortedNumbers(some)
    for number in Int64(-1)...301 { #expect(sorted.contains(number) == some.contains(number)) }
    #expect(sorted.count == 200 && SortedNumbers([]).place(of: 0) == nil)
  }
}
