import JSON
import Linux
import Model
import NIOCore
import NIOHTTP1

/// Decides what each request means. Loop thread only.
final class Gateway {
  /// The handling of a request.
  enum Reply {
    case response(Response)
    /// A stream of events for a visitor with this role.
    case events(Role, Set<Follower.Extra>)
    /// A finished mix under a name, in parts that `part` asks for.
    case mix(job: Int, name: String, Role)
    /// The body is a file, or a part of one, and is sent to the jukebox by `send`. It is known at once.
    case upload(UploadFile, Range<Int>)
  }

  private let page: PageFolder?
  private let check: RequestCheck
  /// The role of a visitor without a password; nil: nothing is permitted.
  private let guests: Role?
  private let workers: WorkerGroups
  private let admission: Admission
  private let sessions: Sessions
  private let logins: Logins

  /// Commands in one list.
  private static let mostCommands = 500
  private static let mostPoints = 2000

  /// The state of the library, for answers that are kept; nil if changes would not be noticed.
  private let library: () -> Int?
  private var indexes: [Question.Index: (library: Int, response: Response)] = [:]

  init(
    page: PageFolder?, check: RequestCheck, guests: Role?, workers: WorkerGroups, admission: Admission,
    sessions: Sessions, logins: Logins, library: @escaping () -> Int?
  ) {
    self.page = page
    self.check = check
    self.guests = guests
    self.workers = workers
    self.admission = admission
    self.sessions = sessions
    self.logins = logins
    self.library = library
  }

  /// - Parameters:
  ///   - machine: the visitor's, for the limits.
  ///   - then: called once, now or later.
  func answer(_ request: Request, from machine: String, at now: Instant, then: @escaping (Reply) -> Void) {
    func respond(_ response: Response) { then(.response(response)) }
    if let refusal = check.refusal(of: request) { return respond(refusal) }
    guard let target = RequestTarget(request.target), let place = target.names.first else {
      return respond(.badRequest)
    }
    let route = Route(place)
    guard !route.isCounted || admission.request(machine, at: now) else {
      return respond(.tooMany(after: .seconds(1)))
    }
    if route.isOpen { return answer(openly: request, target, route, from: machine, at: now, then: respond) }
    // The body of a file waits for nothing: who sends it is asked by `send`.
    if request.method == .PUT, route == .upload {
      switch Self.file(request, target) {
      case .failure(let response): return respond(response)
      case .success(let (file, range)): return then(.upload(file, range))
      }
    }
    identify(request, from: machine, at: now) { [weak self] visitor in
      switch visitor {
      case .refused(let response): respond(response)
      case .known(let role): self?.answer(request, target, route, as: role, from: machine, then: then)
      }
    }
  }

  /// Answers a route that is open to everybody.
  private func answer(
    openly request: Request, _ target: RequestTarget, _ route: Route, from machine: String, at now: Instant,
    then: @escaping (Response) -> Void
  ) {
    switch route {
    case .login: login(request, from: machine, at: now, then: then)
    case .health: health(request, target, from: machine, then: then)
    default:
      guard request.isReading else { return then(.notAllowed("GET, HEAD")) }
      then(page?.response(to: target.names) ?? .notFound)
    }
  }

