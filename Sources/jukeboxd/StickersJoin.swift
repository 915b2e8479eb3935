import Control
import Library
import Model

/// The library's stickers as the protocol reads and changes them.
final class StickersJoin: Stickers {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func sticker(
    _ name: String, of subject: StickerSubject,
    completion: @escaping (Result<String?, Refusal>) -> Void
  ) -> Query {
    Query(library.sticker(name, of: subject) { completion($0) })
  }

  func stickers(
    of subject: StickerSubject,
    completion: @escaping (Result<[(name: String, value: String)], Refusal>) -> Void
  ) -> Query {
    Query(
      library.stickers(of: subject) {
        completion($0.map { $0.map { ($0.name, $0.value) } })
      })
  }

  func change(
    _ subject: StickerSubject, _ change: StickerChange,
    completion: @escaping (Result<Bool, Refusal>) -> Void
  ) {
    library.change(stickersOf: subject, change) { completion($0) }
  }

  func find(
    _ name: String, type: String, below base: String, after: Cursor?,
    test: StickerTest?,
    completion: @escaping (Result<StickerPage, Refusal>) -> Void
  ) -> Query {
    Query(
      library.findStickers(
        name, type: type, below: base, after: after, test: test, completion: completion))
  }

  func names(completion: @escaping ([(type: String, name: String)]) -> Void) -> Query {
    Query(library.stickerNames { completion($0.map { ($0.type, $0.name) }) })
  }
}
