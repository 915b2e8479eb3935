import Model

/// A question that threads of volumes work on. Loop thread only, but for `cancellation`.
final class LibraryRequest: Query {
  let cancellation = Cancellation()

  override func cancel() {
    super.cancel()
    cancellation.cancel()
  }
}
