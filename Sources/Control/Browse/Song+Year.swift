extension Song {
  /// From the first of its dates that tells it.
  var year: String? { (values(of: .date) + values(of: .originalDate)).lazy.compactMap(Self.year(of:)).first }

  /// The year of a date as it is written: four digits at its beginning or, as in `12.05.1999`, at its end.
  static func year(of date: String) -> String? {
    for digits in [date.prefix(4), date.suffix(4)]
    where digits.utf8.count == 4 && digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return String(digits)
    }
    return nil
  }
}
