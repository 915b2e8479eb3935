import Client
import Linux
import Theory

/// Output of `jukebox listen`: one line that is redrawn, or a line for each chord.
final class ListenScreen {
  private let json: Bool
  private let isLive: Bool
  private var past: [ChordEntry] = []

  private static let most = 16

  init(json: Bool, isLive: Bool) {
    self.json = json
    self.isLive = isLive
  }

  func begin() {
    if isLive { Page.redraw("listening …") }
    OutputEnd.flush()
  }

  func show(_ status: ListenStatus) {
    guard let chord = status.chord, let since = status.since else { return }
    let confidence = status.confidence ?? 0
    let isSame = past.last?.start == since && past.last?.name == chord
    if isSame {
      past[past.count - 1].confidence = confidence
    } else {
      past.append(ChordEntry(name: chord, start: since, end: since, confidence: confidence))
      if past.count > Self.most { past.removeFirst() }
    }
    if isLive {
      print("\r\u{1B}[K" + AnalysisText.passing(past, columns: Terminal.columns - 1), terminator: "")
    } else if json {
      Page.print((try? JSON.line(status)) ?? "")
    } else if !isSame {
      Page.print("\(Clock.tenths(since))  \(Columns.pad(chord, 7)) \(Int((confidence * 100).rounded())) %")
    }
    OutputEnd.flush()
  }

  func end() {
    if isLive { print() }
  }
}

/// A reading of the tuner, as JSON.
struct TunerReading: Encodable {
  let note: String
  let cents: Double
  let frequency: Double
  /// Frequency of the note.
  let target: Double
  let string: Int?

  init(_ hertz: Double, _ kind: TunerKind, a: Double) {
    func round(_ value: Double, _ part: Double) -> Double { (value * part).rounded() / part }
    let tuned = kind.note(nearest: hertz, a: a)
    note = tuned.name
    cents = round(tuned.cents, 100)
    frequency = round(hertz, 1000)
    target = round(tuned.hertz, 1000)
    string = tuned.string
  }
}