  /// Answers a permitted guest, or a visitor whose password is right.
  private func answer(
    _ request: Request, _ target: RequestTarget, _ route: Route, as role: Role, from machine: String,
    then: @escaping (Reply) -> Void
  ) {
    func respond(_ response: Response) { then(.response(response)) }
    switch route {
    case .events:
      guard target.names.count == 1 else { return respond(.notFound) }
      guard request.method == .GET else { return respond(.notAllowed("GET")) }
      guard admission.listeners < Admission.mostListeners else { return respond(.tooManyListeners) }
      return then(.events(role, Set(Follower.Extra.allCases.filter { target.query[$0.rawValue] != nil })))
    case .render:
      guard request.method == .GET else { return respond(.notAllowed("GET")) }
      guard target.names.count == 3, let job = Int(target.names[1]) else { return respond(.notFound) }
      return then(.mix(job: job, name: target.names[2], role))
    case .api, .index, .cover, .wave, .upload, .login, .health, .page: break
    }
    switch question(request, target, route) {
    case .failure(let response): respond(response)
    case .success(.index(let index)): self.index(index, role, request, from: machine, then: respond)
    case .success(let question):
      let isReading = request.isReading
      // The origin of a file is shown only to those who may send it.
      let isLooking = if case .uploadState = question { false } else { isReading }
      workers.workers(for: question, isReading: isReading).ask(
        question, as: isLooking ? role.looking : role, isReading: isReading, for: machine, then: respond)
    }
  }

  /// Has the jukebox take a file.
  func send(
    _ stream: UploadStream, of request: Request, from machine: String, at now: Instant,
    then: @escaping (Response) -> Void
  ) {
    identify(request, from: machine, at: now) { [weak self] visitor in
      switch visitor {
      case .refused(let response): then(response)
      case .known(let role):
        self?.workers.uploads.ask(.upload(stream), as: role, isReading: false, for: machine, then: then)
      }
    }
  }

  /// Bytes of a mix.
  func part(
    of job: Int, from offset: Int, as role: Role, to machine: String, then: @escaping (Response) -> Void
  ) {
    workers.general.ask(.mix(job: job, offset: offset), as: role, isReading: true, for: machine, then: then)
  }

  // MARK: Questions

  private enum Reading<Success> {
    case success(Success)
    case failure(Response)
  }

  private func question(
    _ request: Request, _ target: RequestTarget, _ route: Route
  ) -> Reading<Question> {
    let names = Array(target.names.dropFirst())
    switch route {
    case .api: return command(request, names)
    case .upload:
      guard request.isReading || request.method == .DELETE else {
        return .failure(.notAllowed("GET, HEAD, PUT, DELETE"))
      }
      guard names.count > 1, let size = target.query["size"].flatMap({ Int($0) }), size > 0 else {
        return .failure(.badRequest)
      }
      let file = UploadFile(volume: names[0], path: names[1...].joined(separator: "/"), size: size)
      return .success(request.isReading ? .uploadState(file) : .uploadStop(file))
    case _ where !request.isReading: return .failure(.notAllowed("GET, HEAD"))
    case .index:
      guard names.count == 1, let index = Question.Index(rawValue: names[0]) else {
        return .failure(.notFound)
      }
      return .success(.index(index))
    case .cover:
      if names.count == 2, names[0] == "playlist" {
        return .success(.picture(["playlistcover", names[1]], version: target.query["v"]))
      }
      guard let size = target.query["size"] else {
        return .success(.picture(["readpicture", Self.uri(names)], version: target.query["v"]))
      }
      guard let side = Int(size).flatMap({ ThumbnailSide(rawValue: $0) }) else {
        return .failure(.badRequest)
      }
      return .success(
        .picture(["thumbnail", Self.uri(names), "\(side.rawValue)"], version: target.query["v"]))
    case .wave:
      let points = target.query["n"].map { Int($0) ?? 0 }
      guard (1...Self.mostPoints).contains(points ?? 1) else { return .failure(.badRequest) }
      if names.count == 2, names[0] == "pad" {
        return .success(.padWave(id: names[1], points: min(points ?? 100, 1000)))
      }
      // A stream has none.
      if Self.uri(names).utf8.firstOccurrence(of: "://".utf8) != nil { return .failure(.empty) }
      return .success(.wave(uri: Self.uri(names), points: points ?? 200))
    case .events, .render, .login, .health, .page: return .failure(.notFound)
    }
  }

