import Model

/// A command list that a client collects or runs, and what it still owes to the storage.
struct ListRun {
  private var list: CommandList?
  /// Whether the list may have changed something that is not durable. Until it is, nothing is sent: an answer is a
  /// promise.
  var owesFlush = false
  /// Error from storing the list's changes: the list ends with the current command.
  private(set) var failure: Refusal?
  /// The name of the command that ran last.
  var commandName = ""

  /// Place of the running command; 0 outside a list.
  var index: Int { max(0, list?.index ?? 0) }
  var separatesAnswers: Bool { list?.separatesAnswers == true }

  mutating func begin(separatesAnswers: Bool) { list = CommandList(separatesAnswers: separatesAnswers) }

  /// - Returns: false where the list, or all clients' lists together, would be too large.
  mutating func append(_ line: ArraySlice<UInt8>, _ hub: Hub) -> Bool {
    let bytes = line.count + 1
    let held = list?.bytes.count ?? 0
    guard held + bytes <= hub.limits.listBytes, hub.held.lists + bytes <= hub.limits.allListBytes else {
      return false
    }
    hub.held.lists += bytes
    list?.append(line)
    return true
  }

  mutating func next() -> ArraySlice<UInt8>? { list?.next() }

  mutating func takeFollowing(most: Int, _ take: (ArraySlice<UInt8>) -> Bool) {
    list?.takeFollowing(most: most, take)
  }

  mutating func count() { list?.count() }

  /// Keeps the first error only.
  mutating func fail(_ refusal: Refusal?) { failure = failure ?? refusal }

  mutating func takeFailure() -> Refusal? { failure.take() }

  /// Forgets the list itself, which still owes its flush.
  mutating func release(_ hub: Hub) {
    hub.held.lists -= list?.bytes.count ?? 0
    list = nil
  }
}
