import Media
public import Model

extension MusicLibrary {
  /// The chapters that the track at `uri` has, each with where it ends: where its file says, else where the next begins
  /// or the track ends.
  ///
  /// - Parameter completion: gets `.noSuchPath` where there is no such track.
  @discardableResult
  public func chapters(
    at uri: String, completion: @escaping (Result<[Chapter], Refusal>) -> Void
  ) -> LibraryRequest {
    guard let (volume, path) = place(of: uri), !path.isEmpty else { return refuse(.noSuchPath, completion) }
    return ask(
      volume,
      { (store) throws(StoreError) in (try store.tracks.chapters(at: path), try store.tracks.at([path])[0]) }
    ) { result in
      switch result {
      case .success((let chapters?, let track?)):
        completion(.success(Chapter.ended(chapters, at: track.details.duration)))
      case .success: completion(.failure(.noSuchPath))
      case .failure(let error): completion(.failure(Refusal(error)))
      }
    }
  }
}

extension Chapter {
  /// The chapters with ends for those that have none.
  fileprivate static func ended(_ chapters: [Chapter], at duration: Duration?) -> [Chapter] {
    var ended: [Chapter] = []
    var next = duration
    for chapter in chapters.reversed() {
      let end = chapter.end ?? next.flatMap { $0 > chapter.start ? $0 : nil }
      ended.append(
        Chapter(start: chapter.start, end: end, title: chapter.title, performer: chapter.performer))
      next = chapter.start
    }
    return ended.reversed()
  }
}
