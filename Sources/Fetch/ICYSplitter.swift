/// Parts the bytes of a SHOUTcast or Icecast stream into data and metadata: after each `interval` bytes of data a byte
/// says how many blocks of 16 bytes of metadata follow.
public struct ICYSplitter {
  private let interval: Int
  private var dataLeft: Int
  private var metadata: [UInt8] = []
  private var metadataLeft = 0
  private var title: [UInt8]?
  /// Data bytes so far.
  public private(set) var position: Int64 = 0

  public init(interval: Int) {
    self.interval = interval
    dataLeft = interval
  }

  /// - Parameters:
  ///   - data: gets the data among `bytes`, in order; false ends it.
  ///   - newTitle: gets each title that differs from the one before, with the position at which it holds.
  /// - Returns: false where `data` did.
  public mutating func take(
    _ bytes: ArraySlice<UInt8>, data: (ArraySlice<UInt8>) -> Bool, newTitle: ([UInt8], Int64) -> Void
  ) -> Bool {
    var rest = bytes
    while let first = rest.first {
      if metadataLeft > 0 {
        let part = rest.prefix(metadataLeft)
        metadata += part
        metadataLeft -= part.count
        rest = rest.dropFirst(part.count)
        if metadataLeft == 0 { endMetadata(newTitle) }
      } else if dataLeft == 0 {
        metadataLeft = Int(first) * 16
        metadata = []
        dataLeft = interval
        rest = rest.dropFirst()
      } else {
        let part = rest.prefix(dataLeft)
        guard data(part) else { return false }
        dataLeft -= part.count
        position += Int64(part.count)
        rest = rest.dropFirst(part.count)
      }
    }
    return true
  }

  private mutating func endMetadata(_ newTitle: ([UInt8], Int64) -> Void) {
    guard let found = ICYTitle.find(in: metadata), found != title else { return }
    title = found
    newTitle(found, position)
  }
}
