public import Model

/// The lines of one song after the other.
public struct SongLines {
  /// The song whose lines are wanted.
  public var record: SongRecord
  private var output = OutputBuffer()

  public init(_ record: SongRecord = SongRecord()) { self.record = record }

  public mutating func make() -> [UInt8] {
    output.consume(output.count)
    output.song(record)
    return Array(output.pending)
  }
}
