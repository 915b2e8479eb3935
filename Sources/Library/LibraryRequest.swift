import Linux
package import Model

/// A question that threads of volumes work on. Loop thread only, but for `cancellation`.
package final class LibraryRequest: Query {
  package let cancellation = Cancellation()

  package init() { super.init() }

  package override func cancel() {
    super.cancel()
    cancellation.cancel()
  }
}
