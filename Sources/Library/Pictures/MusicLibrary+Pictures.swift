public import Model

extension MusicLibrary {
  /// A part of a song's or a folder's picture: from the song's file, and from a picture file in the folder.
  ///
  /// - Parameters:
  /// - preference: where it is looked for first.
  /// - offset: in bytes; consecutive requests get the parts of one picture.
  /// - limit: maximum number of bytes.
  /// - completion: gets nil if there is no picture.
  @discardableResult
  public func picture(
    of uri: String, preferring preference: PicturePreference, from offset: Int64, limit: Int,
    completion: @escaping (Result<PicturePart?, Refusal>) -> Void
  ) -> LibraryRequest {
    guard let (volume, path) = place(of: uri) else { return refuse(.noSuchPath, completion) }
    let picture = PictureRequest(
      path: path, preference: preference, offset: max(0, offset), limit: max(0, limit))
    let prefix = prefix(of: volume)
    let request = LibraryRequest()
    return ask(
      request,
      { (answer: @escaping @Sendable (Result<PictureLookup, StoreError>) -> Void) in
        volume.worker.find(picture, request.cancellation, answer: answer)
      },
      completion: { result in
        switch result {
        case .success(.part(var part)):
          part.uri = prefix + EscapedName.text(for: part.path)
          completion(.success(part))
        case .success(.nothing): completion(.success(nil))
        case .success(.missing): completion(.failure(.noSuchPath))
        case .failure(let error): completion(.failure(Refusal(error)))
        }
      })
  }
}
