public import Linux
public import Model
import Synchronization

/// A stream as the loop sees it: how it is fetched, and what is known of it. Every decoder of it says here how it is doing.
public final class LiveStream: Sendable {
  /// Facts known at one moment.
  public struct Facts: Sendable {
    public var state = StreamStatus.State.connecting
    /// Why the last connection failed or ended.
    public var trouble: String?
    public var retryAt: Instant?
    /// Why a part of it is missing; nil while nothing is.
    public var gap: String?
    public var name: String?
    /// Its songs, by its own words, each with the position of the decoder at which it holds.
    public var songs: [(at: Duration, words: StreamWords)] = []
    /// How many playlists lead to its sound: a connection from the middle of the file on passes them again.
    public var lists = 0
    /// In kbit/s, as the server says.
    public var bitrate: Int?
    public var format: StreamFormat?
    /// How long it plays, exactly or estimated; nil while that is not known, and for a stream without an end.
    public var length: Duration?
  }

  /// The ends of the channels that the program that fetches writes to.
  public final class Ends: Sendable {
    public let data: Descriptor
    public let reports: Descriptor

    init(data: consuming Descriptor, reports: consuming Descriptor) {
      self.data = data
      self.reports = reports
    }
  }

  public let url: String
  private let facts = Guarded(Facts())
  private let released = Atomic<Bool>(false)
  private let connect: @Sendable (LiveStream, Ends, Int64) -> Void
  private let changed: @Sendable (LiveStream) -> Void
  /// Ends the waiting of the one that reads it.
  let stop: Wakeup

  /// - Parameters:
  ///   - connect: called on any thread: has the program fetch it from this byte on. If that is not possible, the ends
  ///     are released.
  ///   - changed: called on any thread after each change of the facts.
  public init(
    url: String, connect: @escaping @Sendable (LiveStream, Ends, Int64) -> Void,
    changed: @escaping @Sendable (LiveStream) -> Void
  ) throws(SystemError) {
    self.url = url
    self.connect = connect
    self.changed = changed
    stop = try Wakeup()
  }

  public var known: Facts { facts.withLock { $0 } }

  /// Lets the connection go during a long pause; the next seek of the decoder makes it again.
  public func release() {
    released.store(true, ordering: .releasing)
    stop.signal()
  }

  /// The charset at the end of the URL (`#charset=`), as with MPD; nil where none is given.
  var charset: String? {
    guard let hash = url.lastIndex(of: "#") else { return nil }
    let word = url[url.index(after: hash)...]
    return word.hasPrefix("charset=") ? word.dropFirst(8).lowercased() : nil
  }

  public var isReleased: Bool { released.load(ordering: .acquiring) }

  func takeBack() { released.store(false, ordering: .releasing) }

  func update(_ body: (inout Facts) -> Void) {
    facts.withLock { body(&$0) }
    changed(self)
  }

  /// Asks for a connection; its bytes and reports come when it is made.
  /// - Parameters:
  ///   - first: the first byte that is wanted; above 0 only of a file of which the server sends any part.
  ///   - report: called with each report, on the reading thread.
  func open(from first: Int64 = 0, report: @escaping (StreamReport) -> Void) throws(SystemError) -> LiveInput
  {
    let data = try DescriptorPair.sockets()
    let dataIn = Descriptor(owning: data.reader)
    let dataOut = Descriptor(owning: data.writer)
    let reports = try DescriptorPair.pipe()
    let reportsOut = Descriptor(owning: reports.writer)
    connect(self, Ends(data: dataOut, reports: reportsOut), first)
    return LiveInput(data: dataIn, reports: Descriptor(owning: reports.reader), stop: stop, report: report)
  }
}
