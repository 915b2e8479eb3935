import Client
import JSON
import Linux
import Model

/// A thread that waits for changes of the jukebox on a connection of its own, for all visitors.
final class Follower: Sendable {
  /// Changes that are sent to the visitors' pages, as JSON.
  enum News: Sendable {
    /// A jukebox answers. `boot` is different each time.
    case came(boot: String)
    case state([UInt8])
    /// - Parameter isLibrary: whether the lists of the library may be different now.
    case changed([UInt8], isLibrary: Bool)
    case extra(Extra, [UInt8])
    case scan([UInt8])
    /// No jukebox answers.
    case away([UInt8])
  }

  /// Changes sent only to visitors who ask for them, since they cost the jukebox work: events, and subsystems of
  /// `idle`.
  enum Extra: String, CaseIterable, Sendable {
    case chord, record
  }

  private struct Wishes {
    var isStopped = false
    /// Whether the thread has ended.
    var isOver = false
    var extras: Set<Extra> = []
  }

  /// The position is sent this often while the music plays.
  private static let longestPlaying = Duration.seconds(30)
  private static let longestIdle = Duration.seconds(3600)
  private static let scanPeriod = Duration.seconds(1)
  /// So late another wish is noticed.
  private static let lookPeriod = Duration.milliseconds(500)
  private static let retryPeriod = Duration.seconds(1)

  private let address: Address
  private let wishes = Monitor(Wishes())
  private let post: @Sendable (News) -> Void

  /// - Parameter post: called in the thread.
  init(address: Address, post: @escaping @Sendable (News) -> Void) throws(SystemError) {
    self.address = address
    self.post = post
    _ = try Thread.start(name: "web follower", payload: self) { $0.run() }
  }

  /// - Returns: waits, in any other thread, until the thread has ended.
  func stop() -> @Sendable () -> Void {
    wishes.change { $0.isStopped = true }
    return { [wishes] in wishes.wait { $0.isOver ? .done(()) : .wait() } }
  }

  func setWanted(_ extras: Set<Extra>) { wishes.change { $0.extras = extras } }

  private func run() {
    var counters = Counters()
    defer { wishes.change { $0.isOver = true } }
    while !wishes.withLock({ $0.isStopped }) {
      do throws(Failure) {
        let role = Role(guest: .read)
        let connection = try Jukebox.connect(to: address, as: role).connection
        var following = Following(connection, post) {
          self.wishes.withLock { ($0.isStopped, $0.extras) }
        }
        try following.follow(&counters)
      } catch {
        let json = JSONWriter.text { writer in
          writer.object {
            $0.pair("key", "no-jukebox")
            $0.pair("text", error.description)
          }
        }
        post(.away(json))
      }
      // Also after a refusal, which would come again at once.
      let end = Instant.now() + Self.retryPeriod
      wishes.wait { $0.isStopped || Instant.now() >= end ? .done(()) : .wait(until: end) }
    }
  }

  /// How often each part changed.
  struct Counters {
    private static let parts = [
      "database", "playlists", "queue", "pads", "stickers", "outputs", "volumes", "analysis", "cards",
      "alarms", "family",
    ]
    private static let partsOfSubsystems = [
      "database": "database", "stored_playlist": "playlists", "playlist": "queue", "pad": "pads",
      "sticker": "stickers", "output": "outputs", "mount": "volumes", "neighbor": "volumes",
      "analysis": "analysis", "card": "cards", "alarm": "alarms", "family": "family",
    ]
    private var counts: [String: Int] = [:]

    /// - Returns: whether a part changed that is counted.
    mutating func count(_ subsystems: [String]) -> Bool {
      let changed = Set(subsystems.compactMap { Self.partsOfSubsystems[$0] })
      for part in changed { counts[part, default: 0] += 1 }
      return !changed.isEmpty
    }

    mutating func countAll() { for part in Self.parts { counts[part, default: 0] += 1 } }

    var json: [UInt8] {
      JSONWriter.text { writer in
        writer.object { writer in
          for part in Self.parts {
            writer.key(part)
            writer.integer(Int64(counts[part] ?? 0))
          }
        }
      }
    }
  }

