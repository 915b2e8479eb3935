import Model

@testable import Control

extension FakeBackend {
  func restart() { restarts += 1 }

  func shutDown() throws(Refusal) {
    if let refusal { throw refusal }
    shutdowns += 1
  }
}

extension Event {
  /// Whether the protocol edits the queue with it.
  var isEdit: Bool {
    switch self {
    case .add, .addItems, .setRegion, .setTags, .delete, .clear, .move, .swap, .shuffle, .prioritise: true
    default: false
    }
  }
}
