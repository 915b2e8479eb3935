/// Numbers that are looked for, in a third of the memory that a set takes.
struct SortedNumbers {
  private let numbers: [Int64]

  /// - Parameter numbers: in any order, some of them more than once.
  init(_ numbers: consuming [Int64]) {
    var numbers = numbers
    numbers.sort()
    self.numbers = numbers
  }

  var count: Int { numbers.count }

  func contains(_ number: Int64) -> Bool { place(of: number) != nil }

  /// The first one's.
  func place(of number: Int64) -> Int? {
    let place = numbers.partitioningIndex { $0 >= number }
    return place < numbers.count && numbers[place] == number ? place : nil
  }
}
