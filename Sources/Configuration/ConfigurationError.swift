/// An error in the configuration, its place, and the expected value.
///
/// A program that is started with a bad configuration ends with `exitStatus`, so that a service manager can distinguish
/// it from a crash and does not restart it.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// EX_CONFIG of sysexits.h.
  public static let exitStatus: Int32 = 78

  /// Where the trouble stands.
  public enum Place: Hashable, Sendable {
    /// A line of a file; lines count from 1, and 0 is the file as a whole.
    case file(String, line: Int)
    case commandLine
  }

  public let place: Place
  /// What was found, as a sentence without a full stop.
  public let problem: String
  /// What would be right here, where that helps.
  public let expected: String?

  public init(_ place: Place, _ problem: String, expected: String? = nil) {
    self.place = place
    self.problem = problem
    self.expected = expected
  }

  public var description: String {
    let text = expected.map { "\(problem); expected \($0)" } ?? problem
    return switch place {
    case .file(let name, line: 0): "\(name): \(text)"
    case .file(let name, let line): "\(name):\(line): \(text)"
    case .commandLine: "\(text) (try --help)"
    }
  }
}
