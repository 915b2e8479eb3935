import Control
import Interchange
import Library
import Linux
import Model
import Synchronization

/// Files that other programs bring whole into memory: from the network by `jukebox-fetch`, or as speech. Loop thread only.
final class Fetcher: StationFetching {
  private let loop: EventLoop
  /// nil where it is not installed.
  var program = ProcessImage.path(beside: "jukebox-fetch")

  var speech = "/usr/bin/espeak-ng"

  private var waiting: [Job] = []
  /// Those that run.
  private var running: [Kind] = []
  private let kept = Kept()

  /// A file in memory, with one owner.
  final class Fetched: Sendable {
    let descriptor: Descriptor
    private let kept: Kept
    private let bytes: Int

    fileprivate init(_ descriptor: consuming Descriptor, bytes: Int, _ kept: Kept) {
      (self.bytes, self.kept) = (bytes, kept)
      self.descriptor = descriptor
      kept.bytes.add(bytes, ordering: .relaxed)
    }

    deinit { kept.bytes.subtract(bytes, ordering: .relaxed) }
  }

  /// The bytes of all files that are still needed.
  fileprivate final class Kept: Sendable {
    let bytes = Atomic<Int>(0)
  }

  /// Kinds of fetched data. Their programs together, and the output of these, stay below half of the service's memory
  /// (MemoryMax of jukeboxd.service), beside those of two streams.
  private enum Kind {
    case sound, speech, list, feed

    /// Announcements come before lists and feeds.
    var isAnnounced: Bool { self == .sound || self == .speech }

    var limits: ProcessLimits {
      switch self {
      case .sound: ProcessLimits(fileBytes: Fetcher.mostBytes, memoryBytes: Fetcher.mostMemory)
      // The sound library of espeak-ng makes a shared memory of 64 MiB, of which it uses nothing; the text bounds the sound.
      case .speech: ProcessLimits(fileBytes: 5 * Fetcher.mostBytes, memoryBytes: Fetcher.mostMemory)
      case .list: ProcessLimits(fileBytes: Fetcher.mostListBytes, memoryBytes: Fetcher.mostMemory)
      case .feed: ProcessLimits(fileBytes: Fetcher.mostListBytes, memoryBytes: Fetcher.mostFeedMemory)
      }
    }
  }

  private struct Job {
    let kind: Kind
    /// The program's path and its arguments.
    let words: [String]
    let name: String
    let subject: String
    /// The URL, which may have a password; nil where there is none.
    let secret: String?
    let completion: (Result<Fetched, Refusal>) -> Void
  }

  /// Limit of an announcement.
  static let mostBytes = 16 << 20
  /// Memory limits of programs in bytes; a feed of the largest size takes 40 MiB.
  static let mostMemory = 32 << 20
  private static let mostFeedMemory = 64 << 20
  /// Programs at a time; of those one reads a feed.
  private static let mostRunning = 3
  private static let mostWaiting = 32
  /// Limit of files that are still needed: announcements wait for their turn.
  private static let mostKept = 24 << 20
  /// Server and speech get this time.
  private static let patience = Duration.seconds(60)
  private static let mostListBytes = 4 << 20

  init(loop: EventLoop) { self.loop = loop }

  /// - Parameter completion: gets the file, from its beginning, or why it could not be had.
  func fetch(_ url: String, completion: @escaping (Result<Fetched, Refusal>) -> Void) {
    fetch(.sound, ["--whole", "\(Self.mostBytes)"], url, completion)
  }

  /// Speaks a text.
  func speak(_ text: String, completion: @escaping (Result<Fetched, Refusal>) -> Void) {
    let words = HostFile.allows(speech) ? [speech, "-w", "/dev/stdout", "--", text] : nil
    run(.speech, words, "espeak-ng", about: text, completion)
  }

  private func fetch(
    _ kind: Kind, _ options: [String], _ url: String,
    _ completion: @escaping (Result<Fetched, Refusal>) -> Void
  ) {
    let words = program.map { [$0] + options + ["--url-from", "3"] }
    run(kind, words, "jukebox-fetch", about: url.withoutCredentials, secret: url, completion)
  }

  /// The stations of a playlist file.
  @discardableResult
  func stations(at url: String, completion: @escaping Completion<[QueueItem]>) -> Query {
    fetch(.list, ["--list"], url) { result in
      completion(
        result.flatMap { file in
          let bytes = (try? file.descriptor.bytes(Self.mostListBytes, at: 0)) ?? []
          let items = bytes.split(separator: 0x0A).prefix(QueueLimits.entries).compactMap(Self.item)
          guard !items.isEmpty else {
            let shown = url.withoutCredentials
            return .failure(.failed(.nothingToPlay, "The playlist names no station: \(shown)", about: shown))
          }
          return .success(items)
        })
    }
    return .done
  }

