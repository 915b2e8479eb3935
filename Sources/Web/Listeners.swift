import JSON
import Model
import NIOCore

/// A visitor who gets events.
protocol EventSink: AnyObject {
  func send(_ text: ByteBuffer)
  /// Hangs up.
  func cut()
}

/// The streams of events (Server-Sent Events, HTML Standard, 9.2), and the last event of each kind for those that begin.
/// Loop thread only.
final class Listeners {
  private struct Listener {
    let sink: any EventSink
    let role: Role
    let extras: Set<Follower.Extra>
  }

  private let languages: [String]
  private let https: String
  private var listeners: [Listener] = []
  /// nil while no jukebox answers.
  private var boot: String?
  private var away: [UInt8]?
  private var state: [UInt8]?
  private var changed: [UInt8]?
  private var extras: [Follower.Extra: [UInt8]] = [:]
  private var scan: [UInt8]?
  /// Increases when the lists of the library may be different.
  private var libraryNumber = 0

  /// Called with what all listeners together want.
  private let want: (Set<Follower.Extra>) -> Void

  init(languages: [String], https: String, want: @escaping (Set<Follower.Extra>) -> Void) {
    self.languages = languages
    self.https = https
    self.want = want
  }

  /// The state of the library that a new answer is of; nil if changes of it would not be noticed now.
  var library: Int? { boot == nil ? nil : libraryNumber }

  func add(_ sink: any EventSink, role: Role, extras: Set<Follower.Extra>) {
    listeners.append(Listener(sink: sink, role: role, extras: extras))
    if !extras.isEmpty { tellWanted() }
    if let away { sink.send(Self.event("away", away)) }
    if boot != nil { sink.send(hello(to: role)) }
    let last =
      [("state", state), ("changed", changed), ("scan", scan)]
      + extras.map { ($0.rawValue, self.extras[$0]) }
    for case (let name, let json?) in last { sink.send(Self.event(name, json)) }
  }

  func remove(_ sink: any EventSink) {
    let count = listeners.count
    listeners.removeAll { $0.sink === sink }
    if count > listeners.count { tellWanted() }
  }

  private func tellWanted() {
    let wanted = listeners.reduce(into: Set()) { $0.formUnion($1.extras) }
    // Values without a listener become old, and are dropped.
    extras = extras.filter { wanted.contains($0.key) }
    want(wanted)
  }

  var roles: Set<Role> { Set(listeners.map(\.role)) }

  /// The password was changed: its visitors have to give the new one.
  func end(password: String) {
    for listener in listeners where listener.role.password == password { listener.sink.cut() }
  }

  /// A line that keeps connections open, and shows which visitors are gone.
  func keepAlive() { for listener in listeners { listener.sink.send(ByteBuffer(string: ":\n\n")) } }

  func take(_ news: Follower.News) {
    switch news {
    case .came(let boot):
      self.boot = boot
      (away, state, changed, scan, extras) = (nil, nil, nil, nil, [:])
      libraryNumber += 1
      for listener in listeners { listener.sink.send(hello(to: listener.role)) }
    case .away(let json):
      // One event is enough, however often the connection fails.
      guard away == nil else { return }
      (away, boot, state, changed, scan, extras) = (json, nil, nil, nil, nil, [:])
      libraryNumber += 1
      send("away", json)
    case .state(let json):
      state = json
      send("state", json)
    case .changed(let json, let isLibrary):
      changed = json
      if isLibrary { libraryNumber += 1 }
      send("changed", json)
    case .extra(let extra, let json):
      extras[extra] = json
      let event = Self.event(extra.rawValue, json)
      for listener in listeners where listener.extras.contains(extra) { listener.sink.send(event) }
    case .scan(let json):
      guard scan != json else { return }
      scan = json
      send("scan", json)
    }
  }

  private func send(_ name: String, _ json: [UInt8]) {
    let event = Self.event(name, json)
    for listener in listeners { listener.sink.send(event) }
  }

  private func hello(to role: Role) -> ByteBuffer {
    let json = JSONWriter.text { writer in
      writer.object { writer in
        writer.pair("boot", boot ?? "")
        writer.pair("version", ProgramVersion.current)
        writer.pair("role", role.name)
        writer.pair("https", https)
        writer.key("languages")
        writer.array { writer in for language in languages { writer.string(language) } }
      }
    }
    return Self.event("hello", json)
  }

  private static func event(_ name: String, _ json: [UInt8]) -> ByteBuffer {
    var buffer = ByteBuffer(string: "event: \(name)\ndata: ")
    buffer.writeBytes(json)
    buffer.writeString("\n\n")
    return buffer
  }
}
