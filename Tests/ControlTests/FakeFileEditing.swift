import Model

@testable import Control

/// A trash in memory; tags and copies are recorded.
final class FakeFileEditing: FileEditing {
  private(set) var tagged: [(uri: String, request: TagRequest)] = []
  private(set) var items: [TrashItem] = []
  private(set) var copies: [(uris: [String], volume: String)] = []
  private(set) var isCopyCancelled = false
  /// What everything is refused with.
  var refusal: Refusal?
  /// A copy that goes on until this is called.
  private(set) var endCopy: (Completion<CopyReport>)?
  private(set) var reportCopy: ((CopyReport) -> Void)?

  func tag(_ uri: String, _ request: TagRequest, completion: @escaping Completion<[TagEdit]>) {
    if let refusal { return completion(.failure(refusal)) }
    tagged.append((uri, request))
    switch request {
    case .write(let edits): completion(.success(edits))
    case .fromPath: completion(.success([TagEdit(key: "TITLE", values: ["Of the path"])]))
    case .undo: completion(.success([TagEdit(key: "COMMENT", values: ["two\nlines"])]))
    }
  }

  func remove(_ uris: [String], completion: @escaping Completion<[TrashItem]>) {
    if let refusal { return completion(.failure(refusal)) }
    let new = uris.enumerated().map { index, uri in
      TrashItem(
        id: "1700000000-1-0000000\(items.count + index)", uri: uri, removed: index == 0 ? 1_700_000_000 : nil,
        bytes: 5,
        isFolder: !uri.contains("."))
    }
    items += new
    completion(.success(new))
  }

  func trash(completion: @escaping Completion<[TrashItem]>) {
    completion(refusal.map { .failure($0) } ?? .success(items))
  }

  func restore(_ item: String, completion: @escaping Completion<TrashItem>) {
    guard let place = items.firstIndex(where: { $0.id == item || $0.uri == item }) else {
      return completion(.failure(.failed(.noSuchTrash, "No such item in the trash: \(item)", about: item)))
    }
    completion(.success(items.remove(at: place)))
  }

  func emptyTrash(of volume: String?, completion: @escaping Completion<[TrashItem]>) {
    guard volume == nil || volume == "Stick" else { return completion(.failure(.noSuchVolume)) }
    completion(.success(items))
    items = []
  }

  func copy(
    _ uris: [String], to volume: String, progress: @escaping (CopyReport) -> Void,
    completion: @escaping Completion<CopyReport>
  ) -> Query {
    if let refusal { return .refused(refusal, completion) }
    copies.append((uris, volume))
    (endCopy, reportCopy) = (completion, progress)
    return Query { [weak self] in self?.isCopyCancelled = true }
  }
}
