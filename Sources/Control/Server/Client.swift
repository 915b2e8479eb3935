import Linux
import Model

/// One client's side of the protocol, without its socket: bytes in, bytes out. Its commands run strictly in order;
/// one that waits suspends only this client. Loop thread only.
public final class Client {
  let number: Int
  let isLocal: Bool
  /// nil on the Unix socket.
  let address: IPAddress?
  let hub: Hub
  private var rights: Rights
  /// The tags that this client wants to see.
  var tags = TagSet.all
  var features: Set<ProtocolFeature> = []
  /// Maximum number of a picture's bytes in one answer.
  var binaryLimit = 8192
  var subscriptions: [String] = []
  var upload = Upload()
  var output = OutputBuffer()
  var speech = SpeechDetour()

  private var messages: [Message] = []
  private var reader: LineReader
  private var phase = Phase.commands
  /// Changes that this client has not been notified of.
  private var unreported: Subsystems = []
  private var call: Call?
  /// A command whose line has come, and not yet all bytes that follow it.
  private var expected: (call: Call, arguments: Arguments, bytes: Int)?
  private var list = ListRun()
  /// Whether the list waits for the storage, or for room.
  private var isWaiting = false
  private var isPumping = false
  /// Whether there is more to do at once than one turn of the loop is to be kept for.
  private var hasMore = false
  private(set) var peer = Peer()

  /// Called after anything that came from elsewhere: an answer arrived, or something is to be sent.
  public var onActivity: (() -> Void)?

  struct Peer {
    /// Whether all that it sent was read.
    var hasEnded = false
    /// Whether it will send nothing more, though what it sent may not have been read yet.
    var hasFinished = false
    /// Whether nobody takes the answers now.
    var hasLeft = false
  }

  private struct Rights {
    var permissions: Permissions
    var isReader: Bool
    /// The most that a password permits from now on.
    var ceiling = Permissions.all
    var guest: String?
  }

  private enum Phase {
    case commands
    /// Between `command_list_begin` and `command_list_end`.
    case collecting
    case running
    /// The list's changes are being stored.
    case ending
    case idle(Subsystems)
    /// Nothing is read or run any more; what is written is still sent.
    case closing
  }

  init(number: Int, isLocal: Bool, isReader: Bool, address: IPAddress?, hub: Hub) {
    self.number = number
    self.isLocal = isLocal
    self.address = address
    self.hub = hub
    rights = Rights(
      permissions: isReader ? .player : hub.access.permissions(isLocal: isLocal), isReader: isReader)
    reader = LineReader(maximum: hub.limits.lineBytes)
    output.line("OK MPD 0.24.0")
  }

  // MARK: For the connection

  /// Takes what has arrived, and answers as far as that goes without waiting.
  public func receive(_ bytes: Span<UInt8>) {
    if case .closing = phase { return }
    reader.append(bytes)
    pump()
  }

  /// Whether more input is of use now: no while a command waits, there is enough to do, or the answers aren't taken.
  public var wantsInput: Bool {
    switch phase {
    case .closing: false
    case .idle: true
    case .commands, .collecting, .running, .ending:
      call == nil && hasRoom && !hasMore && !isWaiting && hub.isReady
    }
  }

  /// Bytes that may be sent now.
  public var pendingOutput: ArraySlice<UInt8> { isHeld ? [] : output.pending }

  private var isHeld: Bool { list.owesFlush && !isClosing }

  /// Notes that the first `count` bytes of `pendingOutput` are sent, and continues the work that waited for room.
  public func sent(_ count: Int) {
    output.consume(count)
    // A client that has used its share of this turn continues in the next.
    if !hasMore { pump() }
  }

  /// Whether the connection is over once everything is sent.
  public var isClosing: Bool {
    if case .closing = phase { return true }
    return false
  }

  /// The client will send nothing more: what it has sent is still answered.
  public func endOfInput() {
    peer.hasEnded = true
    pump()
  }

  /// The peer sends nothing more: what it sent is still read and answered, but a wait that only delays it ends.
  public func finishPeer() {
    peer.hasFinished = true
    call?.giveUpPause()
    pump()
  }

  /// The peer is gone: its commands are still carried out, but a waiting query is dropped.
  public func peerLeft() {
    peer.hasLeft = true
    pump()
  }

  /// The connection is gone: whatever runs for it is cancelled.
  public func disconnected() {
    close()
    call?.cancel()
    call = nil
    if list.owesFlush { hub.backend.system.flush { _ in } }
    upload.drop(hub)
    let subscribed = !subscriptions.isEmpty
    subscriptions = []
    hub.remove(self)
    hub.backend.live.leave(number)
    if subscribed { hub.announce(.subscription) }
  }

  // MARK: For the hub

  func changed(_ subsystems: Subsystems) {
    unreported.formUnion(subsystems)
    if case .idle = phase { resume() }
  }

  func receive(_ message: Message) {
    guard messages.count < hub.limits.messages else { return }
    messages.append(message)
    changed(.message)
  }

