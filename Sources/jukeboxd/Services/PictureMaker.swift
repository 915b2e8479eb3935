import Control
import Library
import Linux
import Model

/// Makes thumbnails and covers of playlists: `jukebox-pictures` makes each once, one at a time, and the box keeps it. Loop
/// thread only.
final class PictureMaker: PictureMaking {
  private let loop: EventLoop
  private let library: MusicLibrary
  /// nil where it is not installed.
  var program: String?
  private var waiting: [(recipe: PictureRecipe, completion: Completion<[UInt8]>)] = []
  private var current: PictureRecipe?
  private var run: WorkerRun?

  static let most = 64
  /// Somebody looks at an empty place: before the analysis, after everything else.
  private static let niceness: Int32 = 10
  /// A run that takes longer is ended.
  private static let longest = Duration.seconds(30)
  /// Pictures kept between two looks for those that are too many.
  private static let keptPerLook = 64
  private var keptCount = 0
  /// Limit of one picture; a larger one is left out, as the program does.
  private static let mostPictureBytes = 16 << 20
  /// Exit status of the program for a picture that it will never decode.
  private static let unreadable: Int32 = 2

  init(loop: EventLoop, library: MusicLibrary) {
    (self.loop, self.library) = (loop, library)
    // Beside the daemon where it was built, else where it is installed.
    program = ["jukebox-pictures", "../lib/jukebox/jukebox-pictures"].compactMap {
      ProcessImage.path(beside: $0)
    }
    .first { HostFile.allows($0) }
  }

  func makeCover(
    of name: String, from pictures: [PictureRecipe.Picture], completion: @escaping Completion<[UInt8]>
  ) -> Query {
    library.playlists.all { [weak self] playlists in
      let colour = playlists.first { $0.name == name }?.colour ?? Self.colour(of: name)
      self?.make(.cover(pictures, colour: colour), completion: completion)
    }
  }

  /// Returns the colour of a playlist that has none set: one of a few, by its name.
  private static func colour(of name: String) -> UInt32 {
    let colours: [UInt32] = [
      0x3D5A80, 0x6D597A, 0x2A7F62, 0x9C4A3C, 0x4A6FA5, 0x7B5E2B, 0x5B6C3A, 0x8A3F5D,
    ]
    return colours[name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % colours.count]
  }

  func makeThumbnail(
    of picture: PictureRecipe.Picture, _ side: ThumbnailSide, completion: @escaping Completion<[UInt8]?>
  ) -> Query {
    make(.thumbnail(picture, side)) { result in completion(result.map { $0.isEmpty ? nil : $0 }) }
    return .done
  }

  /// - Parameter completion: gets a JPEG; an empty one if it cannot be made.
  func make(_ recipe: PictureRecipe, completion: @escaping Completion<[UInt8]>) {
    library.pictures.made(recipe) { [weak self] picture in
      guard let self, picture == nil else {
        return completion(picture.map { .success($0) } ?? .failure(.volumeGone))
      }
      guard waiting.count < Self.most else {
        return completion(.failure(.failed(.limitReached, "\(Self.most) pictures are already waiting")))
      }
      waiting.append((recipe, completion))
      if current == nil { proceed() }
    }
  }

  private func proceed() {
    guard current == nil, let recipe = waiting.first?.recipe else { return }
    current = recipe
    do throws(SystemError) {
      gather(recipe.pictures[...], recipe, OpenFile(try Descriptor.inMemory("pictures")), sizes: [])
    } catch {
      finish(.failure(Refusal(system: error)), isWhole: false)
    }
  }

  /// Reads one picture after the other into one file.
  private func gather(
    _ pictures: ArraySlice<PictureRecipe.Picture>, _ recipe: PictureRecipe, _ file: OpenFile, sizes: [Int]
  ) {
    guard let picture = pictures.first else { return start(recipe, file, sizes) }
    let question = ArtworkQuestion(uri: picture.uri, first: .song, offset: 0, limit: Self.mostPictureBytes)
    library.pictures.artwork(question) { [weak self] result in
      guard let self else { return }
      var sizes = sizes
      if let part = try? result.get(), !part.bytes.isEmpty, part.size == part.bytes.count,
        write(part.bytes, to: file.descriptor)
      {
        sizes.append(part.bytes.count)
      }
      gather(pictures.dropFirst(), recipe, file, sizes: sizes)
    }
  }

  private func write(_ bytes: [UInt8], to file: borrowing Descriptor) -> Bool {
    var written = 0
    while written < bytes.count {
      guard let count = try? file.write(bytes.span.extracting(written...)), count > 0 else { return false }
      written += count
    }
    return true
  }

  private func start(_ recipe: PictureRecipe, _ file: OpenFile, _ sizes: [Int]) {
    guard let program, HostFile.allows(program) else {
      return fail(.failed(.noPicture, "jukebox-pictures is not installed"))
    }
    let words: [String]
    switch recipe {
    case .cover(_, let colour):
      let digits = String(colour & 0xFFFFFF, radix: 16, uppercase: true)
      words = ["cover", String(repeating: "0", count: 6 - digits.count) + digits]
    case .thumbnail(_, let side):
      // A picture that was away just now, or is too large.
      if sizes.isEmpty { return finish(.success([]), isWhole: false) }
      words = ["thumbnail", "\(side.rawValue)"]
    }
    do throws(SystemError) {
      let run = try WorkerRun(
        [program] + words + sizes.map { "\($0)" }, niceness: Self.niceness, file.descriptor, loop: loop
      ) { [weak self] run in
        let result: Result<[UInt8], Refusal>
        switch run.status {
        case 0 where !run.bytes.isEmpty: result = .success(run.bytes)
        case Self.unreadable: result = .success([])
        default: result = .failure(.system("jukebox-pictures ended with status \(run.status)"))
        }
        // A song that was away a moment ago may have its picture back.
        self?.finish(result, isWhole: sizes.count == recipe.pictures.count)
      }
      self.run = run
      loop.schedule(after: Self.longest) { [weak run] in run?.kill() }
    } catch {
      fail(Refusal(system: error, "jukebox-pictures"))
    }
  }

  /// Without the program a thumbnail is the picture itself, if that is small.
  private func fail(_ refusal: Refusal) {
    if case .thumbnail = current {
      finish(.success([]), isWhole: false)
    } else {
      finish(.failure(refusal), isWhole: false)
    }
  }

  /// - Parameter isWhole: whether all pictures were there.
  private func finish(_ result: Result<[UInt8], Refusal>, isWhole: Bool) {
    guard let recipe = current else { return }
    (current, run) = (nil, nil)
    if isWhole, case .success(let picture) = result {
      library.pictures.keep(picture, of: recipe)
      if keptCount % Self.keptPerLook == 0 { library.pictures.evictMade() }
      keptCount += 1
    }
    let done = waiting.filter { $0.recipe == recipe }
    waiting.removeAll { $0.recipe == recipe }
    for request in done { request.completion(result) }
    proceed()
  }
}
