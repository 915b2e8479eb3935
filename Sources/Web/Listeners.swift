import Model
import NIOCore

/// A visitor who gets events.
protocol EventSink: AnyObject {
  func send(_ text: ByteBuffer)
}

/// The streams of events (Server-Sent Events, HTML Standard, 9.2), and the last event of each kind for those that begin.
/// Loop thread only.
final class Listeners {
  private struct Listener {
    let sink: any EventSink
    let role: Role
    let wantsChords: Bool
  }

  private let languages: [String]
  private var listeners: [Listener] = []
  /// nil while no jukebox answers.
  private var boot: String?
  private var away: [UInt8]?
  private var state: [UInt8]?
  private var changed: [UInt8]?
  private var chord: [UInt8]?
  private var scan: [UInt8]?
  /// Increases when the lists of the library may be different.
  private var libraryNumber = 0

  /// Called if there is the first or no listener any more who wants chords.
  private let wantChords: (Bool) -> Void

  init(languages: [String], wantChords: @escaping (Bool) -> Void) {
    self.languages = languages
    self.wantChords = wantChords
  }

  /// The state of the library that a new answer is of; nil if changes of it would not be noticed now.
  var library: Int? { boot == nil ? nil : libraryNumber }

  func add(_ sink: any EventSink, role: Role, wantsChords: Bool) {
    listeners.append(Listener(sink: sink, role: role, wantsChords: wantsChords))
    if wantsChords { wantChords(true) }
    if let away { sink.send(Self.event("away", away)) }
    if boot != nil { sink.send(hello(to: role)) }
    let last = [("state", state), ("changed", changed), ("scan", scan), ("chord", wantsChords ? chord : nil)]
    for case (let name, let json?) in last { sink.send(Self.event(name, json)) }
  }

  func remove(_ sink: any EventSink) {
    let count = listeners.count
    listeners.removeAll { $0.sink === sink }
    if count > listeners.count { wantChords(listeners.contains(where: \.wantsChords)) }
  }

  /// A line that keeps connections open, and shows which visitors are gone.
  func keepAlive() { for listener in listeners { listener.sink.send(ByteBuffer(string: ":\n\n")) } }

  func take(_ news: Follower.News) {
    switch news {
    case .came(let boot):
      self.boot = boot
      (away, state, changed, chord, scan) = (nil, nil, nil, nil, nil)
      libraryNumber += 1
      for listener in listeners { listener.sink.send(hello(to: listener.role)) }
    case .away(let json):
      // One event is enough, however often the connection fails.
      guard away == nil else { return }
      (away, boot, state, changed, chord, scan) = (json, nil, nil, nil, nil, nil)
      libraryNumber += 1
      send("away", json)
    case .state(let json):
      state = json
      send("state", json)
    case .changed(let json, let isLibrary):
      changed = json
      if isLibrary { libraryNumber += 1 }
      send("changed", json)
    case .chord(let json):
      chord = json
      let event = Self.event("chord", json)
      for listener in listeners where listener.wantsChords { listener.sink.send(event) }
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
        writer.field("boot", boot ?? "")
        writer.field("version", ProgramVersion.current)
        writer.field("role", role.name)
        writer.key("languages")
        writer.array { writer in for language in languages { writer.value(language) } }
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
