/// The mistakes of a configuration, in the order of its lines.
///
/// A program that is started with a bad configuration ends with `exitStatus`, so that a service manager can distinguish
/// it from a crash and does not restart it.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// EX_CONFIG of sysexits.h.
  public static let exitStatus: Int32 = 78
  /// The number of mistakes that are named; a further line counts the others.
  public static let mostFaults = 20

  /// The place of a mistake.
  public enum Place: Hashable, Sendable {
    /// A line of a file; lines count from 1, and 0 is the file as a whole.
    case file(String, line: Int)
    case commandLine
  }

  /// One mistake.
  public struct Fault: Hashable, Sendable, CustomStringConvertible {
    public let place: Place
    /// The fault, as a sentence without a full stop.
    public let problem: String
    /// The right value, if that helps.
    public let expected: String?

    public var description: String {
      let text = expected.map { "\(problem); expected \($0)" } ?? problem
      return switch place {
      case .file(let name, line: 0): "\(name): \(text)"
      case .file(let name, let line): "\(name):\(line): \(text)"
      case .commandLine: "\(text) (try --help)"
      }
    }
  }

  /// At least one.
  public let faults: [Fault]

  public init(_ place: Place, _ problem: String, expected: String? = nil) {
    faults = [Fault(place: place, problem: problem, expected: expected)]
  }

  /// All mistakes of one reading; nil if there were none.
  init?(_ faults: [Fault]) {
    guard !faults.isEmpty else { return nil }
    self.faults = faults
  }

  /// One line for each mistake.
  public var lines: [String] {
    let further = faults.count - Self.mostFaults
    return faults.prefix(Self.mostFaults).map(\.description)
      + (further > 0 ? ["and \(further) more \(further == 1 ? "mistake" : "mistakes")"] : [])
  }

  public var description: String { lines.joined(separator: "\n") }
}