  /// The file that a request sends, and which bytes of it.
  private static func file(
    _ request: Request, _ target: RequestTarget
  ) -> Reading<(UploadFile, Range<Int>)> {
    let names = target.names.dropFirst()
    guard let volume = names.first, names.count > 1 else { return .failure(.notFound) }
    guard let length = request.header("content-length").flatMap({ Int($0) }) else {
      return .failure(
        .refusal(.lengthRequired, "bad-request", "The length of the file is missing: Content-Length."))
    }
    let range = request.header("content-range").map { ContentRange($0) } ?? ContentRange(whole: length)
    guard let range, range.bytes.count == length, length > 0 else { return .failure(.badRequest) }
    let path = names.dropFirst().joined(separator: "/")
    return .success((UploadFile(volume: volume, path: path, size: range.size), range.bytes))
  }

  /// The path of a song: `song/` may stand before it, so that none looks like the name of a playlist or a pad.
  private static func uri(_ names: [String]) -> String {
    (names.first == "song" && names.count > 1 ? names.dropFirst() : names[...]).joined(separator: "/")
  }

  private func command(_ request: Request, _ names: [String]) -> Reading<Question> {
    guard request.isReading || request.method == .POST else {
      return .failure(.notAllowed("GET, HEAD, POST"))
    }
    let body = request.body.isEmpty ? nil : JSONValue(request.body)
    guard request.body.isEmpty || body != nil, !request.isReading || body == nil else {
      return .failure(.badRequest)
    }
    if names == ["batch"] {
      guard request.method == .POST else { return .failure(.notAllowed("POST")) }
      guard let list = body?.rows, !list.isEmpty, list.count <= Self.mostCommands else {
        return .failure(.badRequest)
      }
      for words in list {
        if let refusal = Self.refusal(of: words, isAlone: false) { return .failure(refusal) }
      }
      return .success(.list(list))
    }
    guard let further = body == nil ? [] : body?.texts else { return .failure(.badRequest) }
    let words = names + further
    if let refusal = Self.refusal(of: words, isAlone: true) { return .failure(refusal) }
    return .success(.command(words))
  }

