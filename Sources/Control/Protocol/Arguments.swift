// For the rounding of floating point, which the compiler takes from the C library.
import Glibc

/// The arguments of a command, read as the command expects, with MPD's sentences for wrong ones.
struct Arguments {
  let words: [String]

  var count: Int { words.count }
  subscript(_ index: Int) -> String { words[index] }
  func optional(_ index: Int) -> String? { index < words.count ? words[index] : nil }

  /// A number from `range`, signed on the wire.
  func integer(_ index: Int, in range: ClosedRange<Int> = Int(Int32.min)...Int(Int32.max))
    throws(CommandError) -> Int
  {
    let text = words[index]
    guard let value = try Self.number(text) else { throw .argument("Integer expected: \(text)") }
    // MPD calls what is too small too large as well.
    guard range.contains(value) else { throw .argument("Number too large: \(text)") }
    return value
  }

  /// A version of the queue. -1 and the like, which MPD reads as very large, stand for one that nobody knows.
  func version(_ index: Int) throws(CommandError) -> Int {
    guard let value = try Self.number(words[index]) else {
      throw .argument("Integer expected: \(words[index])")
    }
    return value < 0 ? Int(UInt32.max) : value
  }

  /// A number from 0 up to `maximum`. A negative one is "too large", since MPD reads it as unsigned.
  func unsigned(_ index: Int, maximum: Int = Int(UInt32.max)) throws(CommandError) -> Int {
    let text = words[index]
    guard let value = try Self.number(text) else { throw .argument("Integer expected: \(text)") }
    if value < 0 || value > maximum { throw .argument("Number too large: \(text)") }
    return value
  }

  /// A number from `range`.
  /// - Parameter what: what it is, for who gives another.
  func number(_ index: Int, in range: ClosedRange<Int>, _ what: String) throws(CommandError) -> Int {
    guard let value = (try? Self.number(words[index])) ?? nil, range.contains(value) else {
      throw .argument("\(what) from \(range.lowerBound) to \(range.upperBound) expected: \(words[index])")
    }
    return value
  }

  /// A place in a song: seconds with a fraction.
  func placeInSong(_ index: Int) throws(CommandError) -> Duration {
    guard let seconds = Double(words[index]), Self.placesInSong.contains(seconds) else {
      throw .argument("0 to 360000 seconds expected: \(words[index])")
    }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// In seconds; a hundred hours, as `Region.longest`.
  static let placesInSong = 0.0...360_000.0

  func boolean(_ index: Int) throws(CommandError) -> Bool {
    switch (try? Self.number(words[index])) ?? nil {
    case 0: return false
    case 1: return true
    default: throw .argument("Boolean (0/1) expected: \(words[index])")
    }
  }

  func float(_ index: Int) throws(CommandError) -> Double {
    guard let value = Double(words[index]) else { throw .argument("Float expected: \(words[index])") }
    return value
  }

  /// Seconds with a fraction, not negative; what no song is long enough for is cut to a year.
  func time(_ index: Int) throws(CommandError) -> Duration {
    let seconds = try float(index)
    guard seconds.isFinite else { throw .argument("Float expected: \(words[index])") }
    if seconds < 0 { throw .argument("Negative value not allowed: \(words[index])") }
    return Self.duration(seconds)
  }

  /// As `time`, with a sign; the sign also says that the time is relative.
  func signedTime(_ index: Int) throws(CommandError) -> (duration: Duration, isRelative: Bool) {
    let seconds = try float(index)
    guard seconds.isFinite else { throw .argument("Float expected: \(words[index])") }
    return (Self.duration(seconds), isRelative(index))
  }

  /// `A` (one place), `A:B` (up to B, without it), `A:` (from A on) or `-1` (everything). An open end is `Int.max`.
  func range(_ index: Int) throws(CommandError) -> Range<Int> {
    let text = words[index]
    if text == "-1" { return 0..<Int.max }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let lower = try Self.number(String(parts[0])) else {
      throw .argument("Integer or range expected: \(text)")
    }
    if lower < 0 { throw .argument("Number is negative: \(text)") }
    if lower > Int(Int32.max) { throw .argument("Number too large: \(text)") }
    guard parts.count == 2 else { return lower..<lower + 1 }
    if parts[1].isEmpty { return lower..<Int.max }
    guard let upper = try Self.number(String(parts[1])) else {
      throw .argument("Integer or range expected: \(text)")
    }
    if upper < 0 { throw .argument("Number is negative: \(text)") }
    if upper > Int(Int32.max) { throw .argument("Number too large: \(text)") }
    if upper < lower { throw .argument("Malformed range: \(text)") }
    return lower..<upper
  }

  /// Takes `window A:B` off the end of `words`, where it stands there.
  /// - Parameters:
  ///   - words: some of these words.
  ///   - rest: how many have to be before it.
  func takeWindow(from words: inout ArraySlice<String>, behind rest: Int = 0) throws(CommandError)
    -> Range<Int>?
  {
    guard let place = words.takeOption("window", behind: rest) else { return nil }
    return try range(place)
  }

  /// Whether a place is meant relative to the current song.
  func isRelative(_ index: Int) -> Bool { words[index].hasPrefix("+") || words[index].hasPrefix("-") }

  /// A distance to the current song.
  enum Relative {
    case after(Int)
    case before(Int)
  }

  /// `+N`, songs after the current one, or `-N`, songs before it.
  /// - Parameters:
  ///   - after: how many songs there are after it.
  ///   - before: how many before it.
  func relative(_ index: Int, after: Int, before: Int) throws(CommandError) -> Relative {
    let text = words[index]
    let digits = String(decoding: text.utf8.dropFirst(), as: UTF8.self)
    guard let distance = try Self.number(digits) else { throw .argument("Integer expected: \(digits)") }
    let isAfter = text.hasPrefix("+")
    guard (0...max(0, isAfter ? after : before)).contains(distance) else {
      throw .argument("Number too large: \(digits)")
    }
    return isAfter ? .after(distance) : .before(distance)
  }

  /// A range of places in a queue of `length`, cut at its end. One that begins at the end is empty; one that begins
  /// after it is refused. A single place is a range too (MPD's `RangeArg::CheckClip`).
  func queueRange(_ index: Int, length: Int) throws(CommandError) -> Range<Int> {
    let range = try range(index)
    guard range.lowerBound <= length else { throw .badSongIndex }
    return range.clamped(to: 0..<length)
  }

  /// Whole numbers in digits, with an optional sign; nil for anything else, also for ones beyond 64 bits when they
  /// hold anything but digits.
  private static func number(_ text: String) throws(CommandError) -> Int? {
    if let value = Int(text) { return value }
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    throw .argument("Number too large: \(text)")
  }

  private static func duration(_ seconds: Double) -> Duration {
    let year = 31_536_000.0
    return .milliseconds(Int64((min(max(seconds, -year), year) * 1000).rounded()))
  }
}
