import Model

@testable import Control

/// A renderer that is done at once, with a file of ten bytes.
final class FakeRendering: Rendering {
  private(set) var requests: [RenderRequest] = []
  func begin(_ request: RenderRequest, completion: @escaping Completion<Int>) {
    requests.append(request)
    completion(.success(requests.count))
  }

  func status(_ job: Int) throws(Refusal) -> RenderStatus {
    guard job == requests.count else { throw .failed(.notFound, "No such mix") }
    var status = RenderStatus(state: .done)
    (status.bytes, status.done, status.total) = (10, .seconds(3), .seconds(3))
    status.songs = requests[job - 1].entries.enumerated().map {
      (String(decoding: $1.track.path, as: UTF8.self), .seconds($0))
    }
    return status
  }

  func read(_ job: Int, at offset: Int64, limit: Int, completion: @escaping Completion<[UInt8]>) {
    completion(.success(Array([UInt8](48..<58).dropFirst(Int(offset)).prefix(limit))))
  }

  func end(_ job: Int) {}
}
