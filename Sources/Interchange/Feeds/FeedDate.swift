/// Points in time as feeds have them: RFC 822 (5) with years of two or four digits, ISO 8601 whole or in part, and what
/// people write by hand: `Mar 16, 2024`, `16.03.2024 10:00`.
enum FeedDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// In minutes to the east of Greenwich. `IST` is India's, `BST` Britain's, `CST` America's; others are UTC.
  private static let zones: [String: Int64] = [
    "wet": 0, "west": 60, "bst": 60, "cet": 60, "met": 60, "cest": 120, "mest": 120, "mesz": 120, "mez": 60,
    "eet": 120, "eest": 180, "msk": 180, "sast": 120, "idt": 180, "pkt": 300, "ist": 330, "sgt": 480,
    "hkt": 480, "awst": 480, "jst": 540, "kst": 540, "acst": 570, "acdt": 630, "aest": 600, "aedt": 660,
    "nzst": 720, "nzdt": 780, "nst": -210, "ndt": -150, "brt": -180, "art": -180, "ast": -240, "adt": -180,
    "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
    "akst": -540, "akdt": -480, "hst": -600, "at": -240,
    "et": -300, "ct": -360, "mt": -420, "pt": -480,
  ]

  private static let mostBytes = 64

  /// - Returns: seconds since 1970; nil for what is no such date. A time without a zone is UTC, a day without a time its
  ///   beginning.
  static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count <= mostBytes else { return nil }
    let bytes = Array(text.utf8)
    if bytes.allSatisfy(isDigit), (9...10).contains(bytes.count) { return SourceText.number(bytes[...]) }
    var parts = Parts()
    for word in words(of: bytes) where !parts.take(word) { return nil }
    return parts.seconds
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Cut at blanks, commas and brackets, at the `T` of ISO 8601, and before the zone that follows a time.
  private static func words(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var start = 0
    func isTime(_ word: ArraySlice<UInt8>) -> Bool { word.contains(UInt8(ascii: ":")) }
    func end(_ place: Int) {
      if place > start { words.append(bytes[start..<place]) }
    }
    for (place, byte) in bytes.enumerated() {
      let word = bytes[start..<place]
      if byte <= 0x20 || ",;()".utf8.contains(byte) {
        end(place)
        start = place + 1
      } else if byte | 0x20 == UInt8(ascii: "t"), word.count >= 8,
        word.allSatisfy({ isDigit($0) || $0 == 0x2D })
      {
        end(place)
        start = place + 1
      } else if isTime(word), word.first.map(isDigit) ?? false,
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || (0x61...0x7A).contains(byte | 0x20),
        word.last.map(isDigit) ?? false
      {
        end(place)
        start = place
      }
    }
    end(bytes.count)
    return words
  }

  private struct Parts {
    var year: Int64?
    var month: Int64?
    var day: Int64?
    /// Seconds of the day.
    var time: Int64?
    /// Seconds to the east.
    var zone: Int64?
    var isAfternoon: Bool?

    /// - Returns: false for what makes it no date.
    mutating func take(_ word: ArraySlice<UInt8>) -> Bool {
      let text = String(decoding: word, as: UTF8.self).lowercased()
      let numbers = word.split { !FeedDate.isDigit($0) }.map { SourceText.number($0) ?? -1 }
      if time != nil, let first = word.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
        return takeOffset(word)
      }
      if time == nil, word.contains(UInt8(ascii: ":")), word.first.map(FeedDate.isDigit) ?? false {
        return takeTime(word)
      }
      if word.first == UInt8(ascii: ":") { return false }
      if let first = word.first, FeedDate.isDigit(first) { return takeDigits(word, numbers) }
      return takeName(text, word, numbers)
    }

    /// `+0100`, `-05:00`, `+1`
    private mutating func takeOffset(_ word: ArraySlice<UInt8>) -> Bool {
      let digits = word.dropFirst().filter(FeedDate.isDigit)
      guard (1...4).contains(digits.count), let number = SourceText.number(digits[...]) else { return true }
      let (hours, minutes) = digits.count > 2 ? (number / 100, number % 100) : (number, 0)
      guard hours < 15, minutes < 60 else { return true }
      zone = (hours * 3600 + minutes * 60) * (word.first == UInt8(ascii: "-") ? -1 : 1)
      return true
    }

    /// `10:00`, `10:00:00.5`
    private mutating func takeTime(_ word: ArraySlice<UInt8>) -> Bool {
      let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count) else { return false }
      let values = parts.map { SourceText.number($0.prefix { $0 != UInt8(ascii: ".") }) ?? 99 }
      let (hour, minute, second) = (values[0], values[1], values.count > 2 ? values[2] : 0)
      // 24:00 is the end of a day (ISO 8601), 60 a leap second.
      guard hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60, second <= 60 else {
        return false
      }
      time = hour * 3600 + minute * 60 + second
      return true
    }

    private mutating func takeDigits(_ word: ArraySlice<UInt8>, _ numbers: [Int64]) -> Bool {
      let isWord = word.contains { (0x61...0x7A).contains($0 | 0x20) }
      if numbers.count == 2, isWord, day == nil {
        // `16-Mar-2024`
        let name = word.split(separator: UInt8(ascii: "-")).dropFirst().first ?? []
        guard setMonth(String(decoding: name, as: UTF8.self).lowercased()) else { return false }
        day = numbers[0]
        return setYear(numbers[1], digits: word.reversed().prefix(while: FeedDate.isDigit).count)
      }
      if numbers.count == 3, year == nil, day == nil { return takeDay(word, numbers) }
      if numbers.count == 2, year == nil, word.count == 7, word.prefix(4).allSatisfy(FeedDate.isDigit) {
        (year, month, day) = (numbers[0], numbers[1], 1)
        return true
      }
      guard numbers.count == 1, numbers[0] >= 0 else { return true }
      let digits = word.prefix(while: FeedDate.isDigit).count
      if digits == 8, year == nil {
        (year, month, day) = (numbers[0] / 10_000, numbers[0] / 100 % 100, numbers[0] % 100)
      } else if (4...6).contains(digits), year != nil, day != nil, time == nil {
        // `20240316T1000`
        let clock = digits == 4 ? numbers[0] * 100 : numbers[0]
        guard clock < 240_000, clock / 100 % 100 < 60, clock % 100 <= 60 else { return false }
        time = clock / 10_000 * 3600 + clock / 100 % 100 * 60 + clock % 100
        if word.count > digits {
          return takeName(String(decoding: word.dropFirst(digits), as: UTF8.self), [], [])
        }
      } else if digits <= 2, day == nil {
        day = numbers[0]
      } else if year == nil {
        return setYear(numbers[0], digits: digits)
      }
      return true
    }

    /// `2024-03-16`, `24-03-16`, `16.03.2024`, `03/16/2024`: with slashes as Americans write it, where that can be.
    private mutating func takeDay(_ word: ArraySlice<UInt8>, _ numbers: [Int64]) -> Bool {
      if word.prefix(4).allSatisfy(FeedDate.isDigit) {
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
        return true
      }
      // `03-12-31`
      if word.prefix(3).last == UInt8(ascii: "-"), word.count == 8 {
        (month, day) = (numbers[1], numbers[2])
        return setYear(numbers[0], digits: 2)
      }
      let isAmerican = word.contains(UInt8(ascii: "/")) && numbers[0] <= 12
      (month, day) = isAmerican ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
      return setYear(numbers[2], digits: word.reversed().prefix(while: FeedDate.isDigit).count)
    }

    private mutating func takeName(_ text: String, _ word: ArraySlice<UInt8>, _ numbers: [Int64]) -> Bool {
      if text == "am" || text == "pm" {
        isAfternoon = text == "pm"
      } else if month == nil, setMonth(text) {
        return true
      } else if time != nil, zone == nil {
        if let minutes = FeedDate.zones[text] { zone = minutes * 60 }
        // `GMT+1`, `UTC-0400`
        if let sign = word.firstIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
          return takeOffset(word[sign...])
        }
      }
      return true
    }

    private mutating func setMonth(_ name: String) -> Bool {
      guard let place = FeedDate.months.firstIndex(of: String(name.prefix(3))) else { return false }
      month = Int64(place) + 1
      return true
    }

    /// Two and three digits as RFC 2822 (4.3) reads them.
    private mutating func setYear(_ number: Int64, digits: Int) -> Bool {
      year = digits >= 4 ? number : number < 50 && digits < 3 ? 2000 + number : 1900 + number
      return true
    }

    var seconds: Int64? {
      guard let year, let month, let day, (1000...9999).contains(year), (1...12).contains(month),
        (1...31).contains(day)
      else { return nil }
      var time = time ?? 0
      if let isAfternoon, (3600..<13 * 3600).contains(time) {
        time = time % (12 * 3600) + (isAfternoon ? 12 * 3600 : 0)
      }
      return ISODate.days(year, month, day) * 86_400 + time - (zone ?? 0)
    }
  }
}
