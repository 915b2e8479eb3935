import Client
import Compression
import JSON
import Model
import NIOHTTP1

/// The connections of one thread to the jukebox, and what the thread asks over them.
struct Jukebox: ~Copyable {
  private let address: Address
  /// The connection that was used last stands last.
  private var connections: [(role: Role, connection: Connection)] = []
  /// The commands that need no other permission than `read`.
  private var listings: Set<String> = []

  /// More are closed: the jukebox takes 32 clients in all.
  private static let mostConnections = 3
  /// As text; its JSON and what it is made of take six times as much memory.
  static let longestAnswer = 4 << 20

  private let turn: LongAnswers.Turn

  init(at address: Address, _ longAnswers: LongAnswers) {
    self.address = address
    turn = LongAnswers.Turn(longAnswers)
  }

  /// Answers a question. It blocks until the jukebox has answered.
  mutating func answer(_ question: Question, as role: Role) -> Response {
    defer { turn.giveBack() }
    do throws(Failure) {
      switch question {
      case .command(let words): return try command(words, role)
      case .list(let list): return try self.list(list, role)
      case .index(let index): return try self.index(index, role)
      case .picture(let words, let version): return try picture(words, version, role)
      case .wave(let uri, let points): return try wave(uri, points, role)
      case .padWave(let id, let points): return try padWave(id, points, role)
      case .uploadState(let file):
        return try ask(role) { connection throws(Failure) in try Upload.state(file, connection) }
      case .uploadStop(let file):
        return try ask(role) { connection throws(Failure) in try Upload.stop(file, connection) }
      case .upload(let stream):
        // The next file may come much later, and the jukebox takes few clients: the connections are closed.
        defer { connections = [] }
        return try ask(role) { connection throws(Failure) in try Upload.send(stream, connection) }
      case .mix(let job, let offset):
        return try ask(role) { connection throws(Failure) in try Self.mix(job, offset, connection) }
      case .login(let password, let machine):
        return try Self.login(
          password, of: machine, over: try Connection(to: Target(address: address, password: nil)))
      case .health:
        _ = try ask(role) { connection throws(Failure) in try connection.ask("ping") }
        return health(isThere: true)
      }
    } catch {
      if question == .health { return health(isThere: false) }
      if case .list = question { return Response(error, isList: true) }
      return Response(error)
    }
  }

  // MARK: Connections

  /// Asks over the connection of a role. One that fails, or gets out of step, is closed.
  private mutating func ask<Value>(
    _ role: Role, _ body: (Connection) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let connection = try connection(for: role)
    do throws(Failure) {
      let value = try body(connection)
      if !connection.isInStep { forget(connection) }
      return value
    } catch {
      if error.kind != .refused || !connection.isInStep { forget(connection) }
      throw error
    }
  }

  private mutating func connection(for role: Role) throws(Failure) -> Connection {
    if let place = connections.firstIndex(where: { $0.role == role }) {
      let known = connections.remove(at: place)
      // The jukebox may have been restarted since the last question.
      if known.connection.isInStep {
        connections.append(known)
        return known.connection
      }
      connections = []
      listings = []
    }
    let (connection, listings) = try Self.connect(to: address, as: role)
    connection.onLongAnswer = { [turn] in turn.take() }
    self.listings = listings ?? self.listings
    if self.listings.isEmpty {
      self.listings = try Self.connect(to: address, as: role.looking).listings ?? []
    }
    if connections.count == Self.mostConnections { connections.removeFirst() }
    connections.append((role, connection))
    return connection
  }

  private mutating func forget(_ connection: Connection) {
    connections.removeAll { $0.connection === connection }
  }

  /// A new connection that keeps the permissions of the role alone.
  /// - Returns: with the commands that need no other permission than `read`, if the role has no other.
  static func connect(
    to address: Address, as role: Role
  ) throws(Failure) -> (connection: Connection, listings: Set<String>?) {
    let connection = try Connection(to: Target(address: address, password: nil))
    if let password = role.password { try give(password, of: ownName, to: connection) }
    connection.longestAnswer = longestAnswer
    guard role.permissions != .all else { return (connection, nil) }
    // A jukebox that does not know the command leaves the connection with more than the role has.
    do throws(Failure) {
      let words = role.permissions.description.split(separator: ",").map(String.init)
      _ = try connection.asked(["restrict"] + words)
    } catch  where error.kind == .refused {
      throw Failure(
        kind: .unreachable,
        description: "The jukebox is older than jukebox-web: restart it (`systemctl restart jukeboxd`).")
    }
    if let guest = role.guest { try connection.ask("guest", guest) }
    guard role.permissions == .read else { return (connection, nil) }
    return (connection, Set(try connection.ask("commands").values("command")))
  }

  /// For whom passwords are given that the jukebox has taken before.
  static let ownName = "jukebox-web"

  /// The jukebox counts the wrong passwords of each visitor, and delays no answer to this program.
  private static func give(
    _ password: String, of machine: String, to connection: Connection
  ) throws(Failure) {
    try connection.ask("password", password, machine)
  }

