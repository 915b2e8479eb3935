public import Model

/// What clients keep with songs, playlists, filters and values of tags. Loop thread only; completions are called on the
/// loop, once, now or later.
public protocol Stickers: AnyObject {
  /// - Parameter completion: gets nil where there is no such sticker.
  func sticker(
    _ name: String, of subject: StickerSubject, completion: @escaping (Result<String?, Refusal>) -> Void
  ) -> Query

  /// All of them, by their names.
  func stickers(
    of subject: StickerSubject,
    completion: @escaping (Result<[(name: String, value: String)], Refusal>) -> Void
  ) -> Query

  /// - Parameter completion: gets whether there was one before, once the change would survive a power cut.
  func change(
    _ subject: StickerSubject, _ change: StickerChange, completion: @escaping (Result<Bool, Refusal>) -> Void)

  /// Stickers of one name, in no certain order.
  ///
  /// - Parameters:
  ///   - type: `song`, `playlist`, `filter` or a tag's name.
  ///   - base: of songs, the folder that they are below; empty for all.
  ///   - after: nil for the first page, else `next` of the page before. A page may be empty and yet have a next one.
  ///   - test: which values are wanted; nil for all.
  func find(
    _ name: String, type: String, below base: String, after: Cursor?,
    test: StickerTest?,
    completion: @escaping (Result<StickerPage, Refusal>) -> Void
  ) -> Query

  /// Which names there are, by type and name.
  func names(completion: @escaping ([(type: String, name: String)]) -> Void) -> Query
}
