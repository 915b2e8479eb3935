/// Files that the scan found in one folder since the batch before, at most `most`.
package struct ScanBatch: Sendable {
  /// Rows written in one transaction: few, so that a user's edit never waits long, and batches on their way to the
  /// store take little memory.
  package static let most = 100
  /// Limit of the chapters of its files together, which bounds their rows and texts.
  static let mostChapters = 3000

  package struct File: Sendable {
    package enum Content: Sendable {
      case details(TrackDetails)
      /// Not one of the formats, or broken: the reason.
      case unreadable(String)
    }

    package let folder: [UInt8]
    let name: [UInt8]
    let sizeBytes: Int64
    let modifiedNanoseconds: Int64
    let content: Content
    /// Its fingerprint (`TrackFingerprint`).
    package let print: Int64?
    /// Whether no row stands for it yet.
    let isNew: Bool
    /// Whether it may have been written to after it was read and have kept its time all the same: the next scan reads it
    /// again.
    let isInDoubt: Bool
    /// Its place in its folder (`NaturalKey.ofTrack`).
    let sortKey: [UInt8]
    /// Its name as people compare names (`FoldedName`).
    let matchName: String

    package init(
      folder: [UInt8], name: [UInt8], sizeBytes: Int64, modifiedNanoseconds: Int64, content: Content,
      print: Int64? = nil, isNew: Bool = false, isInDoubt: Bool = false
    ) {
      self.folder = folder
      self.name = name
      self.sizeBytes = sizeBytes
      self.modifiedNanoseconds = modifiedNanoseconds
      self.content = content
      self.print = print
      self.isNew = isNew
      self.isInDoubt = isInDoubt
      var details: TrackDetails?
      if case .details(let found) = content { details = found }
      sortKey = NaturalKey.ofTrack(
        name: name, album: details?.album, disc: details?.disc, track: details?.track)
      matchName = String(decoding: FoldedName.fold(name), as: UTF8.self)
    }

    package var path: [UInt8] { VolumePath.join(folder, name) }

    /// Who is said to have read it: one of no version, or of the first, where it is to be read again.
    var readerKept: Int64 { isInDoubt ? 1 : TrackDetails.reader }
  }

  /// Limit of a batch's texts together, except for the last file's.
  static let mostBytes = 1 << 20

  var files: [File] = []
  /// Whether songs of the volume may look for the files that are new: there were songs before the scan.
  var notesNew = false
  /// Sums over all its files.
  private(set) var chapterCount = 0
  private(set) var textBytes = 0
  /// Rows that are unchanged but had been marked vanished.
  var returned: [Int64] = []

  /// Folders that the scan has finished, all of whose files are in the database once this and the earlier batches are:
  /// their digests are stored.
  var settled: [[UInt8]] = []

  /// Whether it is to be written before more is added.
  var isFull: Bool {
    count >= Self.most || settled.count >= Self.most || chapterCount >= Self.mostChapters
      || textBytes >= Self.mostBytes
  }

  var isEmpty: Bool { count == 0 && settled.isEmpty }
  /// Rows that it writes.
  var count: Int { files.count + returned.count }

  mutating func append(_ file: File) {
    files.append(file)
    guard case .details(let details) = file.content else { return }
    textBytes += details.textBytes
    chapterCount += details.chapters.count
  }
}