  /// The work on one connection.
  private struct Following {
    private let connection: Connection
    private let post: @Sendable (News) -> Void
    private let wishes: () -> (isStopped: Bool, extras: Set<Extra>)
    private var isPlaying = false
    private var isScanning = false

    private static let subsystems = [
      "database", "stored_playlist", "playlist", "player", "mixer", "output", "options", "sticker", "update",
      "neighbor", "mount", "sleep", "pad", "analysis", "card",
      "alarm", "family",
    ]
    private static let ofState: Set = [
      "player", "mixer", "options", "sleep", "playlist", "output", "alarm", "family",
    ]
    private static let ofLibrary: Set = ["database", "mount", "neighbor"]

    init(
      _ connection: Connection, _ post: @escaping @Sendable (News) -> Void,
      wishes: @escaping () -> (isStopped: Bool, extras: Set<Extra>)
    ) {
      self.connection = connection
      self.post = post
      self.wishes = wishes
    }

    /// - Throws: when the connection is of no use any more. It returns if the follower is to stop.
    mutating func follow(_ counters: inout Counters) throws(Failure) {
      post(.came(boot: String(UInt64.random(in: .min ... .max), radix: 16)))
      counters.countAll()
      post(.changed(counters.json, isLibrary: true))
      try tellState()
      try tellScan()
      var before: Set<Extra> = []
      while true {
        let (isStopped, extras) = wishes()
        if isStopped { return }
        for extra in extras.subtracting(before) { try tell(extra) }
        before = extras
        let started = Instant.now()
        let changed = try changes(extras)
        if counters.count(changed) {
          post(.changed(counters.json, isLibrary: !Self.ofLibrary.isDisjoint(with: changed)))
        }
        let isOld = isPlaying && Instant.now() - started >= Follower.longestPlaying
        if isOld || !Self.ofState.isDisjoint(with: changed) { try tellState() }
        if isScanning || changed.contains("update") { try tellScan() }
        for extra in extras
        where changed.contains(extra.rawValue) || extra == .chord && changed.contains("player") {
          try tell(extra)
        }
      }
    }

    /// Waits for changes, or until it is time to look.
    private func changes(_ extras: Set<Extra>) throws(Failure) -> [String] {
      try connection.send(["idle"] + Self.subsystems + extras.map(\.rawValue).sorted())
      let longest =
        isScanning ? Follower.scanPeriod : isPlaying ? Follower.longestPlaying : Follower.longestIdle
      let end = Instant.now() + longest
      while try !connection.hasArrived(within: Follower.lookPeriod) {
        let (isStopped, wanted) = wishes()
        guard isStopped || wanted != extras || Instant.now() >= end else { continue }
        try connection.send(["noidle"])
        break
      }
      let changed = try connection.answer().values("changed")
      guard connection.isInStep else { throw .broken(connection.address) }
      return changed
    }

    private mutating func tellState() throws(Failure) {
      let status = try connection.ask("status")
      let song = try connection.ask("currentsong")
      isPlaying = status["state"] == "play"
      let json = JSONWriter.text { writer in
        writer.object { writer in
          writer.key("status")
          writer.object(of: status.pairs)
          writer.key("song")
          if song.pairs.isEmpty { writer.null() } else { writer.object(of: song.pairs) }
        }
      }
      post(.state(json))
    }

    private mutating func tellScan() throws(Failure) {
      let answer = try connection.ask("scan")
      isScanning = answer["updating_db"] != nil
      post(.scan(CommandAnswer.json(answer, of: "scan", isListing: true).json))
    }

    /// Sends an extra; an empty one if the jukebox refuses, as for a song without chords.
    private func tell(_ extra: Extra) throws(Failure) {
      var pairs: [Answer.Pair] = []
      do throws(Failure) {
        pairs = try connection.asked(extra == .chord ? ["currentchord"] : ["record", "status"]).pairs
      } catch {
        guard error.kind == .refused else { throw error }
      }
      post(.extra(extra, JSONWriter.text { $0.object(of: pairs) }))
    }
  }
}