  private static func login(
    _ password: String, of machine: String, over connection: Connection
  ) throws(Failure) -> Response {
    do throws(Failure) {
      try give(password, of: machine, to: connection)
      return Response()
    } catch {
      guard let refusal = error.refusal, refusal.key == .limitReached else { throw error }
      return .tooMany(after: .seconds(refusal.subject.flatMap { Int($0) } ?? 1))
    }
  }

  // MARK: Commands

  private mutating func command(_ words: [String], _ role: Role) throws(Failure) -> Response {
    let name = words.first ?? ""
    let answer = try ask(role) { connection throws(Failure) in try connection.asked(words) }
    let (json, total) = CommandAnswer.json(answer, of: name, isListing: listings.contains(name))
    return .json(json, headers: total.map { [("X-Total", $0)] } ?? [])
  }

  private mutating func list(_ list: [[String]], _ role: Role) throws(Failure) -> Response {
    let answers = try ask(role) { connection throws(Failure) in try connection.asked(list: list) }
    let json = JSONWriter.text { writer in
      writer.array { writer in
        for (words, answer) in zip(list, answers) {
          let name = words.first ?? ""
          writer.raw(CommandAnswer.json(answer, of: name, isListing: listings.contains(name)).json)
        }
      }
    }
    return .json(json)
  }

  private func health(isThere: Bool) -> Response {
    let json = JSONWriter.text {
      $0.object { writer in
        writer.pair("jukebox", isThere ? "yes" : "no")
        writer.pair("version", ProgramVersion.current)
      }
    }
    return .json(json, isThere ? .ok : .serviceUnavailable)
  }

  // MARK: Resources

  private mutating func index(_ index: Question.Index, _ role: Role) throws(Failure) -> Response {
    let answer = try ask(role) { connection throws(Failure) in
      try connection.ask("browse", index.rawValue)
    }
    let json = IndexTable.json(answer)
    return Response(
      headers: [
        ("Content-Type", "application/json"), ("Cache-Control", "no-cache"),
        ("ETag", "W/\"\(ContentHash.of(json))\""),
      ], body: json, compressed: Gzip.compressed(json))
  }

  private mutating func picture(
    _ words: [String], _ version: String?, _ role: Role
  ) throws(Failure) -> Response {
    let bytes = try ask(role) { connection throws(Failure) in try connection.bytes(of: words) }
    let caching = ("Cache-Control", version == nil ? "no-cache" : Response.immutable)
    guard let bytes, let type = PictureType.name(of: bytes) else {
      return Response(status: .noContent, headers: [caching])
    }
    return Response(
      headers: [("Content-Type", type), ("ETag", "W/\"\(ContentHash.of(bytes))\""), caching], body: bytes)
  }

  private mutating func wave(_ uri: String, _ points: Int, _ role: Role) throws(Failure) -> Response {
    let answer: Answer
    do throws(Failure) {
      answer = try ask(role) { connection throws(Failure) in
        try connection.ask("waveform", uri, String(points))
      }
    } catch {
      if error.refusal?.key == .noAnalysis { return .empty }
      throw error
    }
    return wave(WaveformPoint.all(answer).flatMap { $0.peak + $0.rms })
  }

  private mutating func padWave(_ id: String, _ points: Int, _ role: Role) throws(Failure) -> Response {
    let answer = try ask(role) { connection throws(Failure) in
      try connection.ask("padwaveform", id, String(points))
    }
    return wave(answer.values("peak").compactMap(Double.init))
  }

  /// Bytes of a mix that are asked for at a time.
  private static let mixBytes = 64 * 1024

  private static func mix(_ job: Int, _ offset: Int, _ connection: Connection) throws(Failure) -> Response {
    var headers: [(String, String)] = []
    if offset == 0 {
      let status = try connection.ask("renderstatus", String(job))
      guard let size = status.integer("bytes") else {
        return .refusal(.conflict, "not-found", "The mix is not finished.", about: String(job))
      }
      headers = [("Content-Length", String(size))]
    }
    try connection.ask("binarylimit", String(mixBytes))
    return Response(
      headers: headers, body: try connection.ask("renderread", String(job), String(offset)).binary)
  }

  /// A byte for each level, on a scale on which quiet sounds can be seen.
  private func wave(_ levels: [Double]) -> Response {
    let bytes = levels.map { UInt8(($0.clamped(to: 0...1).squareRoot() * 255).rounded()) }
    return Response(
      headers: [
        ("Content-Type", "application/octet-stream"), ("Cache-Control", "no-cache"),
        ("ETag", "W/\"\(ContentHash.of(bytes))\""),
      ], body: bytes)
  }
}

extension Response {
  /// For addresses whose content never changes.
  static let immutable = "public, max-age=31536000, immutable"
}

extension Double {
  /// Clamps to the range; NaN becomes the lower bound.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
