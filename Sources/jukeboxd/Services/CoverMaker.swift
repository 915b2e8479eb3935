import Library
import Linux
import Model

/// Makes covers of playlists: `jukebox-collage` draws each once, the box keeps it. Loop thread only.
final class CoverMaker {
  typealias Completion = (Result<[UInt8], Refusal>) -> Void

  private let loop: EventLoop
  private let library: MusicLibrary
  /// nil where it is not installed.
  var program: String?
  private var waiting: [(recipe: CoverRecipe, completion: Completion)] = []
  private var current: CoverRecipe?
  private var run: WorkerRun?

  static let most = 64
  /// Limit of one picture; a larger one is left out, as the program does.
  private static let mostPictureBytes = 16 << 20

  init(loop: EventLoop, library: MusicLibrary) {
    (self.loop, self.library) = (loop, library)
    // Beside the daemon where it was built, else where it is installed.
    program = ["jukebox-collage", "../lib/jukebox/jukebox-collage"].compactMap {
      ProcessImage.path(beside: $0)
    }
    .first { HostFile.allows($0) }
  }

  /// - Parameter completion: gets a JPEG of 512 by 512 pixels.
  func cover(_ recipe: CoverRecipe, completion: @escaping Completion) {
    library.pictures.madeCover(recipe) { [weak self] cover in
      guard let self, cover == nil else {
        return completion(cover.map { .success($0) } ?? .failure(.volumeGone))
      }
      guard waiting.count < Self.most else {
        return completion(.failure(.failed(.limitReached, "\(Self.most) covers are already waiting")))
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
    _ pictures: ArraySlice<CoverRecipe.Picture>, _ recipe: CoverRecipe, _ file: OpenFile, sizes: [Int]
  ) {
    guard let picture = pictures.first else { return draw(recipe, file, sizes) }
    library.pictures.part(of: picture.uri, preferring: .embedded, from: 0, limit: Self.mostPictureBytes) {
      [weak self] result in
      guard let self else { return }
      var sizes = sizes
      if let part = try? result.get(), !part.bytes.isEmpty, part.byteCount == part.bytes.count,
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

  private func draw(_ recipe: CoverRecipe, _ file: OpenFile, _ sizes: [Int]) {
    guard let program, HostFile.allows(program) else {
      return finish(.failure(.failed(.noPicture, "jukebox-collage is not installed")), isWhole: false)
    }
    let digits = String(recipe.colour & 0xFFFFFF, radix: 16, uppercase: true)
    let colour = String(repeating: "0", count: 6 - digits.count) + digits
    do throws(SystemError) {
      run = try WorkerRun([program, colour] + sizes.map { "\($0)" }, file.descriptor, loop: loop) {
        [weak self] run in
        let cover = run.bytes
        self?.finish(
          run.status == 0 && !cover.isEmpty
            ? .success(cover) : .failure(.system("jukebox-collage ended with status \(run.status)")),
          // A song that was away a moment ago may have its picture back.
          isWhole: sizes.count == recipe.pictures.count)
      }
    } catch {
      finish(.failure(Refusal(system: error, "jukebox-collage")), isWhole: false)
    }
  }

  /// - Parameter isWhole: whether all pictures were there.
  private func finish(_ result: Result<[UInt8], Refusal>, isWhole: Bool) {
    guard let recipe = current else { return }
    (current, run) = (nil, nil)
    if isWhole, case .success(let cover) = result { library.pictures.keepCover(cover, of: recipe) }
    let done = waiting.filter { $0.recipe == recipe }
    waiting.removeAll { $0.recipe == recipe }
    for request in done { request.completion(result) }
    proceed()
  }
}
