/// A `PictureRequest` on its way to the thread that answers it.
struct PictureJob: Sendable {
  let request: PictureRequest
  let cancellation: Cancellation
  /// Called on that thread.
  let answer: @Sendable (Result<PictureLookup, StoreError>) -> Void
}
