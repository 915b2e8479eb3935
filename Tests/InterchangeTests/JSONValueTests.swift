import Testing

@testable import Interchange

struct JSONValueTests {
  private func value(_ text: String) throws -> JSONValue {
    var reader = JSONReader(Array(text.utf8))
    let value = try JSONValue(&reader)
    try reader.end()
    return value
  }

  @Test(arguments: [
    [#"{"a":1,"b":[true,null,"ü/"]}"#, #" { "b" : [true, null, "\u00fc\/"], "\u0061": 1.0 } "#],
    ["120", "120.0", "1.2e2", "1.2E+2", "12000e-2"], ["0", "-0", "0.0e9"], ["0.5", "5e-1", "0.50"],
    ["-12345678901234567890", "-12345678901234567890.0"], [#""🎵""#, #""\ud83c\udfb5""#],
  ])
  func `different spellings of a value are equal`(spellings: [String]) throws {
    for text in spellings {
      #expect(try value(text) == value(spellings[0]))
      #expect(try value(text).text == value(spellings[0]).text)
    }
    #expect(try value(value(spellings[0]).text) == value(spellings[0]), "it is JSON")
  }

  @Test func `different values are not equal`() throws {
    let texts = [
      "1", "-1", "1.00000000000000000001", "1e300", "1e-300", "10", "12345678901234567890",
      "12345678901234567891", #""1""#, #""é""#, #""e\u0301""#, "true", "false", "null", "[]", "{}", "[1,2]",
      "[2,1]",
      #"{"a":1}"#, #"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, #"{"b":1}"#, "1e99999999999999999999",
      "1e-9223372036854775808",
    ]
    for (place, text) in texts.enumerated() {
      for other in texts[(place + 1)...] {
        #expect(try value(text) != value(other), "\(text) \(other)")
        // As bytes: letters that look the same are the same string.
        #expect(try Array(value(text).text.utf8) != Array(value(other).text.utf8), "\(text) \(other)")
      }
    }
  }
}
