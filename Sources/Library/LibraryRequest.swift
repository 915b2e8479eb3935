/// A question under way. Loop thread only.
public final class LibraryRequest {
  let cancellation = Cancellation()
  /// Whether the answer is no longer wanted: the completion is not called.
  public private(set) var isCancelled = false

  package init() {}

  /// Ends the work for it, too, where it runs already.
  public func cancel() {
    isCancelled = true
    cancellation.cancel()
  }
}