  // MARK: For commands

  /// Whether an answer may continue. Held output can't drain, so more of it may gather.
  var hasRoom: Bool {
    output.count < (isHeld ? hub.limits.outputCeilingBytes / 2 : hub.limits.outputBytes)
  }

  var permissions: Permissions { rights.permissions }

  /// Whether it is the program that reads cards: it has the cards themselves.
  var isReader: Bool { rights.isReader }

  /// Name of the guest for whom this client adds songs; nil: it adds for the household.
  var guest: String? {
    get { rights.guest }
    set { rights.guest = newValue }
  }

  /// Replaces the permissions with those of a password, within the limits of `restrict`.
  func grant(_ permissions: Permissions) {
    rights.permissions = permissions.intersection(rights.ceiling)
  }

  /// Gives up all other permissions, for as long as the connection lasts.
  func restrict(to permissions: Permissions) {
    rights.ceiling.formIntersection(permissions)
    rights.permissions.formIntersection(permissions)
  }

  func takeMessages() -> [Message] {
    defer { messages = [] }
    return messages
  }

  /// Ends the connection once everything is sent.
  func close() {
    list.release(hub)
    phase = .closing
  }

  /// Waits for a change of `subsystems`; one that has already happened is reported at once.
  func idle(_ subsystems: Subsystems) {
    phase = .idle(subsystems)
  }

  var isInList: Bool {
    if case .running = phase { return true }
    return false
  }

  /// A command of the running list may have changed something.
  func changedInList() { list.owesFlush = true }

  /// An edit of the running list could not be stored.
  func editFailed(_ refusal: Refusal) {
    switch phase {
    case .running, .ending: list.fail(refusal)
    case .commands, .collecting, .idle, .closing: return
    }
    resume()
  }

  /// Takes the following lines of the running list as long as `take` does with the next one, at most `most` of them.
  func takeFollowing(most: Int, _ take: (ArraySlice<UInt8>) -> Bool) {
    list.takeFollowing(most: most, take)
  }

  /// Ends the answer of the running command, and continues with the next of those that were taken with it.
  func countFollowing() {
    if list.separatesAnswers { output.line("list_OK") }
    list.count()
  }

  /// Continues after a call's answer has come from elsewhere.
  func resume() {
    guard !isPumping else { return }
    pump()
    onActivity?()
  }

  // MARK: Running

  private func pump() {
    guard !isPumping else { return }
    isPumping = true
    hasMore = false
    var steps = 0
    while step() {
      steps += 1
      if steps == hub.limits.stepsPerTurn {
        // Others come in between; the hub calls `resume`.
        hasMore = true
        hub.proceedLater(self)
        break
      }
    }
    isPumping = false
  }

  /// - Returns: whether there may be more to do at once.
  private func step() -> Bool {
    if output.count > hub.limits.outputCeilingBytes, !isClosing {
      close()
      call?.cancel()
      call = nil
      return false
    }
    if isClosing || isWaiting { return false }
    if let failure = list.failure, isInList {
      call?.cancel()
      call = nil
      endList(failure.commandError, command: list.commandName)
      return true
    }
    if let call {
      if peer.hasLeft, call.isQuestion || call.endsWithClient {
        call.cancel()
        self.call = nil
        return true
      }
      guard hasRoom else { return makeRoom() }
      guard call.advance() else { return false }
      if let ending = call.ending {
        self.call = nil
        end(call, ending)
      }
      return true
    }
    guard hasRoom else { return makeRoom() }
    switch phase {
    case .closing, .ending: return false
    case .idle(let wanted) where !unreported.isDisjoint(with: wanted):
      endIdle(wanted)
      return true
    case .running: return runNextOfList()
    case .commands, .collecting, .idle: return hub.isReady && takeLine()
    }
  }

  /// Has held output be sent: what it promises is flushed first.
  /// - Returns: whether that is done.
  private func makeRoom() -> Bool {
    guard list.owesFlush, isInList else { return false }
    return flush { [weak self] in self?.list.fail($0) }
  }

  /// Waits until what the list has changed is durable.
  /// - Returns: whether it is already.
  private func flush(then: @escaping (Refusal?) -> Void) -> Bool {
    guard list.owesFlush else {
      then(nil)
      return true
    }
    return wait { [hub] done in
      hub.backend.system.flush { [weak self] refusal in
        self?.list.owesFlush = false
        then(refusal)
        done()
      }
    }
  }

  /// Does nothing until `start` has called its argument.
  /// - Returns: whether it has already.
  private func wait(_ start: (@escaping () -> Void) -> Void) -> Bool {
    isWaiting = true
    var isStarting = true
    start { [weak self] in
      self?.isWaiting = false
      if !isStarting { self?.resume() }
    }
    isStarting = false
    return !isWaiting
  }

  private func takeLine() -> Bool {
    if let expected { return take(expected) }
    let line: ArraySlice<UInt8>?
    do {
      line = try reader.next()
    } catch {
      acknowledge(CommandError(.unknown, "Line is too long"))
      close()
      return false
    }
    guard let line else {
      if peer.hasEnded { close() }
      return false
    }
    handle(line)
    return true
  }

