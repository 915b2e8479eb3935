internal import Linux

/// A key or GPIO line that changed and that no section of the configuration uses.
public struct UnboundChange: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    case line(LineAddress)
    /// - Parameter device: as it calls itself.
    case key(KeyCode, device: String)
  }

  public let source: Source
  /// When the kernel saw it, in nanoseconds of CLOCK_MONOTONIC.
  public let nanoseconds: Int64
}

/// Listens to the keys and free GPIO lines that the jukebox does not use, to find the one that a new button is wired to.
/// Lines are inputs with their pull-up resistor meanwhile. Loop thread only.
final class UnboundWatch {
  private let loop: EventLoop
  private var devices: [(device: any KeyDevice, registration: EventLoop.Registration)] = []
  private var lines: [(address: LineAddress, line: any InputLine, registration: EventLoop.Registration)] = []
  private var changes: [UnboundChange] = []
  private let openedAt: Instant
  /// Lines that were asked for by name.
  let named: [LineAddress]

  /// The resistor pulls a line up as it is requested: that is no press.
  private static let settlingTime = Duration.milliseconds(50)
  /// A noisy line, such as one in the air, changes without end.
  private static let mostChanges = 64
  private static let mostLines = 64

  /// - Parameters:
  ///   - names: of the devices in /dev/input that have no bound key.
  ///   - named: the lines to listen to, without those that are in use; empty: those that may be listened to without harm.
  init(loop: EventLoop, host: any InputHost, names: [[UInt8]], named: [LineAddress]) {
    self.loop = loop
    self.named = named
    let lines = named.isEmpty ? host.freeLines : named
    openedAt = .now()
    for name in names { listen(to: try? host.openKeyDevice(name)) }
    for address in lines.prefix(Self.mostLines) {
      listen(to: address, try? host.openInput(LineRequest(free: address)))
    }
  }

  deinit {
    for device in devices { loop.remove(device.registration) }
    for line in lines { loop.remove(line.registration) }
  }

  var lineCount: Int { lines.count }

  /// Returns the changes since the last call, oldest first.
  func takeChanges() -> [UnboundChange] {
    defer { changes = [] }
    return changes
  }

  /// A key without a binding.
  func note(_ event: KeyEvent, of device: String) {
    if event.isDown { note(.key(event.key, device: device), at: event.time) }
  }

  private func note(_ source: UnboundChange.Source, at time: Instant) {
    guard changes.count < Self.mostChanges else { return }
    changes.append(UnboundChange(source: source, nanoseconds: time.nanoseconds))
  }

  private func listen(to device: (any KeyDevice)?) {
    guard let device else { return }
    let registration = try? device.register(with: loop) { [weak self, weak device] readiness in
      guard let self, let device else { return }
      let isRead =
        (try? device.read { event in
          self.note(event, of: device.name)
        }) != nil
      if !isRead || !readiness.isDisjoint(with: [.hangup, .error]) { drop(device) }
    }
    if let registration { devices.append((device, registration)) }
  }

  private func drop(_ device: any KeyDevice) {
    guard let index = devices.firstIndex(where: { $0.device === device }) else { return }
    loop.remove(devices[index].registration)
    devices.remove(at: index)
  }

  private func listen(to address: LineAddress, _ line: (any InputLine)?) {
    guard let line else { return }
    let registration = try? line.register(with: loop) { [weak self, weak line] readiness in
      guard let self, let line else { return }
      let isRead =
        (try? line.read { edge in
          if edge.isActive, edge.time >= self.openedAt + Self.settlingTime {
            self.note(.line(address), at: edge.time)
          }
        }) != nil
      if !isRead || !readiness.isDisjoint(with: [.hangup, .error]) { drop(line) }
    }
    if let registration { lines.append((address, line, registration)) }
  }

  private func drop(_ line: any InputLine) {
    guard let index = lines.firstIndex(where: { $0.line === line }) else { return }
    loop.remove(lines[index].registration)
    lines.remove(at: index)
  }
}
