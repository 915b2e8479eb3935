/// Files whose change is noticed by a look at them (stat(2)).
public struct WatchedFiles: Sendable {
  private let paths: [String]
  private let stamps: [[Int64]]

  /// - Parameter paths: also of files that are not there yet.
  public init(_ paths: [String] = []) {
    self.paths = paths
    stamps = paths.map(HostFile.stamp)
  }

  public var haveChanged: Bool { paths.map(HostFile.stamp) != stamps }
}