  private func take(_ expected: (call: Call, arguments: Arguments, bytes: Int)) -> Bool {
    guard let bytes = reader.take(expected.bytes) else {
      if peer.hasEnded { close() }
      return false
    }
    self.expected = nil
    call = expected.call
    expected.call.begin(expected.arguments, bytes: bytes)
    return true
  }

  private func handle(_ line: ArraySlice<UInt8>) {
    let isPlain = !line.contains { $0 <= 0x20 || $0 >= 0x7F }
    let word = isPlain ? String(decoding: line, as: UTF8.self) : ""
    if case .idle(let wanted) = phase {
      // MPD closes the connection of a client that says anything else here.
      if word == "noidle" { endIdle(wanted) } else { close() }
      return
    }
    guard let first = line.first, (0x61...0x7A).contains(first) else {
      // Not this protocol: an HTTP request, for example.
      close()
      return
    }
    if word == "noidle" { return }
    if case .collecting = phase {
      collect(line, isEnd: word == "command_list_end")
      return
    }
    switch word {
    case "command_list_begin": beginList(separatesAnswers: false)
    case "command_list_ok_begin": beginList(separatesAnswers: true)
    default: run(line)
    }
  }

  private func beginList(separatesAnswers: Bool) {
    list.begin(separatesAnswers: separatesAnswers)
    phase = .collecting
  }

  private func collect(_ line: ArraySlice<UInt8>, isEnd: Bool) {
    if isEnd {
      phase = .running
      return
    }
    guard list.append(line, hub) else {
      acknowledge(.argument("Command list is too large"))
      return close()
    }
  }

  private func runNextOfList() -> Bool {
    guard hub.backend.system.hasRoomForEdits else {
      return wait { hub.backend.system.whenRoomForEdits($0) }
    }
    if let line = list.next() {
      run(line)
    } else {
      endList(nil, command: list.commandName)
    }
    return true
  }

  /// Ends the list once its changes are durable. A failure to store them replaces the error that ended it early.
  private func endList(_ error: CommandError?, command: String) {
    let (index, last) = (list.index, list.commandName)
    list.release(hub)
    phase = .ending
    _ = flush { [weak self] refusal in
      guard let self, !isClosing else { return }
      phase = .commands
      if let refusal = list.takeFailure() ?? refusal {
        acknowledge(refusal.commandError, command: last, index: index)
      } else if let error {
        acknowledge(error, command: command, index: index)
      } else {
        output.line("OK")
      }
    }
  }

  private func run(_ line: ArraySlice<UInt8>) {
    var tokenizer = Tokenizer(line)
    let name: String
    do {
      guard let word = try tokenizer.command() else {
        close()
        return
      }
      name = word
    } catch {
      acknowledge(error, index: list.index)
      close()
      return
    }
    let call = Call(client: self, name: name)
    list.commandName = name
    let takesBytes = hub.commands[name]?.takesBytes == true
    if !takesBytes { self.call = call }
    do throws(CommandError) {
      var words: [String] = []
      while let word = try tokenizer.argument() {
        guard words.count < hub.limits.arguments else { throw CommandError.argument("Too many arguments") }
        words.append(word)
      }
      let arguments = Arguments(words: words)
      if takesBytes {
        expected = (call, arguments, try followingBytes(of: arguments))
      } else {
        call.begin(arguments)
      }
    } catch {
      guard takesBytes else { return call.fail(error) }
      // The bytes that follow can't be distinguished from commands.
      acknowledge(error, command: name, index: list.index)
      close()
    }
  }

  private func followingBytes(of arguments: Arguments) throws(CommandError) -> Int {
    if isInList { throw CommandError(.unknown, "Not possible in a command list") }
    guard arguments.count > 0 else { throw .argument("A number of bytes expected") }
    return try arguments.number(arguments.count - 1, in: 1...hub.limits.followingBytes, "Bytes that follow")
  }

  private func end(_ call: Call, _ ending: Call.Ending) {
    if isClosing { return }
    switch ending {
    case .success:
      if case .idle = phase { return }
      if !isInList { output.line("OK") } else if list.separatesAnswers { output.line("list_OK") }
    case .failure(let error):
      let command = call.isKnown ? call.name : ""
      if isInList {
        endList(error, command: command)
      } else {
        acknowledge(error, command: command)
      }
    }
  }

  private func endIdle(_ wanted: Subsystems) {
    for name in unreported.intersection(wanted).names { output.pair("changed", name) }
    unreported.subtract(wanted)
    phase = .commands
    output.line("OK")
  }

  private func acknowledge(_ error: CommandError, command: String = "", index: Int = 0) {
    let key = features.contains(.errorKeys) ? "\(error.bracketed) " : ""
    let words = "{\(command)} \(key)\(error.message)".withoutCredentials
    output.line("ACK [\(error.code.rawValue)@\(index)] \(words)")
  }
}
