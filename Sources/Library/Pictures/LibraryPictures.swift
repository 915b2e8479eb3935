import Linux
public import Model

/// The pictures of songs and folders, and the covers that the jukebox makes of playlists. Completions are called on the loop,
/// once, unless the request was cancelled.
public struct LibraryPictures {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// A part of a song's or a folder's picture: from the song's file, and from a picture file in the folder.
  ///
  /// - Parameters:
  /// - preference: where it is looked for first.
  /// - offset: in bytes; consecutive requests get the parts of one picture.
  /// - limit: maximum number of bytes.
  /// - completion: gets nil if there is no picture.
  @discardableResult
  public func part(
    of uri: String, preferring preference: PicturePreference, from offset: Int64, limit: Int,
    completion: @escaping (Result<PicturePart?, Refusal>) -> Void
  ) -> LibraryRequest {
    guard let (volume, path) = library.place(of: uri) else { return library.refuse(.noSuchPath, completion) }
    let picture = PictureRequest(
      path: path, preference: preference, offset: max(0, offset), limit: max(0, limit))
    let prefix = library.prefix(of: volume)
    let request = LibraryRequest()
    return library.ask(
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

  /// A cover of a playlist that was made before.
  /// - Parameter completion: gets nil if there is none.
  public func madeCover(_ recipe: CoverRecipe, completion: @escaping ([UInt8]?) -> Void) {
    // Any volume's thread may read the box; a playlist is on one.
    guard let covers = library.pictureCache?.covers, let volume = library.ordered.first else {
      return library.later { completion(nil) }
    }
    library.ask(volume, { (_) throws(StoreError) in covers.read(recipe) }) {
      (result: Result<[UInt8]?, StoreError>) in
      completion((try? result.get()) ?? nil)
    }
  }

  /// Stores a cover in the box; one that cannot be stored is made again.
  public func keepCover(_ cover: [UInt8], of recipe: CoverRecipe) {
    guard let covers = library.pictureCache?.covers, let volume = library.ordered.first else { return }
    library.ask(
      volume,
      { (_) throws(StoreError) in
        try mapSystemError { () throws(SystemError) in try covers.keep(cover, of: recipe) }
      }
    ) { (result: Result<Void, StoreError>) in
      if case .failure(let error) = result { Log.repeatable(.warning, "covers of playlists: \(error)") }
    }
  }
}
