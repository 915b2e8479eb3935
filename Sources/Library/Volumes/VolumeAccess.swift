package import Linux
package import Model

/// A volume for a straight function that blocks, on its thread for whole files or on that of another volume: what the loop
/// knew of it when the work began, and the way to its store. A store never waits for such a function.
package struct VolumeAccess: Sendable {
  package let id: VolumeID
  package let name: String
  package let path: String
  /// Whether its database is in the state folder because the volume takes no writes.
  package let isCopy: Bool
  private let worker: VolumeWorker
  private let cancellation: Cancellation

  package var root: Root { worker.root }
  /// Whether nobody waits for the work.
  package var isCancelled: Bool { cancellation.isCancelled }

  /// - Returns: nil where it is not open.
  package init?(_ volume: MountedVolume, for request: LibraryRequest) {
    guard let info = volume.info, !volume.isLeaving else { return nil }
    (id, name, path, isCopy) = (info.id, info.name, volume.path, info.isCopy)
    worker = volume.worker
    cancellation = request.cancellation
  }

  /// Its store, for work that comes after all that people ask for.
  package var background: StoreChannel { StoreChannel(queue: worker.jobs) }

  /// Sleeps while playback needs the storage, but at most a second.
  package func waitForPlayback() { worker.waitForPlayback() }

  /// Has the loop log a text.
  package func warn(_ text: String) { worker.deliver(.warning(text)) }

  /// Runs `work` on the store thread before anything in the background, and sleeps until it has ended: other questions
  /// come between two of them.
  package func perform<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    if cancellation.isCancelled { throw StoreError(.cancelled, "cancelled", path: path) }
    let answer = Answer<Result<Value, StoreError>>()
    guard worker.ask(cancellation, work, answer: { answer.give($0) }) else { throw .closed }
    return try answer.wait().get()
  }

  /// As `perform`; what fails, or `work` refuses, is refused.
  package func ask<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Result<Value, Refusal>
  ) throws(Refusal) -> Value {
    let result: Result<Value, Refusal>
    do throws(StoreError) { result = try perform(work) } catch { throw Refusal(error) }
    return try result.get()
  }
}
