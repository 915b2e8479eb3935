import Control
import Library
import Model

/// The library's stickers as the protocol reads and changes them.
final class StickersJoin: Stickers {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func sticker(
    _ name: String, of subject: Control.StickerSubject,
    completion: @escaping (Result<String?, Refusal>) -> Void
  ) -> Query {
    Query(library.sticker(name, of: .init(subject)) { completion($0) })
  }

  func stickers(
    of subject: Control.StickerSubject,
    completion: @escaping (Result<[(name: String, value: String)], Refusal>) -> Void
  ) -> Query {
    Query(
      library.stickers(of: .init(subject)) {
        completion($0.map { $0.map { ($0.name, $0.value) } })
      })
  }

  func change(
    _ subject: Control.StickerSubject, _ change: Control.StickerChange,
    completion: @escaping (Result<Bool, Refusal>) -> Void
  ) {
    library.change(stickersOf: .init(subject), .init(change)) { completion($0) }
  }

  func find(
    _ name: String, type: String, below base: String, after: Listing.Cursor?,
    test: StickerTest?,
    completion: @escaping (Result<StickerFinding, Refusal>) -> Void
  ) -> Query {
    Query(
      library.findStickers(
        name, type: type, below: base, after: after.flatMap { StickerCursor(bytes: $0.bytes) },
        test: test
      ) { result in
        completion(
          result.map { page in
            StickerFinding(
              items: page.found.map { .init(subject: $0.subject, value: $0.value) },
              next: page.next.map { Listing.Cursor(bytes: $0.bytes) })
          })
      })
  }

  func names(completion: @escaping ([(type: String, name: String)]) -> Void) -> Query {
    Query(library.stickerNames { completion($0.map { ($0.type, $0.name) }) })
  }
}

extension Library.StickerSubject {
  fileprivate init(_ subject: Control.StickerSubject) {
    switch subject {
    case .song(let uri): self = .song(uri: uri)
    case .playlist(let name): self = .playlist(name)
    case .text(let type, let text, let home): self = .text(type: type, text, home: home.volume)
    }
  }
}

extension Library.StickerChange {
  fileprivate init(_ change: Control.StickerChange) {
    switch change {
    case .set(let name, let value): self = .set(name: name, value: value)
    case .add(let name, let step, let first): self = .add(name: name, step, first: first)
    case .delete(let name): self = .delete(name: name)
    }
  }
}