  /// The episodes of a podcast, the newest first, as `jukebox-fetch` puts them.
  func podcast(at url: String, completion: @escaping (Result<ListedPodcast, Refusal>) -> Void) {
    fetch(.feed, ["--feed"], url) { result in
      completion(
        result.map { file in
          let bytes = (try? file.descriptor.bytes(Self.mostListBytes, at: 0)) ?? []
          var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
          let head = (lines.popFirst() ?? []).split(separator: 0x09, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
          }
          let title = head.first ?? ""
          let episodes = lines.prefix(PodcastFeed.mostEpisodes).compactMap(Self.episode)
          var feed = ListedPodcast(
            url: url, title: title.isEmpty ? "Podcast" : title, episodes: episodes)
          feed.isDamaged = head.count > 1 && !head[1].isEmpty
          feed.picture = head.count > 2 && !head[2].isEmpty ? head[2] : nil
          return feed
        })
    }
  }

  /// The picture of a podcast, if it is as small as those of playlists are.
  func picture(at url: String, completion: @escaping ([UInt8]?) -> Void) {
    let most = PlaylistField.mostCoverBytes
    fetch(.list, ["--whole", "\(most)"], url) { result in
      completion((try? result.get()).flatMap { try? $0.descriptor.bytes(most, at: 0) })
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
    _ kind: Kind, _ words: [String]?, _ name: String, about subject: String, secret: String? = nil,
    _ completion: @escaping (Result<Fetched, Refusal>) -> Void
  ) {
    guard let words, HostFile.allows(words[0]) else {
      return completion(.failure(.failed(.notFetched, "\(name) is not installed", about: subject)))
    }
    guard waiting.count < Self.mostWaiting, kept.bytes.load(ordering: .relaxed) < Self.mostKept else {
      let why = "Too much is being fetched: try again soon"
      return completion(.failure(.failed(.limitReached, why, about: subject)))
    }
    let job = Job(
      kind: kind, words: words, name: name, subject: subject, secret: secret, completion: completion)
    // Somebody stands before an announcement.
    if kind.isAnnounced {
      waiting.insert(job, at: waiting.firstIndex { !$0.kind.isAnnounced } ?? waiting.endIndex)
    } else {
      waiting.append(job)
    }
    startNext()
  }

  private func startNext() {
    while running.count < Self.mostRunning,
      let place = waiting.firstIndex(where: { $0.kind != .feed || !running.contains(.feed) })
    {
      start(waiting.remove(at: place))
    }
  }

  private func start(_ job: Job) {
    running.append(job.kind)
    func end(_ result: Result<Fetched, Refusal>) {
      if let place = running.firstIndex(of: job.kind) { running.remove(at: place) }
      job.completion(result)
      startNext()
    }
    do throws(SystemError) {
      let output = MemoryFile(try Descriptor.inMemory("fetched"))
      let errors = MemoryFile(try Descriptor.inMemory("reports"))
      var patience: EventLoop.Timer?
      let process = try Subprocess.startSource(
        job.words, secret: job.secret, output: output.descriptor, errors: errors.descriptor,
        limits: job.kind.limits, loop: loop
      ) { [self] status in
        if let patience { loop.cancel(patience) }
        guard status == 0, let size = try? output.descriptor.status().size,
          let file = try? output.descriptor.duplicate()
        else {
          let isLate = patience == nil
          let why = Self.reason((try? errors.descriptor.bytes(4096, at: 0)) ?? [], status, isLate: isLate)
          return end(.failure(.failed(.notFetched, "\(why): \(job.subject)", about: job.subject)))
        }
        end(.success(Fetched(file, bytes: Int(size), kept)))
      }
      patience = loop.schedule(after: Self.patience) {
        patience = nil
        process.kill()
      }
    } catch {
      end(.failure(Refusal(system: error, job.name)))
    }
  }

  /// Until it is known how long it is.
  private final class MemoryFile {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  /// - Parameter isLate: it was ended for the time that it took; the kernel may have ended it for its memory instead.
  private static func reason(_ reports: [UInt8], _ status: Int32, isLate: Bool) -> String {
    for line in reports.split(separator: 0x0A) {
      switch StreamReport(line) {
      case .ended(.cut(let why)), .ended(.refused(let why)):
        return why.prefix(1).uppercased() + why.dropFirst()
      default: continue
      }
    }
    switch status {
    case _ where isLate: return "Nothing came within \(patience)"
    case ProcessLimits.statusOfTooLongFile: return "The answer is too long"
    case 128...: return "The answer takes too much memory"
    default: return "Nothing came"
    }
  }
}
