/// What of a song tells where it stands on a shelf (`ShelfOrder`).
public struct ShelfPlace {
  /// Names, with what stands in for those that a song lacks; empty where nothing does.
  public var albumArtist = ""
  public var album = ""
  /// Four digits (`year(of:)`).
  public var year: String?
  public var disc: UInt16?
  public var track: UInt16?
  /// The title, or the file's name.
  public var title = ""

  public init() {}

  /// The year of a date as it is written: four digits at its beginning or, as in `12.05.1999`, at its end.
  public static func year(of date: String) -> String? {
    func isYear(_ text: some StringProtocol) -> Bool {
      text.utf8.count == 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    // As most dates are: to find where characters end takes longer than all else.
    if isYear(date) { return date }
    for digits in [date.prefix(4), date.suffix(4)] where isYear(digits) { return String(digits) }
    return nil
  }
}
