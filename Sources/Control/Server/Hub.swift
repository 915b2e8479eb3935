public import Linux
public import Model

/// State that all clients share: the backend, the limits, the channels and pending changes. Loop thread only.
public final class Hub {
  let backend: Backend
  let limits: Limits
  /// Permissions of clients. A change applies to passwords and connections that follow.
  public var access: Access
  var commands: CommandTable { .standard }
  let orders = OrderCache()

  /// Whether commands are carried out yet; until then they wait.
  public private(set) var isReady = true
  private var clients: [Int: Client] = [:]
  private var nextClient = 0
  /// Bytes that all clients together hold.
  struct HeldBytes {
    /// Bytes of files that clients have sent.
    var files = 0
    /// Bytes of command lists.
    var lists = 0
  }
  var held = HeldBytes()
  /// The queue as it was, so that it can come back.
  var keptQueues = KeptQueues()
  /// A playlist's picture that a client is sending.
  var coverUpload: CoverUpload?
  var guesses: PasswordGuesses
  /// Announcements that have not been delivered.
  private var announced: Subsystems = []
  /// Whether the owner has been asked for a delivery that has not begun.
  private var isScheduled = false
  /// Clients that have more to do than one turn is to be kept for.
  private var unfinished: [Client] = []
  /// Called when there is something to deliver after a time without: the owner calls `deliver` at the end of the turn,
  /// so that simultaneous changes are reported together.
  public var onAnnouncement: (() -> Void)?
  /// Calls back after a while; the owner's loop. Without one nothing is put off.
  var later: ((Duration, @escaping () -> Void) -> Query)?

  public init(backend: Backend, limits: Limits = Limits(), access: Access = Access()) {
    self.backend = backend
    self.limits = limits
    self.access = access
    guesses = PasswordGuesses(first: limits.firstPasswordPause, longest: limits.longestPasswordPause)
  }

  public var clientCount: Int { clients.count }
  /// Whether one more client is taken. Some places are kept for local ones, so that the network can't shut them out.
  public func hasRoom(isLocal: Bool) -> Bool {
    clients.count < limits.clients - (isLocal ? 0 : limits.clientsKeptForLocal)
  }

  /// A client that has just connected; its greeting waits to be sent.
  /// - Parameters:
  ///   - isLocal: on the Unix socket, whose permissions are the file system's.
  ///   - isReader: it is the program that reads cards.
  ///   - address: of its machine; nil on the Unix socket.
  public func connect(isLocal: Bool, isReader: Bool = false, from address: IPAddress? = nil) -> Client {
    let client = Client(
      number: nextClient, isLocal: isLocal, isReader: isReader, address: address, hub: self)
    clients[nextClient] = client
    nextClient += 1
    return client
  }

  /// Has commands wait until `becomeReady`.
  public func hold() { isReady = false }

  /// From now on commands are carried out, those that wait first.
  public func becomeReady() {
    if isReady { return }
    isReady = true
    for client in sortedClients { client.resume() }
  }

  func remove(_ client: Client) { clients[client.number] = nil }

  /// Says that `subsystems` have changed, to every client that waits for them or will.
  public func announce(_ subsystems: Subsystems) {
    announced.formUnion(subsystems)
    schedule()
  }

  /// Asks for a delivery, where something waits for one and none is on its way.
  private func schedule() {
    guard !isScheduled, hasUnfinished || !announced.isEmpty, let onAnnouncement else { return }
    isScheduled = true
    onAnnouncement()
  }

  /// Notifies the clients of announced changes, and continues those with more to do.
  public func deliver() {
    // Changes during this delivery ask for the next one.
    isScheduled = false
    proceed()
    tellChanges()
  }

  /// Notifies every client of the changes so far. A client that begins to wait is notified of its own change.
  func tellChanges() {
    guard !announced.isEmpty else { return }
    let subsystems = announced
    announced = []
    for client in sortedClients { client.changed(subsystems) }
  }

  /// Whether a client has more to do at once.
  var hasUnfinished: Bool { !unfinished.isEmpty }

  func proceedLater(_ client: Client) {
    unfinished.append(client)
    schedule()
  }

  func proceed() {
    let clients = unfinished
    unfinished = []
    for client in clients { client.resume() }
  }

  // MARK: Channels

  /// Every channel that someone is subscribed to, sorted.
  var channels: [String] {
    Set(clients.values.flatMap(\.subscriptions)).sorted()
  }

  /// - Returns: false where nobody is subscribed to `channel`.
  func send(_ text: String, to channel: String) -> Bool {
    let receivers = sortedClients.filter { $0.subscriptions.contains(channel) }
    for receiver in receivers { receiver.receive(Message(channel: channel, text: text)) }
    return !receivers.isEmpty
  }

  private var sortedClients: [Client] {
    clients.sorted { $0.key < $1.key }.map(\.value)
  }
}
