import Control
import Library
import Model

/// Rendering, as the protocol asks for it.
final class RenderingAdapter: Rendering {
  private let renderer: MixExporter
  private let library: MusicLibrary

  init(_ renderer: MixExporter, library: MusicLibrary) {
    self.renderer = renderer
    self.library = library
  }

  func begin(_ request: RenderRequest, completion: @escaping (Result<Int, Refusal>) -> Void) {
    renderer.begin(request, completion: completion)
  }

  func status(_ job: Int) throws(Refusal) -> RenderStatus { try renderer.status(job) }

  func read(
    _ job: Int, at offset: Int64, limit: Int, completion: @escaping (Result<[UInt8], Refusal>) -> Void
  ) {
    renderer.read(job, at: offset, limit: limit, completion: completion)
  }

  func end(_ job: Int) { renderer.end(job) }
  func track(at uri: String) -> TrackReference? { library.reference(of: uri) }
}
