import Model

/// One running command of a client: its arguments, its answer so far, and what it waits for. Loop thread only.
final class Call {
  let client: Client
  let name: String
  /// The words of the line, and what followed it where the command takes bytes.
  private var request: (arguments: Arguments, bytes: [UInt8]) = (Arguments(words: []), [])
  private var command: Command?
  /// The names among the arguments that may be written otherwise; nil once they were looked for.
  private var spelling: NameSpelling?
  private(set) var ending: Ending?

  private var query: Query?
  /// The next step, taken as soon as there is room for output.
  private var step: (() throws(CommandError) -> Answer)?
  /// Counts what was waited for: an answer to something older is dropped.
  private var waits = 0
  private var isCancelled = false
  /// The answer to a client that sends nothing more during a pause.
  private var pauseRefusal: CommandError?

  enum Ending {
    case success
    case failure(CommandError)
  }

  init(client: Client, name: String) {
    self.client = client
    self.name = name
  }

  /// Whether the command exists: its name then stands in an ACK.
  var isKnown: Bool { command != nil }
  /// Whether the command ends when its client has disconnected, though it changes something.
  var endsWithClient = false
  /// Whether the command only asks, and changes nothing.
  var isQuestion: Bool { command.map { Permissions.read.isSuperset(of: $0.permission) } ?? true }

  /// Whether the command adds to the queue, and the client may.
  var isAdding: Bool { command?.permission == .add && client.permissions.isSuperset(of: .add) }

  var arguments: Arguments { request.arguments }
  var bytes: [UInt8] { request.bytes }
  var hub: Hub { client.hub }
  var backend: Backend { client.hub.backend }

  // MARK: For the client

  func begin(_ arguments: Arguments, bytes: [UInt8] = []) {
    request = (arguments, bytes)
    attempt { () throws(CommandError) in
      guard let command = self.hub.commands[self.name] else {
        throw CommandError(.unknown, "unknown command \"\(self.name)\"")
      }
      self.command = command
      try self.require(command.permission)
      try command.check(arguments)
      self.spelling = NameSpelling(arguments.words)
      let answer = try command.run(self)
      self.client.speech.follow(self)
      return answer
    }
  }

  /// Refuses the command where the client lacks `permission`: that of the command, or more for some of its arguments.
  func require(_ permission: Permissions) throws(CommandError) {
    guard client.permissions.isSuperset(of: permission) else {
      throw CommandError(.permission, "you don't have permission for \"\(name)\"")
    }
    if !Permissions.read.isSuperset(of: permission) { backend.playback.noteAsked() }
  }

  /// - Returns: whether anything was done.
  func advance() -> Bool {
    if ending != nil { return true }
    guard let step else { return false }
    self.step = nil
    attempt(step)
    return true
  }

  func fail(_ error: CommandError) {
    if ending == nil { ending = .failure(error) }
  }

  func cancel() {
    isCancelled = true
    step = nil
    query?.cancel()
    query = nil
  }

  // MARK: For commands

  /// Suspends the client until `start`'s completion is called, then continues with `then`.
  func wait<Value>(
    for start: (@escaping (Value) -> Void) -> Query, then: @escaping (Value) throws(CommandError) -> Answer
  ) -> Answer {
    waits += 1
    let wait = waits
    let query = start { [weak self] value in
      guard let self, !isCancelled, wait == waits, ending == nil else { return }
      waits += 1
      self.query = nil
      step = { () throws(CommandError) in try then(value) }
      client.resume()
    }
    if wait == waits { self.query = query }
    return .later
  }

  /// Continues with `then` after a while; at once with `refusal` if the client sends nothing more, so that one that has left
  /// takes no place and no turn.
  func pause(
    _ delay: Duration, refusal: CommandError,
    by later: (Duration, @escaping () -> Void) -> Query, then: @escaping () throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    if client.peer.hasFinished || client.peer.hasEnded { throw refusal }
    pauseRefusal = refusal
    return wait(for: { done in later(delay) { done(()) } }) { [weak self] (_: Void) throws(CommandError) in
      self?.pauseRefusal = nil
      return try then()
    }
  }

  func giveUpPause() {
    guard let pauseRefusal else { return }
    query?.cancel()
    query = nil
    fail(pauseRefusal)
  }