  private static func refusal(of words: [String], isAlone: Bool) -> Response? {
    guard let name = words.first, !name.isEmpty,
      name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }),
      words.allSatisfy(RequestTarget.isWord)
    else { return .badRequest }
    if CommandAnswer.refused.contains(name) || isAlone && CommandAnswer.refusedAlone.contains(name) {
      return .refusal(.forbidden, "not-here", "This command is not for HTTP.", about: name)
    }
    return nil
  }

  /// Compressed lists are kept until the library changes.
  private func index(
    _ index: Question.Index, _ role: Role, _ request: Request, from machine: String,
    then: @escaping (Response) -> Void
  ) {
    let number = library()
    if let kept = indexes[index], kept.library == number, request.acceptsGzip { return then(kept.response) }
    workers.general.ask(.index(index), as: role.looking, isReading: true, for: machine) { response in
      if response.status == .ok, response.compressed != nil, let number {
        var kept = response
        kept.body = ByteBuffer()
        kept.parcel = nil
        self.indexes[index] = (number, kept)
      }
      then(response)
    }
  }

  // MARK: Visitors

  private enum Visitor {
    case known(Role)
    case refused(Response)
  }

  /// Finds the sender's role. A password in the request is checked first.
  private func identify(
    _ request: Request, from machine: String, at now: Instant, then: @escaping (Visitor) -> Void
  ) {
    if let password = request.bearer {
      return logins.check(password, from: machine, at: now) { outcome in
        switch outcome {
        case .right: then(.known(Role(proven: password)))
        case .refused(let response): then(.refused(response))
        }
      }
    }
    let asGuest = guests.map { Visitor.known($0.named(request.guest ?? machine)) } ?? .refused(.loginNeeded)
    guard let token = request.sessions.first, let password = sessions.password(of: token) else {
      return then(asGuest)
    }
    logins.check(session: password, from: machine, at: now) { [weak self] outcome in
      switch outcome {
      case .right: then(.known(Role(proven: password)))
      case .refused(let response):
        guard response.status == .unauthorized else { return then(.refused(response)) }
        self?.sessions.end(token)
        then(asGuest)
      }
    }
  }

  /// Has the jukebox look again at a password whose visitor only listens.
  func check(listening role: Role, at now: Instant) {
    guard let password = role.password else { return }
    logins.check(session: password, from: Jukebox.ownName, at: now) { _ in }
  }

  private func login(
    _ request: Request, from machine: String, at now: Instant, then: @escaping (Response) -> Void
  ) {
    if request.method == .DELETE {
      for token in request.sessions { sessions.end(token) }
      let name = guests?.name ?? "off"
      return then(
        .json(
          JSONWriter.text { $0.object { $0.pair("role", name) } },
          headers: request.sessionCookies.map { ("Set-Cookie", Self.cookie($0, "", seconds: 0)) }))
    }
    guard request.method == .POST else { return then(.notAllowed("POST, DELETE")) }
    guard case .object(let fields) = JSONValue(request.body),
      let password = fields["password"]?.text,
      RequestTarget.isWord(password), !password.isEmpty
    else { return then(.badRequest) }
    logins.check(password, from: machine, at: now) { [weak self] outcome in
      switch outcome {
      case .refused(let response): then(response)
      case .right:
        guard let self else { return }
        let name = Role(proven: password).name
        then(
          .json(
            JSONWriter.text { $0.object { $0.pair("role", name) } },
            headers: request.sessionCookies.prefix(1).map {
              ("Set-Cookie", Self.cookie($0, self.sessions.begin(password), seconds: Sessions.longest))
            }))
      }
    }
  }

  private static func cookie(_ name: String, _ value: String, seconds: Int64) -> String {
    "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (name == Sessions.secureCookie ? "; Secure" : "")
  }

  private func health(
    _ request: Request, _ target: RequestTarget, from machine: String, then: @escaping (Response) -> Void
  ) {
    guard request.isReading else { return then(.notAllowed("GET, HEAD")) }
    guard target.names.count == 1 else { return then(.notFound) }
    workers.brief.ask(.health, as: Role(guest: .read), isReading: true, for: machine, then: then)
  }
}

extension Request {
  /// Names of the cookies that a login may have; the first is that of a new one.
  fileprivate var sessionCookies: [String] {
    isEncrypted ? [Sessions.secureCookie, Sessions.cookie] : [Sessions.cookie]
  }

  /// The values of these cookies.
  fileprivate var sessions: [String] { sessionCookies.compactMap { cookie($0) } }

  /// The name that a guest has chosen, percent-encoded; nil if there is none that the jukebox takes.
  fileprivate var guest: String? {
    header("jukebox-guest").flatMap { RequestTarget("/\($0)")?.names.first }.flatMap {
      PartyRules.isName($0) ? $0 : nil
    }
  }

  /// The password of `Authorization: Bearer` (RFC 6750, 2.1).
  fileprivate var bearer: String? {
    guard let parts = header("authorization")?.split(separator: " ", maxSplits: 1), parts.count == 2,
      parts[0].lowercased() == "bearer", RequestTarget.isWord(String(parts[1]))
    else { return nil }
    return String(parts[1])
  }
}

extension Response {
  /// A refusal of a machine that may try again after `wait`, which is rounded up to whole seconds.
  static func tooMany(after wait: Duration) -> Response {
    let seconds = String(max(1, (wait.nanoseconds + 999_999_999) / 1_000_000_000))
    var response = refusal(
      .tooManyRequests, "too-many", "Too many requests. Try again in \(seconds) s.", about: seconds)
    response.headers.append(("Retry-After", seconds))
    return response
  }

  static let tooManyListeners = tooMany(after: .seconds(10))

  static let loginNeeded = Response.refusal(.unauthorized, "login", "Give a password first.")

  static func notAllowed(_ methods: String) -> Response {
    var response = refusal(.methodNotAllowed, "not-allowed", "This address has no such method.")
    response.headers.append(("Allow", methods))
    return response
  }
}
