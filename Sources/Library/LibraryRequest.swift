/// A question under way. Loop thread only.
public final class LibraryRequest {
  let cancellation = Cancellation()
  /// Nobody waits for the answer any more: the completion is not called.
  public private(set) var isCancelled = false

  /// Ends the work for it, too, where it runs already.
  public func cancel() {
    isCancelled = true
    cancellation.cancel()
  }
}
