import Model

/// One entry of the command table.
struct Command: Sendable {
  let name: String
  let permission: Permissions
  /// How many arguments it takes.
  let arguments: ClosedRange<Int>
  /// Whether its last argument is a number of bytes that follow its line (`Call.bytes`).
  let takesBytes: Bool
  let run: @Sendable (Call) throws(CommandError) -> Answer

  /// - Parameter arguments: `Command.any` as the upper bound for no bound.
  init(
    _ name: String, _ permission: Permissions, _ arguments: ClosedRange<Int>, takesBytes: Bool = false,
    _ run: @escaping @Sendable (Call) throws(CommandError) -> Answer
  ) {
    self.name = name
    self.permission = permission
    self.arguments = arguments
    self.takesBytes = takesBytes
    self.run = run
  }

  static let any = Int.max

  func check(_ given: Arguments) throws(CommandError) {
    if arguments.contains(given.count) { return }
    if arguments.lowerBound == arguments.upperBound {
      throw .argument("wrong number of arguments for \"\(name)\"")
    }
    let fault = given.count < arguments.lowerBound ? "few" : "many"
    throw .argument("too \(fault) arguments for \"\(name)\"")
  }
}
