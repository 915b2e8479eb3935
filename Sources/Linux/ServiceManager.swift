import CLinux

/// The service manager that started this program, such as systemd. It gets readiness, stopping and the watchdog's signs
/// of life (sd_notify(3), sd_watchdog_enabled(3); without their library, of which nothing else is needed). Loop thread
/// only.
public final class ServiceManager {
  /// The messages to the manager.
  public enum Message: String, Sendable {
    /// Started: units that wait for the service may start.
    case ready = "READY=1"
    /// Stopping in order.
    case stopping = "STOPPING=1"
    /// The loop turns.
    case alive = "WATCHDOG=1"
  }

  /// The interval of watchdog messages: a third of the required one, so that one lost to a full queue of the manager
  /// does no harm. nil without a watchdog.
  public let watchdogPeriod: Duration?

  private let path: String
  private let socket: Descriptor
  private let loop: EventLoop
  private var timer: EventLoop.Timer?
  private var retry: EventLoop.Timer?

  /// A manager that takes no message now is asked again this much later.
  private static let retryPeriod = Duration.milliseconds(100)
  private static let pingsPerLimit = 3
  /// A limit below is a mistake, and would keep the loop busy with nothing else.
  private static let shortestLimitMicroseconds: Int64 = 1000

  /// - Parameter environment: of the process: `NOTIFY_SOCKET`, `WATCHDOG_USEC`, `WATCHDOG_PID`.
  /// - Returns: nil if no manager asks for messages.
  public convenience init?(environment: [String: String], loop: EventLoop) throws(SystemError) {
    try self.init(environment: environment, loop: loop, process: getpid())
  }

  init?(environment: [String: String], loop: EventLoop, process: Int32) throws(SystemError) {
    // A Unix path or an abstract name; what else there may be (vsock) belongs to virtual machines, not to services.
    guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@"), path.utf8.count > 1
    else { return nil }
    if path.utf8.count > SocketAddress.longestPath {
      throw SystemError(.nameTooLong, call: "NOTIFY_SOCKET", path: path)
    }
    self.path = path
    self.loop = loop
    socket = Descriptor(owning: try systemCall("socket") { clinux_datagram_socket() })
    watchdogPeriod = Self.period(environment, process)
  }

  deinit {
    if let timer { loop.cancel(timer) }
    if let retry { loop.cancel(retry) }
  }

  /// Reports that the service is ready, and from now on, in the loop, that it is alive. A loop that hangs sends
  /// nothing, so that the manager restarts the service.
  public func ready() {
    guard tell(.ready) else {
      retry = loop.schedule(after: Self.retryPeriod) { [weak self] in self?.ready() }
      return
    }
    feed()
  }

  /// Reports that the service stops: from now on the manager's time limit for stopping runs.
  public func stopping() {
    if let timer { loop.cancel(timer) }
    if let retry { loop.cancel(retry) }
    tell(.stopping)
  }

  /// - Returns: false where the manager takes nothing now.
  @discardableResult
  func tell(_ message: Message) -> Bool {
    let text = Array(message.rawValue.utf8)
    do throws(SystemError) {
      let sent = try unsafe text.span.withUnsafeBytes { (bytes) throws(SystemError) in
        try systemCallUnlessBlocked("sendto", path: path) {
          unsafe clinux_send_datagram(socket.rawValue, path, bytes.baseAddress, UInt(bytes.count))
        }
      }
      return sent != nil
    } catch {
      // Not for each of the pings that follow.
      if message != .alive {
        Log.warning("cannot notify the service manager of \(message.rawValue): \(error)")
      }
      return true
    }
  }

  private func feed() {
    guard let watchdogPeriod else { return }
    tell(.alive)
    timer = loop.schedule(after: watchdogPeriod) { [weak self] in self?.feed() }
  }

  private static func period(_ environment: [String: String], _ process: Int32) -> Duration? {
    // Children of the watched process inherit the variables as well.
    if let watched = environment["WATCHDOG_PID"], watched != String(process) { return nil }
    guard let limit = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), limit >= shortestLimitMicroseconds
    else { return nil }
    return .microseconds(limit) / pingsPerLimit
  }
}
