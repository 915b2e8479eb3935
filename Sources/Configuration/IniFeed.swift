import CIni
import Synchronization

/// Feeds libinih one line at a time, so that it knows the line of each value. An empty line stands in for one that libinih
/// would silently cut off, skip or join, and the fault is noted.
final class IniFeed {
  private let bytes: [UInt8]
  private let name: String
  private var position = 0
  private var line = 0
  private var sections: [IniSection] = []
  /// Whether the last heading has a mistake: the settings below it can't be judged.
  private var isInUnknownSection = false
  private var faults: [ConfigurationError.Fault] = []

  init(bytes: [UInt8], name: String) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    self.name = name
  }

  /// libinih's options are variables of the whole process.
  private static let options = Mutex(())

  func parse() throws(ConfigurationError) -> ([IniSection], [ConfigurationError.Fault]) {
    let answer = Self.options.withLock { _ in
      // Two bytes for the line end and the terminator, one to distinguish a full line from a cut one.
      cini_allow_lines(Int32(IniFile.maximumLineBytes + 3))
      return unsafe ini_parse_stream(
        { target, count, feed in
          guard let target = unsafe target, let feed = unsafe feed else { return nil }
          let isMore = unsafe Unmanaged<IniFeed>.fromOpaque(feed).takeUnretainedValue()
            .writeLine(to: UnsafeMutableBufferPointer(start: target, count: Int(count)))
          return isMore ? unsafe target : nil
        },
        Unmanaged.passUnretained(self).toOpaque(),
        { feed, _, name, value in
          guard let feed = unsafe feed, let name = unsafe name, let value = unsafe value else { return 0 }
          unsafe Unmanaged<IniFeed>.fromOpaque(feed).takeUnretainedValue()
            .take(name: String(cString: name), value: String(cString: value))
          return 1
        },
        Unmanaged.passUnretained(self).toOpaque())
    }
    switch answer {
    case 0: break
    case 1...:
      line = Int(answer)
      faults += neitherSettingNorSection.faults
    default: throw ConfigurationError(.file(name, line: 0), "not enough memory to read it")
    }
    return (sections, faults)
  }

  private var neitherSettingNorSection: ConfigurationError {
    refuse(
      "this line is neither a setting nor a section",
      expected: "`key = value`, `[section]` or a comment that begins with # or ;")
  }

  /// Writes the next line with its end and a terminator, as fgets(3) does.
  /// - Returns: false at the end of the text.
  private func writeLine(to target: UnsafeMutableBufferPointer<CChar>) -> Bool {
    guard position < bytes.count else { return false }
    line += 1
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    var text = bytes[position..<end]
    position = end + 1
    // libinih takes an indented line for one more value of the key before; here it is a line like any other.
    text = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    do {
      try check(text, limit: target.count - 3)
      try noteHeading(text)
      try refuseCutPassword(text)
    } catch {
      faults += error.faults
      isInUnknownSection = isInUnknownSection || text.first == UInt8(ascii: "[")
      text = []
    }
    if isInUnknownSection { text = [] }
    var written = 0
    for byte in text {
      unsafe target[written] = CChar(bitPattern: byte)
      written += 1
    }
    unsafe target[written] = CChar(bitPattern: UInt8(ascii: "\n"))
    unsafe target[written + 1] = 0
    return true
  }

  private func refuse(_ problem: String, expected: String? = nil) -> ConfigurationError {
    ConfigurationError(.file(name, line: line), problem, expected: expected)
  }

  private func check(_ text: ArraySlice<UInt8>, limit: Int) throws(ConfigurationError) {
    guard text.count <= limit else {
      throw refuse("this line has \(text.count) bytes", expected: "at most \(limit)")
    }
    guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
      throw refuse("this line contains a control character", expected: "text")
    }
    guard String(validating: text, as: UTF8.self) != nil else {
      throw refuse("this line is not UTF-8", expected: "text in UTF-8")
    }
    let isHeading = text.first == UInt8(ascii: "[") && text.contains(UInt8(ascii: "]"))
    let isComment = text.first.map { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ";") } ?? true
    guard
      isHeading || isComment || text.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") })
    else { throw neitherSettingNorSection }
  }

  /// libinih ends a value at a semicolon after a blank. The rest of a password would go with its permissions.
  private func refuseCutPassword(_ text: ArraySlice<UInt8>) throws(ConfigurationError) {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let key = text.prefix { !isBlank($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") }
    guard key.elementsEqual("password".utf8),
      zip(text, text.dropFirst()).contains(where: { isBlank($0) && $1 == UInt8(ascii: ";") })
    else { return }
    throw refuse(
      "a semicolon after a blank would end the password",
      expected: "a password without it, and comments in other lines")
  }

  /// libinih reports a heading only with its first value, and skips the text after it.
  private func noteHeading(_ text: ArraySlice<UInt8>) throws(ConfigurationError) {
    guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else { return }
    let rest = text[(end + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard rest.isEmpty || rest.first == UInt8(ascii: ";") || rest.first == UInt8(ascii: "#") else {
      throw refuse("unexpected text after the section name", expected: "a line break")
    }
    let title = String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self)
    guard !title.contains(";") else {
      throw refuse("the section name contains a semicolon", expected: "a name without it")
    }
    sections.append(IniSection(line: line, name: title))
    isInUnknownSection = false
  }

  private func take(name: String, value: String) {
    if sections.isEmpty { sections.append(IniSection(line: line, name: "")) }
    sections[sections.count - 1].entries.append(IniEntry(line: line, name: name, value: value))
  }
}
