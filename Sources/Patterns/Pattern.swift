import CPCRE2
import Linux

/// A regular expression of PCRE2 (pcre2pattern(3)), compiled as MPD compiles those of filters: it matches anywhere in a
/// text, `.` matches line feeds, groups without a name do not capture, and texts are bytes unless the expression begins
/// with `(*UTF)`.
/// Expressions and texts may be hostile, so steps are counted (pcre2callout(3)): each text adds to a budget, each step
/// takes one, and an expression without budget never runs again. Any thread.
@safe public final class Pattern: @unchecked Sendable {
  // Unchecked: PCRE2 only reads what it has compiled, and nothing writes to it between `init` and `deinit`.
  private let code: OpaquePointer

  public let text: String
  public let foldsCase: Bool
  /// The steps that are left; fewer than none once it is spent.
  private let steps = Guarded(mostSteps)

  /// As long as MPD takes a text.
  static let mostBytes = 4095
  static let mostCodeBytes = 32 << 10
  private static let deepestParentheses: UInt32 = 64
  /// For what it has to come back to in a text.
  private static let mostHeapKibibytes: UInt32 = 512

  /// A step takes some 20 ns on a PC, and five times that on a board.
  static let mostSteps = 100_000
  private static let stepsPerText = 300
  private static let stepsPerByte = 8
  /// In a long text a step may be a long way.
  private static let bytesPerStep = 1024

  /// - Parameter foldsCase: that of ASCII's letters; with `(*UTF)` that of all.
  public init(_ text: String, foldsCase: Bool) throws(PatternError) {
    guard text.utf8.count <= Self.mostBytes else { throw .tooLong(mostBytes: Self.mostBytes) }
    // With \C a text could be cut within a character, where nothing is sure any more.
    var options = PCRE2_DOTALL | PCRE2_NO_AUTO_CAPTURE | PCRE2_AUTO_CALLOUT | PCRE2_NEVER_BACKSLASH_C
    if foldsCase { options |= PCRE2_CASELESS }
    guard let context = unsafe pcre2_compile_context_create_8(nil) else {
      preconditionFailure("pcre2_compile_context_create: no memory")
    }
    defer { unsafe pcre2_compile_context_free_8(context) }
    unsafe pcre2_set_parens_nest_limit_8(context, Self.deepestParentheses)

    var number: CInt = 0
    var offset = 0
    // The zero gives an empty text an address.
    let bytes = Array(text.utf8) + [0]
    guard let code = unsafe pcre2_compile_8(bytes, bytes.count - 1, options, &number, &offset, context) else {
      throw .wrong(Self.message(number), offset: offset)
    }
    var size = 0
    unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_SIZE), &size)
    guard size <= Self.mostCodeBytes else {
      unsafe pcre2_code_free_8(code)
      throw .tooLarge
    }
    unsafe self.code = code
    self.text = text
    self.foldsCase = foldsCase
  }

  deinit { unsafe pcre2_code_free_8(code) }

  private static func message(_ number: CInt) -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    unsafe pcre2_get_error_message_8(number, &bytes, bytes.count)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  // MARK: Matching

  /// Whether it took more steps or memory than it may: from then on no text matches.
  public var isSpent: Bool { steps.withLock { $0 < 0 } }

  /// Whether a part of `text` is what it says.
  public func matches(_ text: String) -> Bool {
    let left = steps.withLock { $0 }
    if left < 0 { return false }
    var text = text
    return text.withUTF8 { bytes in
      var run = Run(
        left: min(left + Self.stepsPerText + Self.stepsPerByte * bytes.count, Self.mostSteps),
        perStep: 1 + bytes.count / Self.bytesPerStep)
      let isMatch = unsafe matches(bytes, &run)
      let rest = run.left
      steps.withLock { $0 = rest }
      return isMatch
    }
  }

  private func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ run: inout Run) -> Bool {
    guard let context = unsafe pcre2_match_context_create_8(nil),
      let data = unsafe pcre2_match_data_create_8(1, nil)
    else { preconditionFailure("pcre2_match_data_create: no memory") }
    defer {
      unsafe pcre2_match_data_free_8(data)
      unsafe pcre2_match_context_free_8(context)
    }
    unsafe pcre2_set_heap_limit_8(context, Self.mostHeapKibibytes)
    let result = unsafe withUnsafeMutablePointer(to: &run) { run in
      unsafe pcre2_set_callout_8(context, { _, run in unsafe Run.step(run) }, run)
      return unsafe pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, 0, data, context)
    }
    if [PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT].contains(result) {
      run.left = -1
    }
    return result >= 0
  }

  /// The remaining steps for one text.
  private struct Run {
    var left: Int
    let perStep: Int

    /// Called by PCRE2 before each step; a result above 0 would mean that the step leads nowhere.
    static func step(_ run: UnsafeMutableRawPointer?) -> CInt {
      guard let run = unsafe run?.assumingMemoryBound(to: Run.self) else { return PCRE2_ERROR_CALLOUT }
      unsafe run.pointee.left -= unsafe run.pointee.perStep
      return unsafe run.pointee.left < 0 ? PCRE2_ERROR_CALLOUT : 0
    }
  }
}

extension Pattern: Hashable {
  public static func == (a: Pattern, b: Pattern) -> Bool { a.text == b.text && a.foldsCase == b.foldsCase }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(foldsCase)
  }
}
