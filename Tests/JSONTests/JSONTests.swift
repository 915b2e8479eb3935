import Support
import Testing

@testable import JSON

struct JSONTests {
  private func skips(_ text: String) -> Bool {
    var reader = JSONReader(Array(text.utf8))
    do {
      try reader.skip()
      try reader.end()
      return true
    } catch {
      return false
    }
  }

  @Test func `a byte order mark is skipped as a whole, and a part of one is no text`() throws {
    let marks: [([UInt8], Bool)] = [
      ([0xEF, 0xBB, 0xBF], true), ([0xBB, 0xBF], false), ([0xEF, 0xBF], false), ([], true),
    ]
    for (mark, isRead) in marks {
      var pieces: [[UInt8]] = [mark + Array("{}".utf8)]
      var stream = JSONStream(mostBytes: 100) { pieces.popLast() }
      do {
        try stream.skip()
        try stream.end()
        #expect(isRead)
      } catch {
        #expect(!isRead, "\(mark): \(error)")
      }
    }
  }

  @Test func `values are read one at a time`() throws {
    var reader = JSONReader(
      Array(
        #" {"a": [1, -2.5e1, 12.0], "b": "x\"\\\/\n\u00f6\ud83c\udfb5", "c": {"d": [true, null]}, "e": false} "#
          .utf8))
    try reader.beginObject()
    try expectEqual(reader.nextKey(), "a")
    try reader.beginArray()
    #expect(try reader.nextElement())
    try expectEqual(reader.integer(), 1)
    #expect(try reader.nextElement())
    try expectEqual(reader.number(), -25)
    #expect(try reader.nextElement())
    try expectEqual(reader.integer(), 12)
    #expect(try !reader.nextElement())
    try expectEqual(reader.nextKey(), "b")
    try expectEqual(reader.kind(), .string)
    try expectEqual(reader.string(), "x\"\\/\nö🎵")
    try expectEqual(reader.nextKey(), "c")
    let range = try reader.skip()
    #expect(String(decoding: reader.bytes[range], as: UTF8.self) == #"{"d": [true, null]}"#)
    try expectEqual(reader.nextKey(), "e")
    #expect(try !reader.null())
    #expect(try !reader.boolean())
    #expect(try reader.nextKey() == nil)
    try reader.end()
  }

