import Interchange
import Linux
import Model

/// Files that other programs bring whole into memory: from the network by `jukebox-fetch`, or as speech. Loop thread only.
final class Fetcher {
  private let loop: EventLoop
  /// nil where it is not installed.
  let program = HostFile.realPath(of: "/proc/self/exe").flatMap { own in
    own.lastIndex(of: "/").map { "\(own[...$0])jukebox-fetch" }
  }

  /// A file in memory, with one owner.
  final class Fetched: Sendable {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  /// Of an announcement.
  static let mostBytes = 16 << 20
  /// Server and speech get this time.
  private static let patience = Duration.seconds(60)
  private static let mostListBytes = 4 << 20
  private static let speech = "/usr/bin/espeak-ng"

  init(loop: EventLoop) { self.loop = loop }

  /// - Parameter completion: gets the file, from its beginning, or why it could not be had.
  func fetch(_ url: String, completion: @escaping (Result<Fetched, Refusal>) -> Void) {
    run(program.map { [$0, "--whole", "\(Self.mostBytes)", url] }, "jukebox-fetch", about: url, completion)
  }

  /// Speaks a text.
  func speak(_ text: String, completion: @escaping (Result<Fetched, Refusal>) -> Void) {
    let words = HostFile.allows(Self.speech) ? [Self.speech, "-w", "/dev/stdout", "--", text] : nil
    run(words, "espeak-ng", about: text, completion)
  }

  /// The stations of a playlist file.
  func stations(at url: String, completion: @escaping (Result<[QueueItem], Refusal>) -> Void) {
    run(program.map { [$0, "--list", url] }, "jukebox-fetch", about: url) { result in
      completion(
        result.flatMap { file in
          let bytes = (try? file.descriptor.bytes(Self.mostListBytes, at: 0)) ?? []
          let items = bytes.split(separator: 0x0A).prefix(QueueLimits.entries).compactMap(Self.item)
          guard !items.isEmpty else {
            return .failure(.failed(.nothingToPlay, "The playlist names no station: \(url)", about: url))
          }
          return .success(items)
        })
    }
  }

  /// The episodes of a podcast, the newest first.
  func podcast(at url: String, completion: @escaping (Result<ListedPodcast, Refusal>) -> Void) {
    run(program.map { [$0, "--feed", url] }, "jukebox-fetch", about: url) { result in
      completion(
        result.map { file in
          let bytes = (try? file.descriptor.bytes(Self.mostListBytes, at: 0)) ?? []
          var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
          let head = (lines.popFirst() ?? []).split(separator: 0x09, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
          }
          let title = head.first ?? ""
          var episodes = lines.prefix(PodcastFeed.mostEpisodes).compactMap(Self.episode)
          // Those without a date stand where the feed has them.
          if episodes.allSatisfy({ $0.published != nil }) {
            let newest = episodes.indices.sorted {
              (episodes[$1].published ?? 0, $0) < (episodes[$0].published ?? 0, $1)
            }
            episodes = newest.map { episodes[$0] }
          }
          var feed = ListedPodcast(
            url: url, title: title.isEmpty ? "Podcast" : title, episodes: episodes)
          feed.isDamaged = head.count > 1
          return feed
        })
    }
  }

  /// As `jukebox-fetch --feed` prints it.
  private static func episode(_ line: ArraySlice<UInt8>) -> ListedPodcast.Episode? {
    let fields = line.split(separator: 0x09, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count == 5, let track = TrackReference(url: fields[0]), fields[4].utf8.count <= 4096 else {
      return nil
    }
    var episode = ListedPodcast.Episode(track, identity: fields[4])
    episode.title = fields[1].isEmpty ? nil : fields[1]
    episode.published = Int64(fields[2])
    episode.length = Int64(fields[3]).map { .seconds($0) }
    return episode
  }

  static let isMissing = Refusal.failed(.notFetched, "jukebox-fetch is not installed")

  /// URL, tab, name.
  private static func item(_ line: ArraySlice<UInt8>) -> QueueItem? {
    let fields = line.split(separator: 0x09, maxSplits: 1, omittingEmptySubsequences: false)
    guard let url = fields.first.flatMap({ TrackReference(url: String(decoding: $0, as: UTF8.self)) }) else {
      return nil
    }
    let name = fields.count > 1 ? String(decoding: fields[1], as: UTF8.self) : ""
    return QueueItem(url, told: name.isEmpty ? [] : [SourceMetadata(.name, name)])
  }

  /// - Parameter words: nil where the program is not there.
  private func run(
    _ words: [String]?, _ name: String, about subject: String,
    _ completion: @escaping (Result<Fetched, Refusal>) -> Void
  ) {
    guard let words, HostFile.allows(words[0]) else {
      return completion(.failure(.failed(.notFetched, "\(name) is not installed", about: subject)))
    }
    do throws(SystemError) {
      let output = Fetched(try Descriptor.inMemory("fetched"))
      let errors = Fetched(try Descriptor.inMemory("reports"))
      var patience: EventLoop.Timer?
      let process = try Subprocess.startSource(
        words, output: output.descriptor, errors: errors.descriptor, loop: loop
      ) { [loop] status in
        if let patience { loop.cancel(patience) }
        if status == 0 { return completion(.success(output)) }
        let why = Self.reason((try? errors.descriptor.bytes(4096, at: 0)) ?? [])
        completion(.failure(.failed(.notFetched, "\(why): \(subject)", about: subject)))
      }
      patience = loop.schedule(after: Self.patience) {
        patience = nil
        process.kill()
      }
    } catch {
      completion(.failure(.system("\(name): \(error)")))
    }
  }

  private static func reason(_ reports: [UInt8]) -> String {
    for line in reports.split(separator: 0x0A) {
      switch StreamReport(line) {
      case .ended(.cut(let why)), .ended(.refused(let why)):
        return why.prefix(1).uppercased() + why.dropFirst()
      default: continue
      }
    }
    return "Nothing came within \(patience)"
  }
}