  /// As `wait` for something that can be refused.
  func wait<Value>(
    for start: (@escaping Completion<Value>) -> Query,
    otherwise: @escaping (Refusal) -> CommandError = \.commandError,
    then: @escaping (Value) throws(CommandError) -> Answer
  ) -> Answer {
    wait(for: start) { (result: Result<Value, Refusal>) throws(CommandError) in
      switch result {
      case .success(let value): return try then(value)
      case .failure(let refusal): throw otherwise(refusal)
      }
    }
  }

  /// Answers once `action` is done, or with why it was not.
  /// - Parameter subject: what it is about, for the refusal.
  func whenDone(of subject: String? = nil, _ action: (@escaping (Refusal?) -> Void) -> Void) -> Answer {
    wait { (completion: @escaping (Refusal?) -> Void) in
      action(completion)
      return .done
    } then: { (refusal: Refusal?) throws(CommandError) in
      if let refusal { throw subject.map { self.error(refusal, of: $0) } ?? refusal.commandError }
      return .done
    }
  }

  /// Continues with `step` when the client has taken enough of the answer so far.
  func whenRoom(_ step: @escaping () throws(CommandError) -> Answer) -> Answer {
    self.step = step
    return .later
  }

  /// Edits the queue. Outside a list the client waits until the edit is durable; in a list the next command may run
  /// meanwhile, and the whole answer waits for the flush at the list's end.
  func edit(
    _ edit: Event, then: @escaping ([EntryID]) throws(CommandError) -> Answer = { _ in .done }
  ) throws(CommandError) -> Answer {
    var edit = edit
    if let guest = client.guest { edit = try edit.asked(by: guest, of: backend.playback) }
    guard client.isInList else { return try editAlone(edit, then: then) }
    return try then(
      trying { () throws(Refusal) in
        try backend.playback.perform(edit) { [weak client] refusal in
          if let refusal { client?.editFailed(refusal) }
        }
      })
  }

  private func editAlone(
    _ edit: Event, then: @escaping ([EntryID]) throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    var added: [EntryID] = []
    var refusal: Refusal?
    let answer = wait { (completion: @escaping (Refusal?) -> Void) in
      do throws(Refusal) {
        added = try backend.playback.perform(edit, whenDurable: completion)
      } catch {
        refusal = error
      }
      return .done
    } then: { (failure: Refusal?) throws(CommandError) in
      if let failure { throw failure.commandError }
      return try then(added)
    }
    if let refusal { throw refusal.commandError }
    return answer
  }

  /// Does what is wanted of playback; it acts at once.
  func perform(_ event: Event) throws(CommandError) -> Answer {
    _ = try trying { () throws(Refusal) in try backend.playback.perform(event) { _ in } }
    return .done
  }

  /// Runs `action` with what a part of the jukebox refuses turned into the protocol's error.
  func trying<Value>(_ action: () throws(Refusal) -> Value) throws(CommandError) -> Value {
    do throws(Refusal) {
      return try action()
    } catch {
      throw error.commandError
    }
  }

  private func attempt(_ step: () throws(CommandError) -> Answer) {
    // A step may let another client continue, and that one's list ends in it.
    let others = backend.system.isInList
    backend.system.isInList = client.isInList
    defer {
      if client.isInList, !isQuestion { client.changedInList() }
      backend.system.isInList = others
    }
    do {
      if case .done = try step() { ending = ending ?? .success }
    } catch {
      if error.code == .noExist, let spelling {
        spell(spelling, otherwise: error)
      } else if !SpeechDetour.end(self, error) {
        fail(error)
      }
    }
  }

  /// Runs a command that found nothing again, with the names as they are on the volumes: a command that refuses because
  /// of a name has changed nothing.
  private func spell(_ spelling: NameSpelling, otherwise error: CommandError) {
    self.spelling = nil
    _ = wait(for: { backend.tracks.spellings(of: spelling.names, completion: $0) }) {
      [weak self] (found: [String?]) throws(CommandError) in
      guard let self, let command, let words = spelling.words(with: found) else { throw error }
      request.arguments = Arguments(words: words)
      return try command.run(self)
    }
  }
}
