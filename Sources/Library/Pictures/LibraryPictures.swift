import Linux
public import Model

/// The pictures of songs and folders, and those that the jukebox makes of them. Completions are called on the loop,
/// once, unless the request was cancelled.
public struct LibraryPictures {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// A part of a song's or a folder's picture: from the song's file, and from a picture file in the folder.
  ///
  /// - Parameter completion: gets nil if there is no picture, `.noSuchSong` if there is nothing at the URI. All parts come
  ///   from one picture if they are asked for one after another.
  @discardableResult
  public func artwork(
    _ question: ArtworkQuestion, completion: @escaping Completion<Artwork?>
  ) -> Query {
    guard let (volume, path) = library.place(of: question.uri) else {
      return library.refuse(.noSuchSong, completion)
    }
    let picture = PictureRequest(
      path: path, preference: question.first, offset: Int64(max(0, question.offset)),
      limit: max(0, question.limit))
    let prefix = library.prefix(of: volume)
    let request = LibraryRequest()
    return library.ask(
      request,
      { (answer: @escaping @Sendable (Result<PictureLookup, StoreError>) -> Void) in
        volume.worker.find(picture, request.cancellation, answer: answer)
      },
      completion: { result in
        switch result {
        case .success(.part(var artwork, let path)):
          artwork.uri = prefix + EscapedName.text(for: path)
          completion(.success(artwork))
        case .success(.nothing): completion(.success(nil))
        case .success(.missing): completion(.failure(.noSuchSong))
        case .failure(let error): completion(.failure(Refusal(error)))
        }
      })
  }

  /// A picture that was made before.
  /// - Parameter completion: gets nil if there is none; an empty one if it is known that it cannot be made.
  public func made(_ recipe: PictureRecipe, completion: @escaping ([UInt8]?) -> Void) {
    // Any volume's thread may read the box; a caller that asks has a song or a playlist of one.
    guard let pictures = library.pictureCache?.made, let volume = library.ordered.first else {
      return library.later { completion(nil) }
    }
    library.ask(volume, { (_) throws(StoreError) in pictures.read(recipe) }) {
      (result: Result<[UInt8]?, StoreError>) in
      completion((try? result.get()) ?? nil)
    }
  }

  /// Stores a picture in the box; one that cannot be stored is made again.
  /// - Parameter picture: empty if it cannot be made.
  public func keep(_ picture: [UInt8], of recipe: PictureRecipe) {
    guard let pictures = library.pictureCache?.made, let volume = library.ordered.first else { return }
    library.ask(
      volume,
      { (_) throws(StoreError) in
        try mapSystemError { () throws(SystemError) in try pictures.keep(picture, of: recipe) }
      }
    ) { (result: Result<Void, StoreError>) in
      if case .failure(let error) = result { Log.repeatable(.warning, "made pictures: \(error)") }
    }
  }

  /// Removes the oldest of too many made pictures, in a thread of its own: the look at thousands of files keeps no question of a client
  /// waiting.
  public func evictMade() {
    guard let pictures = library.pictureCache?.made else { return }
    do throws(SystemError) {
      _ = try Thread.start(name: "pictures", payload: pictures) { pictures in
        do throws(SystemError) { try pictures.evict() } catch {
          Log.repeatable(.warning, "made pictures: \(error)")
        }
      }
    } catch {
      Log.repeatable(.warning, "made pictures: \(error)")
    }
  }
}
