import Library
import Model

/// Orders playlists so that neighbours go over into each other smoothly, and back by one step. Loop thread only.
final class PlaylistOrders {
  private let library: MusicLibrary
  /// The playlist ordered last: its name, its tracks since then, and the way to the former order.
  private var last: (name: String, tracks: [TrackReference], back: [Int])?

  init(library: MusicLibrary) { self.library = library }

  /// - Parameter completion: gets how many songs were ordered, of how many.
  func flow(_ name: String, completion: @escaping (Result<(known: Int, all: Int), Refusal>) -> Void) {
    read(
      name,
      completion: passingRefusals(to: completion) { [weak self] references in
        self?.library.catalogue.tracks(references) { self?.flow(name, references, $0, completion) }
      })
  }

  private func flow(
    _ name: String, _ references: [TrackReference], _ tracks: [Track?],
    _ completion: @escaping Completion<(known: Int, all: Int)>
  ) {
    let songs = tracks.map { track -> FlowOrder.Song? in
      guard let tempo = track?.tempo, let key = track?.settledKey ?? track?.key.flatMap({ MusicalKey($0) })
      else { return nil }
      return (tempo, key)
    }
    let known = songs.count { $0 != nil }
    guard known > 1 else {
      return completion(
        .failure(
          .failed(.noAnalysis, "Tempo and key are known for only \(known) of its songs: nothing to order")))
    }
    apply(FlowOrder.order(songs), to: name, references) { completion($0.map { (known, songs.count) }) }
  }

  /// As it was before it was ordered, where nobody has changed it since.
  func undo(_ name: String, completion: @escaping (Result<(known: Int, all: Int), Refusal>) -> Void) {
    read(
      name,
      completion: passingRefusals(to: completion) { [weak self] references in
        guard let self else { return completion(.failure(.volumeGone)) }
        guard let last, last.name == name, last.tracks == references else {
          return completion(
            .failure(
              .failed(
                .nothingToUndo, "The playlist was not ordered just before: nothing to undo", about: name)))
        }
        apply(last.back, to: name, references) { completion($0.map { (references.count, references.count) }) }
      })
  }

  private func apply(
    _ order: [Int], to name: String, _ tracks: [TrackReference],
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) {
    library.playlists.change(name, .reorder(order)) { [weak self] refusal in
      if let refusal { return completion(.failure(refusal)) }
      var back = order
      for (new, old) in order.enumerated() { back[old] = new }
      self?.last = (name, order.map { tracks[$0] }, back)
      completion(.success(()))
    }
  }

  private func read(
    _ name: String, after cursor: Cursor? = nil, _ before: [TrackReference] = [],
    completion: @escaping (Result<[TrackReference], Refusal>) -> Void
  ) {
    library.playlists.entries(
      of: name, after: cursor,
      completion: passingRefusals(to: completion) { [weak self] page in
        let all = before + page.tracks
        guard let next = page.next else { return completion(.success(all)) }
        self?.read(name, after: next, all, completion: completion)
      })
  }
}
