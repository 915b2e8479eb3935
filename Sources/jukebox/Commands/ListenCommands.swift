import ArgumentParser
import Client
import Linux
import Theory

struct ListenCommand: ConnectedCommand {
  static let help = CommandHelp("listen", "Show the chords that the microphone hears, live.")
  static let discussion = """
    EXAMPLES
      jukebox listen                       the chords as they are played
      jukebox listen --json                a line of JSON at each change
      jukebox listen stop                  stop listening, for all clients

    Play near the microphone of the jukebox's machine; set it by `capture-device`
    in the section [audio] of the configuration. Nothing is stored. In a terminal,
    brighter chords are more certain; otherwise each chord is a line: seconds,
    name, confidence. While the jukebox plays music, the microphone hears that as
    well. Ctrl-C ends it. A recording and listening exclude each other.
    """

  @Flag(help: "Print a line of JSON at each change.") var json = false
  @Argument(help: "stop, or nothing.") var word: String?

  func validate() throws {
    guard word == nil || word == "stop" else { throw ValidationError("Give stop, or nothing.") }
  }

  func run(_ connection: Connection) throws {
    if word == "stop" {
      _ = try connection.ask("listen", "stop")
      return
    }
    let screen = ListenScreen(json: json, isLive: !json && Terminal.isInteractive)
    screen.begin()
    try Listening.run(connection, "listen", show: screen.show)
    screen.end()
  }
}

struct TunerCommand: ConnectedCommand {
  static let help = CommandHelp("tuner", "Tune an instrument by the microphone.")
  static let discussion = """
    EXAMPLES
      jukebox tuner                        any note, from 30 Hz to 4 kHz
      jukebox tuner guitar                 the nearest string: E2 A2 D3 G3 B3 E4
      jukebox tuner violin --a 442         with A4 at 442 Hz
      jukebox tuner bass --json            a line of JSON about 20 times a second

    The needle is green within 3 cents of the note; right of the middle is too
    high. Play one string at a time near the microphone of the jukebox's machine
    (`capture-device` in the section [audio] of the configuration), and pause the
    music. Ctrl-C ends it. A recording and listening exclude each other.
    """

  @Option(help: "Pitch of A4 in Hz, 380 to 480.") var a = 440.0
  @Flag(help: "Print a line of JSON at each reading.") var json = false
  @Argument(
    help: "guitar, ukulele, bass, violin or chromatic.",
    completion: .list(TunerKind.allCases.map(\.rawValue)),
    transform: { word in
      guard let kind = TunerKind(rawValue: word) else {
        throw ValidationError("\(word): guitar, ukulele, bass, violin or chromatic expected.")
      }
      return kind
    })
  var instrument = TunerKind.chromatic

  func validate() throws {
    guard (380...480).contains(a) else { throw ValidationError("--a is 380 to 480 Hz.") }
  }

  func run(_ connection: Connection) throws {
    let isLive = !json && Terminal.isInteractive
    let show = { (hertz: Double?) in
      if isLive {
        let columns = Terminal.columns - 1
        print(
          "\r\u{1B}[K" + TunerText.line(hertz, instrument, a: a, columns: columns, hasColours: true),
          terminator: "")
      } else if let hertz {
        Page.print(
          json
            ? (try? JSON.line(TunerReading(hertz, instrument, a: a))) ?? ""
            : TunerText.plain(hertz, instrument, a: a))
      }
      OutputEnd.flush()
    }
    if isLive { show(nil) }
    try Listening.run(connection, "tuner") { show($0.frequency) }
    if isLive { print() }
  }
}

private enum Listening {
  /// Has the jukebox listen, and shows what it hears at each change, until Ctrl-C.
  /// - Parameter subsystem: `listen` for chords, `tuner` for tones.
  static func run(
    _ connection: Connection, _ subsystem: String, show: @escaping (ListenStatus) -> Void
  ) throws {
    // A device may take its time to open: Ctrl-C ends the program until then.
    try connection.ask("listen", "start")
    // The end of listening is an event of `listen`.
    let watch = try Watch(connection, Set([subsystem, "listen"]).sorted()) { () throws(Failure) in
      let status = ListenStatus(try connection.ask("listen"))
      guard status.state != "off" else {
        throw .refused("Listening has ended: \(status.message ?? "another client stopped it")")
      }
      show(status)
    }
    try watch.run()
  }
}
