import Model

@testable import Control

extension FakeBackend {
  func restart() { restarts += 1 }

  func shutDown() throws(Refusal) {
    if let refusal { throw refusal }
    shutdowns += 1
  }
}
