public import Model
import Synchronization

/// The lines of some songs of a selection, in natural order. They are made on the thread that reads the library, as those of a
/// listing are.
public struct FoundLines: Sendable {
  /// Which songs are wanted.
  public struct Question: Sendable {
    public let selection: SongSelection
    /// Fields that the selection's filter looks at, and those that are written.
    public let lookedAt: SongParts
    public let shown: SongParts
    /// The part of the filter that albums tell; nil where there is none.
    let albums: Filter?
    /// All pages of an answer have the same.
    public let number = questions.add(1, ordering: .relaxed).newValue
    private static let questions = Atomic<UInt64>(0)
    /// Places of those that are written, among all songs found.
    let window: Range<Int>
    /// How many were found before.
    var found = 0
    /// nil for the first page, else `FoundLines.next` of the page before.
    public internal(set) var after: Cursor?

    /// The first songs of the tree are found sooner by a look at each.
    private static let mostByTree = 300

    /// - Parameter tags: with which songs are written; nil where their URIs are enough.
    /// - Returns: nil where the filter looks at more than records have.
    init?(_ selection: SongSelection, _ tags: TagSet?, window: Range<Int>) {
      guard let lookedAt = selection.filter.recordParts else { return nil }
      self.selection = selection
      self.lookedAt = lookedAt
      shown = SongParts(shown: tags)
      albums = window.upperBound > Self.mostByTree ? selection.filter.albumPart : nil
      self.window = window
    }

    /// Whether the tags that the songs of an album share tell of some that they aren't wanted.
    public var isOfAlbums: Bool { albums != nil }
  }

  private let question: Question
  private var output = OutputBuffer()
  /// Number of the songs found so far.
  private(set) var found: Int
  /// The song that is looked at, or added.
  public var record = SongRecord()
  /// nil after the last page.
  public var next: Cursor?

  public init(of question: Question) {
    self.question = question
    found = question.found
  }

  var lines: ArraySlice<UInt8> { output.pending }

  /// Counts the song of the record, where the filter takes it.
  /// - Returns: whether it is to be added.
  public mutating func isWanted() -> Bool {
    guard question.selection.filter.matches(record) else { return false }
    found += 1
    return question.window.contains(found - 1)
  }

  /// Whether songs with the tags of the record, which their albums share, may be wanted.
  public func mayHaveWanted() -> Bool { question.albums?.matches(record) ?? true }

  /// Adds the song of the record.
  /// - Returns: the bytes of its lines.
  public mutating func add() -> Int {
    let before = output.count
    output.song(record)
    return output.count - before
  }

  /// Whether further songs are wanted.
  public var goesOn: Bool { found < question.window.upperBound }
}
