/// A line that breaks a rule, and what to do about it.
struct Finding: Hashable, CustomStringConvertible {
  let path: String
  /// From 1.
  let line: Int
  let problem: String
  let remedy: String

  var description: String { "\(path):\(line): \(problem); \(remedy)" }
}