  @Test(arguments: [
    "{}", "[]", "[[],{}]", "0", "\"\"", "null", " [1 , 2 ] ", #"{"a":{"b":[{}]}}"#, "\u{FEFF}{}", "1e3",
  ])
  func `valid JSON is skipped`(text: String) { #expect(skips(text)) }

  @Test(arguments: [
    "", "{", "[", "[1", "[1,", "[1 2]", "{1:2}", #"{"a"}"#, #"{"a":}"#, "nul", "tru", "\"", "\"\\x\"",
    "\"\\u12\"",
    "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"a\nb\"", "1 2", "}", "1e999x", "--", "\"\\u+041\"",
  ])
  func `invalid JSON is refused`(text: String) { #expect(!skips(text)) }

  @Test func `any number can be written`() {
    let values: [Double] = [
      Double(Int64.min), -Double(Int64.min), .greatestFiniteMagnitude, .infinity, .nan, 4_503_599_627_370_496,
      -1,
    ]
    for value in values {
      var writer = JSONWriter(isCompact: true)
      writer.number(value)
      let text = String(decoding: writer.bytes, as: UTF8.self)
      expectEqual(Double(text) ?? .infinity, value.isFinite ? value : .infinity)
    }
  }

  @Test func `nesting that is too deep is refused, and numbers out of range`() throws {
    #expect(skips(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)))
    #expect(!skips(String(repeating: "[", count: 33) + String(repeating: "]", count: 33)))
    #expect(!skips(String(repeating: "[", count: 1_000_000)))
    var reader = JSONReader(Array("1e999".utf8))
    #expect(throws: JSONFault.self) { try reader.number() }
    reader = JSONReader(Array("9223372036854775808".utf8))
    #expect(throws: JSONFault.self) { try reader.integer() }
    reader = JSONReader(Array("1.5".utf8))
    #expect(throws: JSONFault.self) { try reader.integer() }
    var bytes = Array("\"a\"".utf8)
    bytes[1] = 0xFF
    reader = JSONReader(bytes)
    #expect(throws: JSONFault.self) { try reader.string() }
    // Also where nobody reads it: what is passed over is kept.
    reader = JSONReader(bytes)
    #expect(throws: JSONFault.self) { try reader.skip() }
  }

  // MARK: In pieces

  private func stream(_ text: String, _ size: Int, mostBytes: Int = 100) -> JSONStream {
    var rest = Array(text.utf8)[...]
    return JSONStream(mostBytes: mostBytes) {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  private func skipsInPieces(_ text: String, _ size: Int) -> Bool {
    var stream = stream(text, size)
    do {
      try stream.skip()
      try stream.end()
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: [1, 2, 3, 7, 1000]) func `a text in pieces is read as one at once`(size: Int)
    throws
  {
    var stream = stream(
      "\u{FEFF}"
        + #" {"a": [1, -2.5e1, 12.0], "b": "x\"\\\/\n\u00f6\ud83c\udfb5ß", "c": {"d": [true, null]}, "e": false, "f": "é"} "#,
      size)
    try stream.beginObject()
    try expectEqual(stream.nextKey(), "a")
    try stream.beginArray()
    #expect(try stream.nextElement())
    try expectEqual(stream.integer(), 1)
    #expect(try stream.nextElement())
    try expectEqual(stream.digits(), "-2.5e1")
    #expect(try stream.nextElement())
    try expectEqual(stream.integer(), 12)
    #expect(try !stream.nextElement())
    try expectEqual(stream.nextKey(), "b")
    try expectEqual(stream.kind(), .string)
    try expectEqual(stream.string(), "x\"\\/\nö🎵ß")
    try expectEqual(stream.nextKey(), "c")
    try stream.skip()
    try expectEqual(stream.nextKey(), "e")
    try expectEqual(stream.kind(), .boolean)
    try stream.skip()
    try expectEqual(stream.nextKey(), "f")
    try expectEqual(stream.string(), "é")
    #expect(try stream.nextKey() == nil)
    try stream.end()
  }

  @Test func `JSON is valid in pieces of any size or in none`() {
    let texts = [
      "{}", "[]", "[[],{}]", "0", "\"\"", "null", " [1 , 2 ] ", #"{"a":{"b":[{}]}}"#, "\u{FEFF}{}", "1e3", "",
      "{", "[", "[1", "[1,", "[1 2]", "{1:2}", #"{"a"}"#, #"{"a":}"#, "nul", "tru", "\"", #""\x""#,
      #""\u12""#,
      #""\ud800""#, #""\ud800\u0041""#, "\"a\nb\"", "1 2", "}", "1e999x", "--",
      String(repeating: "[", count: 32) + String(repeating: "]", count: 32),
      String(repeating: "[", count: 33),
    ]
    for text in texts {
      for size in [1, 2, 5] { #expect(skipsInPieces(text, size) == skips(text), "\(text) in \(size)") }
    }
    #expect(!skipsInPieces(#""\u+123""#, 1))
    #expect(!skipsInPieces(String(repeating: "7", count: 65), 9))
  }

  @Test func `a long text is skipped, and refused where it would be read`() throws {
    let long = String(repeating: "ö", count: 51)
    var passing = stream("[\"\(long)\", {\"\(long)\": 1}, \"\(long.dropFirst())\"]", 7)
    try passing.beginArray()
    for _ in 0..<2 {
      #expect(try passing.nextElement())
      try passing.skip()
    }
    #expect(try passing.nextElement())
    try expectEqual(passing.string(), String(long.dropFirst()))
    var reading = stream("\"\(long)\"", 7)
    #expect(throws: JSONFault(0, expected: "string of at most 100 bytes")) { try reading.string() }
    var ending = stream("[1", 1)
    try ending.beginArray()
    #expect(try ending.nextElement())
    try expectEqual(ending.integer(), 1)
    #expect(throws: JSONFault(2, expected: "comma")) { try ending.nextElement() }
  }

  @Test func `written JSON reads back`() throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.pair("name", "a \"b\"\\\n\u{1}ö")
      writer.pair("nothing", nil as String?)
      writer.pair("count", Int64(5))
      writer.pair("part", 0.25)
      writer.pair("whole", 120.0)
      writer.key("list")
      writer.array { writer in
        writer.boolean(true)
        writer.null()
        writer.raw("{\"kept\": 1}".utf8)
        writer.array { _ in }
      }
    }
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(
      text == """
        {
          "name": "a \\"b\\"\\\\\\n\\u0001ö",
          "count": 5,
          "part": 0.25,
          "whole": 120,
          "list": [
            true,
            null,
            {"kept": 1},
            []
          ]
        }

        """)
    #expect(skips(text))
    var reader = JSONReader(writer.bytes)
    try reader.beginObject()
    try expectEqual(reader.nextKey(), "name")
    #expect(try reader.string() == "a \"b\"\\\n\u{1}ö")
  }
}
