import Model

@testable import Control

/// Clients that listen are only noted.
final class FakeLive: LiveListening {
  var status = LiveStatus()
  var refusal: Refusal?
  private(set) var clients: Set<Int> = []

  func start(by client: Int, completion: @escaping (Refusal?) -> Void) {
    if refusal == nil {
      clients.insert(client)
      status.state = .on
    }
    completion(refusal)
  }

  func stop(completion: @escaping (Refusal?) -> Void) {
    (clients, status) = ([], LiveStatus())
    completion(nil)
  }

  func leave(_ client: Int) {
    clients.remove(client)
    if clients.isEmpty { status = LiveStatus() }
  }
}
